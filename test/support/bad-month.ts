import type { SelfBilledDocument } from "../../src/document/index.ts";
import { readWords, runTyped } from "../../src/program.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice, line } from "./documents.ts";
import { type ServiceDesk, serviceDesk } from "./service-desk.ts";
import { from } from "./shop.ts";
import { SettableClock, startTestSandbox } from "./start-sandbox.ts";

/**
 * The month's suppliers, and test suppliers whose documents are rejected: by their provider, by the tax authority, or
 * by both.
 */
const good = ["1002345674", "1003456785", "1004567896"] as const;
const refusing = ["1999999913", "1999999921", "1999999970"] as const;

function supplierOf(tin: string): Partial<SelfBilledDocument> {
  const party = from(tin).accounting_supplier_party;
  return {
    accounting_supplier_party: { ...party, party_name: `Supplier ${tin} LLC`, name: `Supplier ${tin}` },
  };
}

const goodAt = (at: number): string => good[at % good.length] ?? good[0];

/** Errors in documents that are nevertheless approved. */
export const wrongAt: Readonly<Record<number, "amount" | "supplier" | "date" | "all">> = {
  20: "amount",
  50: "supplier",
  80: "date",
  110: "all",
  140: "all",
};

/** Whether the invoice at this position goes to a supplier whose documents are rejected. */
const isRefused = (at: number): boolean => at % 20 === 7 && at < 320;

function invoiceAt(at: number): SelfBilledDocument {
  return invoice({
    document_number: `SB-2026-${String(at + 1).padStart(4, "0")}`,
    issue_date: `2026-06-${String(2 + (at % 13)).padStart(2, "0")}`,
    ...supplierOf(isRefused(at) ? (refusing[at % 3] ?? refusing[0]) : goodAt(at)),
    // Prices have three decimals. No product ends in half a fils, where the official rule's binary arithmetic could
    // round the other way.
    document_lines: [0, 11].map((more) =>
      line({
        quantity: String(2 + ((at + more) % 7)),
        price: { base_amount: `${100 + at + more}.${String((at * 37) % 100).padStart(2, "0")}4` },
      }),
    ),
  });
}

/** Rejected credit notes, by the position of their invoice. */
const refusedCredits: Readonly<Record<number, (typeof refusing)[number]>> = {
  4: refusing[0],
  13: refusing[1],
  22: refusing[2],
};

function creditAt(at: number): SelfBilledDocument {
  const credited = invoiceAt(at);
  const [first = line()] = credited.document_lines ?? [];
  return creditNote({
    document_number: `SBC-2026-${String(at + 1).padStart(4, "0")}`,
    issue_date: "2026-06-15",
    billing_reference: [{ id: credited.document_number ?? "", issue_date: credited.issue_date ?? "" }],
    ...supplierOf(refusedCredits[at] ?? goodAt(at)),
    document_lines: [{ ...first, quantity: "1" }],
  });
}

/** 360 invoices, and 40 credit notes for correct invoices. 16 invoices and 3 credit notes are rejected. */
export function badMonth(): SelfBilledDocument[] {
  const places = [...Array(360).keys()];
  const isCredited = (at: number): boolean => at < 3 || (at % 9 === 4 && !isRefused(at) && !(at in wrongAt));
  return [...places.map(invoiceAt), ...places.filter(isCredited).slice(0, 40).map(creditAt)];
}

/** Opens a desk with a sandbox that selfbill treats as a real service. */
export async function badDesk(extras: boolean) {
  const clock = new SettableClock();
  const sandbox = await startTestSandbox({ clock });
  const account = "https://api.service.example BP-1";
  const desk = serviceDesk(sandbox, { clock, sameClock: true, real: true, account, extras });
  return { clock, sandbox, desk };
}

export async function typedLine(words: readonly string[], desk: ServiceDesk): Promise<Report> {
  const output = { columns: 100, write: () => undefined };
  const typed = await readWords(words, output);
  if (!typed.ok || typed.value === undefined) throw new Error(`${words.join(" ")}: ${JSON.stringify(typed)}`);
  return runTyped(typed.value, desk);
}

/** Corrects the supplier in the text of a copy, as a person would. */
export const supplierCorrected = (text: string): string =>
  [...refusing, ...good].reduce((all, tin) => all.replaceAll(tin, good[0]), text);
