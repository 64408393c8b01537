import { type BusinessProfile, customerPartyOf } from "../document/index.ts";
import { guessKind } from "../read/index.ts";
import { toUbl as treeOf } from "../ubl/index.ts";
import { attempt, made, refused, wrong } from "./finding.ts";
import { plainDocument } from "./plain.ts";
import type { Given, Result, UblOptions, UblTree } from "./types.ts";
import { plainTree } from "./ubl-tree.ts";
import { unusableFields } from "./unusable.ts";

/**
 * Converts a self-billed document to UBL 2.1, as a tree. Works for any readable document; `check` reports its errors.
 */
export function toUbl(document: Given, options: UblOptions): Result<UblTree> {
  return attempt(() => toUblOf(document, options));
}

function toUblOf(document: Given, options: UblOptions): Result<UblTree> {
  const { document: plain, kind: told, findings, place } = plainDocument(document);
  if (findings.length > 0) return refused(findings);
  const { uuid, number, buyer } = options ?? {};
  if (typeof uuid !== "string" || uuid === "")
    return refused([wrong("The uuid of the document is missing.", "Give the id of the service, or one of your own.")]);
  const kind = options.kind ?? told ?? guessKind(plain);
  const unusable = unusableFields(plain, kind, place);
  if (unusable.length > 0) return refused(unusable);
  const customer = buyer && customerPartyOf(buyer as BusinessProfile);
  return made(plainTree(treeOf(plain, { kind, uuid, customer, ...(number === undefined ? {} : { number }) })));
}
