import { type BusinessProfile, customerPartyOf, unwritableIn } from "../document/index.ts";
import { guessKind } from "../read/index.ts";
import {
  documentIn,
  readXml,
  toTaxData as reportOf,
  toUbl as treeOf,
  UblElement,
  toXml as xmlOf,
} from "../ubl/index.ts";
import { bytesOf, unusableFields } from "./chosen.ts";
import { attempt, findingOf, made, refused, wrong } from "./finding.ts";
import { plainDocument } from "./plain.ts";
import type { DocumentDraft, Given, Holding, Result, TaxDataOptions, UblOptions, UblTree } from "./types.ts";

/** The UBL 2.1 document of a self-billed document, as a tree. It is made of any document that can be read; `check` says what is wrong in it. */
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

/** XML text of a tree, UTF-8 with two blanks a level. */
export function toXml(tree: UblTree): Result<string> {
  return attempt(() => toXmlOf(tree));
}

function toXmlOf(tree: UblTree): Result<string> {
  const element = elementOf(tree);
  return element.ok ? made(xmlOf(element.value)) : element;
}

/** The report to the tax authority about a UBL document (UAE Tax Data Document 1.0). Make it of a document that passed the check. */
export function toTaxData(tree: UblTree, options: TaxDataOptions): Result<UblTree> {
  return attempt(() => toTaxDataOf(tree, options));
}

function toTaxDataOf(tree: UblTree, options: TaxDataOptions): Result<UblTree> {
  const element = elementOf(tree);
  if (!element.ok) return element;
  const { issuedAt, receiverEndpoint, representative, ...rest } = options ?? {};
  const at = new Date(issuedAt);
  const findings = [
    ...(Number.isNaN(at.getTime()) ? [wrong("issuedAt is not a time.", 'Write "2026-06-15T08:00:00Z".')] : []),
    ...(isProvider(receiverEndpoint) ? [] : [wrong("receiverEndpoint is not an address.", 'Write "0242:…".')]),
    ...(isProvider(representative) ? [] : [wrong("representative is not an address.", 'Write "0242:…".')]),
  ];
  if (!isProvider(receiverEndpoint) || !isProvider(representative) || findings.length > 0) return refused(findings);
  const { reporter, transportId, resubmission = false } = rest;
  const report = {
    reporter,
    transportId: String(transportId),
    issuedAt: at,
    receiverEndpoint,
    representative,
    resubmission,
  };
  return made(plainTree(reportOf(element.value, report)));
}

/** The document that a self-billed UBL XML was written from. Findings tell what has no field in a document. */
export function fromUbl(xml: string | Uint8Array): Result<Holding<DocumentDraft>> {
  return attempt(() => fromUblOf(xml));
}

function fromUblOf(xml: string | Uint8Array): Result<Holding<DocumentDraft>> {
  const bytes = bytesOf(xml);
  if (bytes === undefined) return refused([wrong("This is not XML.", "Give a text or its bytes.")]);
  const root = readXml(bytes, "");
  const found = root.ok ? documentIn(root.value, "") : root;
  if (!found.ok) return refused(found.problems.map(findingOf));
  const { kind, document, losses } = found.value;
  return made({ kind, document: document as DocumentDraft }, losses.map(findingOf));
}

function isProvider(address: unknown): address is `0242:${string}` {
  return typeof address === "string" && /^0242:./.test(address);
}

function plainTree({ name, text, attributes, children }: UblElement): UblTree {
  return {
    name,
    ...(attributes === undefined ? {} : { attributes: { ...attributes } }),
    ...(children.length === 0 ? { text } : { children: children.map(plainTree) }),
  };
}

const nameForm = /^(?:(?:cbc|cac|ext|pxs|cec):)?[A-Za-z]\w*$/;
/** Deeper than any UBL document. */
const deepest = 60;

function elementOf(tree: unknown): Result<UblElement> {
  try {
    return made(element(tree, 0));
  } catch (error) {
    const message = error instanceof NoTree ? error.message : "The tree cannot be read.";
    return refused([wrong(message, "Give a tree as toUbl makes it.")]);
  }
}

/** Ends the reading of a tree; caught where it began. */
class NoTree extends Error {}

function element(tree: unknown, depth: number): UblElement {
  if (typeof tree !== "object" || tree === null || depth > deepest) throw new NoTree("This is not a UBL tree.");
  const { name, text = "", attributes, children = [] } = tree as Partial<UblTree>;
  if (typeof name !== "string" || !nameForm.test(name)) throw new NoTree(`${JSON.stringify(name)} is not an element.`);
  if (typeof text !== "string") throw new NoTree(`The text of ${name} is a ${typeof text}.`);
  const entries = Object.entries(attributes ?? {});
  for (const [key, value] of entries) {
    if (!/^[A-Za-z][\w:.-]*$/.test(key) || typeof value !== "string")
      throw new NoTree(`The attribute ${JSON.stringify(key)} of ${name} is not a text.`);
  }
  const unwritable = [text, ...entries.map(([, value]) => value)].map(unwritableIn).find((sign) => sign !== undefined);
  if (unwritable !== undefined) throw new NoTree(`${name} holds ${unwritable}, a character that no XML can carry.`);
  const made = new UblElement(name, text, attributes && Object.fromEntries(entries));
  for (const child of children) made.append(element(child, depth + 1));
  return made;
}
