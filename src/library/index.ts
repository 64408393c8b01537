/**
 * The exports of "selfbill": pure functions over plain data. They do not use files or the network, do not throw
 * exceptions, and return money as strings. The clock is used only to find the edition of the rules in force today, if
 * the caller names none. Sending is left to the program, because only its journal ensures that nothing is sent twice.
 * Each function is in its own file, so that bundlers leave out unused ones.
 */
export { calculate, calculateLines } from "./calculate.ts";
export { check } from "./check.ts";
export { codeLists, findCodes } from "./code-lists.ts";
export { compareTotals } from "./compare-totals.ts";
export { creditFrom } from "./credit.ts";
export type { CreditNoteDocument, InvoiceDocument, OverallStatus } from "./document-types.ts";
export { editions } from "./editions.ts";
export { explain } from "./explain.ts";
export { fromAnswer } from "./from-answer.ts";
export { fromUbl } from "./from-ubl.ts";
export { readDocument } from "./read-document.ts";
export { ruleSet } from "./rule-set.ts";
export { schemas } from "./schemas.ts";
export { toRequest } from "./to-request.ts";
export { toTaxData } from "./to-tax-data.ts";
export { toUbl } from "./to-ubl.ts";
export { toXml } from "./to-xml.ts";
export type * from "./types.ts";
export { validateXml } from "./validate-xml.ts";
