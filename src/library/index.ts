/**
 * What programs import from "selfbill": pure functions over plain data. No files, no network, nothing thrown; money is text.
 * The clock is asked only for the edition of the rules that is in force today, and only where a caller names none.
 * Sending stays in the program, because only its journal makes sure that nothing is sent twice.
 */
export { calculate } from "./calculate.ts";
export { check, validateXml } from "./check.ts";
export { creditFrom } from "./credit.ts";
export type { CreditNoteDocument, InvoiceDocument } from "./document-types.ts";
export { fromAnswer, readDocument, toRequest } from "./read.ts";
export { explain, ruleSet, schemas } from "./rules.ts";
export { fromUbl, toTaxData, toUbl, toXml } from "./tree.ts";
export type * from "./types.ts";
