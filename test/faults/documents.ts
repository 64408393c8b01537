import type { SelfBilledDocument } from "../../src/document/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { markOf } from "./ledger.ts";

/**
 * A valid document that is not a near-twin of any other. Every third is a credit note, every second has no number
 * (the service assigns one), and every fourth has an attachment of a few kilobytes.
 */
export function documentOf(number: number): SelfBilledDocument {
  const make = number % 3 === 2 ? creditNote : invoice;
  const { document_number, ...document } = make({
    document_number: `F-${number}`,
    // Different suppliers keep the service's list for one supplier and day short.
    ...supplier(number % 997),
    document_lines: [
      line({
        name: `Ceramic floor tile ${markOf(number)}`,
        price: {
          base_amount: `${250 + Math.floor(number / 100)}.${String(number % 100).padStart(2, "0")}`,
          base_quantity: "1",
        },
      }),
    ],
  });
  const numbered = number % 2 === 0 ? { document_number, ...document } : document;
  if (number % 4 !== 0) return numbered;
  const attachment = {
    file_name: "delivery-note.csv",
    file_type: "text/csv",
    file_content: Buffer.alloc(4_000, `delivery note ${number}\n`).toString("base64"),
  };
  return { ...numbered, attachments: [attachment] };
}

function supplier(which: number): Partial<SelfBilledDocument> {
  const { accounting_supplier_party: party } = invoice();
  const tin = `1${String(2_000_000 + which).padStart(9, "0")}`;
  return {
    accounting_supplier_party: {
      ...party,
      name: `Trading ${which}`,
      party_name: `Trading ${which} LLC`,
      tin,
      endpoint_id: tin,
      party_tax_scheme: { company_id: `${tin}00003`, tax_scheme: "VAT" },
    },
  };
}
