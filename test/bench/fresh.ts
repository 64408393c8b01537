import { customerPartyOf, type SelfBilledDocument } from "../../src/document/index.ts";
import { invoice, line, palmLedger } from "../support/documents.ts";

export const customer = customerPartyOf(palmLedger);
export const uuid = "68205910-ac6b-4e35-9fe7-d1f0a3e3ae72";

let made = 0;

/**
 * Returns a document with new amounts, numbers and names, which shares no string with another one, as if it had just
 * been read from a file.
 */
export function freshDocument(lines: number): SelfBilledDocument {
  made += 1;
  const document = invoice({
    document_number: `SB-${made}`,
    document_lines: Array.from({ length: lines }, (_, index) =>
      line({
        name: `Ceramic floor tile ${made}-${index}`,
        quantity: String(1 + ((made + index) % 97)),
        price: { base_amount: `${10 + ((made * 7 + index) % 900)}.${10 + (index % 90)}`, base_quantity: "1" },
      }),
    ),
  });
  return JSON.parse(JSON.stringify(document)) as SelfBilledDocument;
}
