import { check } from "../check/index.ts";
import {
  type BusinessProfile,
  customerPartyOf,
  type DocumentKind,
  type SelfBilledDocument,
} from "../document/index.ts";
import { toUbl, type UblElement } from "../ubl/index.ts";
import type { ValidationResult } from "./state.ts";

/** The UBL tree of a document as the network sees it. */
export function treeOf(
  kind: DocumentKind,
  document: SelfBilledDocument,
  uuid: string,
  profile: BusinessProfile,
): UblElement {
  return toUbl(document, { kind, uuid, customer: customerPartyOf(profile) });
}

/** What the network rules say against a document, worded as the service reports it (contract §8.1); empty when it passes. */
export function networkFailures(tree: UblElement): ValidationResult[] {
  return check(tree)
    .filter((finding) => finding.flag === "fatal")
    .map(({ flag, id, text, location, test }) => ({ flag, reasonCode: id, text, location, test }));
}
