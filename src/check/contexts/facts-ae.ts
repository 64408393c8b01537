import type { UblElement } from "../../ubl/index.ts";
import { saying } from "../conditions.ts";
import { flagSet, quoted, typeIs } from "../expression.ts";
import type { Condition } from "../rule.ts";
import { path, stringOf } from "../xpath.ts";
import type { RuleFacts } from "./facts.ts";

/** Facts shared by several UAE rules, calculated once per document. */

const invoiceTypeCode = path("cbc:InvoiceTypeCode");
const creditNoteTypeCode = path("cbc:CreditNoteTypeCode");
const profileExecutionId = path("cbc:ProfileExecutionID");
const buyerTaxNumber = path("cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID");

interface Header {
  /** InvoiceTypeCode only: early editions overlooked that credit notes use another element. */
  readonly invoiceTypeCodes: readonly string[];
  readonly typeCodes: readonly string[];
  /** Eight flags, each 0 or 1; "" if they are missing or malformed. */
  readonly flags: string;
}

function header({ root }: RuleFacts): Header {
  const execution = profileExecutionId.first(root);
  const flags = execution === undefined ? "" : stringOf(execution);
  const invoiceTypeCodes = invoiceTypeCode.all(root).map(stringOf);
  return {
    invoiceTypeCodes,
    typeCodes: [...invoiceTypeCodes, ...creditNoteTypeCode.all(root).map(stringOf)],
    flags: /^[01]{8}$/.test(flags) ? flags : "",
  };
}

/** Whether ProfileExecutionID consists of eight characters, each 0 or 1. */
export function hasWellFormedFlags(facts: RuleFacts): boolean {
  return facts.once(header).flags !== "";
}

/** `position`: 1–8, from the left. */
export function scenarioFlag(facts: RuleFacts, position: number): boolean {
  return facts.once(header).flags[position - 1] === "1";
}

/** The comparison does not trim whitespace. */
export function isType(facts: RuleFacts, code: string): boolean {
  return facts.once(header).typeCodes.includes(code);
}

/** Ignores CreditNoteTypeCode. */
export function isInvoiceType(facts: RuleFacts, ...codes: readonly string[]): boolean {
  return facts.once(header).invoiceTypeCodes.some((code) => codes.includes(code));
}

/** Outside the scope of VAT: invoice type 480 or credit note type 81. */
export function isOutOfScope(facts: RuleFacts): boolean {
  return isType(facts, "480") || isType(facts, "81");
}

/** Type 381 or 81; self-billing does not use 381. */
export function isPublishedCreditNote(facts: RuleFacts): boolean {
  return isType(facts, "381") || isType(facts, "81");
}

export function documentIs(...codes: readonly string[]): Condition {
  return saying(typeIs(...codes), (_, facts) => facts.once(header).typeCodes.some((code) => codes.includes(code)));
}

export function invoiceIs(...codes: readonly string[]): Condition {
  return saying(`/*/cbc:InvoiceTypeCode = ${quoted(codes)}`, (_, facts) => isInvoiceType(facts, ...codes));
}

export function flagIs(position: number): Condition {
  return saying(flagSet(position), (_, facts) => scenarioFlag(facts, position));
}

function buyersTaxNumbers(): Map<UblElement, boolean> {
  return new Map();
}

/** Whether the buyer has a tax number (IBT-048). `above` is the line's parent, nearly always the document itself. */
export function hasBuyerTaxNumber(above: UblElement, facts: RuleFacts): boolean {
  const known = facts.once(buyersTaxNumbers);
  const found = known.get(above);
  if (found !== undefined) return found;
  const has = buyerTaxNumber.in(above);
  known.set(above, has);
  return has;
}
