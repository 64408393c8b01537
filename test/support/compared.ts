import { compareDocuments } from "../../src/contract/index.ts";
import { JsonNumber, type JsonObject, type JsonValue } from "../../src/json/index.ts";

export const comparedLine = { name: "Ceramic floor tile", quantity: "40", price: { base_amount: "250" } };
const party = { party_name: "Desert Lime Trading LLC" };
export const comparedDocument: JsonObject = {
  issue_date: "2026-06-15",
  accounting_supplier_party: party,
  document_lines: [comparedLine],
};

/** Compares `comparedDocument` as sent (with the changes in `sent`) and as the service returned it (with `told`). */
export function compared(sent: JsonObject, told: JsonObject) {
  return compareDocuments({ ...comparedDocument, ...sent }, { ...comparedDocument, ...told }, "invoice");
}
/** Returns the differences as shown to the user. */
export const told = (sent: JsonObject, other: JsonObject): string[] =>
  compared(sent, other).differences.map((each) => `${each.path}: ${each.sent} / ${each.told}`);
export const unclear = (sent: JsonObject, other: JsonObject) => compared(sent, other).unclear;

export const ofLine = (change: JsonObject): JsonObject => ({ document_lines: [{ ...comparedLine, ...change }] });
export const priced = (price: JsonValue): JsonObject => ofLine({ price });
export const jsonNumber = (text: string): JsonValue => new JsonNumber(text);

export const sameDocument = { differences: [], unclear: [], proven: true };
