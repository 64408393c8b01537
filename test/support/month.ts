import { Decimal } from "decimal.js";
import { expect } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { DocumentLine, SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { changingService, type Passing } from "./changing-service.ts";
import { creditNote, inDollars, invoice, line } from "./documents.ts";
import { runCommand } from "./run-command.ts";
import { scenarioInvoices } from "./scenarios.ts";
import { type ServiceDesk, serviceDesk } from "./service-desk.ts";
import { from, wrongTrn } from "./shop.ts";
import { SettableClock, startTestSandbox, type TestSandbox } from "./start-sandbox.ts";

/** The status of a document in the month. */
type Fate = "approved" | "pending" | "rejected" | "failed" | "in-doubt" | "credits-uncounted";

/** A document as written, with its fate. */
export interface MonthDocument {
  readonly document: SelfBilledDocument;
  readonly fate: Fate;
}

export const tins = ["1002345674", "1003456785", "1004567896"] as const;
const exempt = scenarioInvoices["exempt and out of scope lines"]?.document_lines ?? [];
const reverse = scenarioInvoices["reverse charge"]?.document_lines ?? [];

export function supplierOf(tin: string): Partial<SelfBilledDocument> {
  const made = from(tin);
  const party = made.accounting_supplier_party;
  return {
    accounting_supplier_party: { ...party, party_name: `Supplier ${tin.slice(0, 4)} LLC`, name: `Supplier ${tin}` },
  };
}

function lineAt(at: number): DocumentLine {
  // Prices have three decimals, so that rounding matters. No product ends in half a fils, where the official rule's
  // binary arithmetic could round the other way.
  return line({
    quantity: String(1 + (at % 7)),
    price: { base_amount: `${100 + at}.${String((at * 37) % 100).padStart(2, "0")}4` },
  });
}

/**
 * Invoices for June: standard rated, in dollars, reverse charge, exempt, pending, rejected and failed ones; and a
 * credit note for every tenth.
 */
export function monthOfDocuments(count: number): MonthDocument[] {
  const documents: MonthDocument[] = [];
  for (let at = 0; at < count; at += 1) {
    const number = `SB-2026-${String(at + 1).padStart(4, "0")}`;
    const day = `2026-06-${String(1 + (at % 15)).padStart(2, "0")}`;
    const common = {
      document_number: number,
      issue_date: day,
      due_date: "2026-07-15",
      ...supplierOf(tins[at % tins.length] ?? tins[0]),
      document_lines: [lineAt(at), lineAt(at + 11)],
    };
    const special: readonly [Partial<SelfBilledDocument>, Fate][] = [
      [inDollars, "approved"],
      [{ document_lines: reverse }, "approved"],
      [{ document_lines: [...exempt, lineAt(at)] }, "approved"],
      [supplierOf("1999999939"), "pending"],
      [supplierOf("1999999913"), "rejected"],
      [wrongTrn(), "failed"],
    ];
    const [change, fate] = at % 3 === 0 ? (special[(at / 3) % special.length] ?? [{}, "approved"]) : [{}, "approved"];
    documents.push({ document: invoice({ ...common, ...change }), fate: fate as Fate });
    if (at % 10 === 1) {
      const corrects = {
        document_number: number.replace("SB", "SBC"),
        issue_date: "2026-06-15",
        billing_reference: [{ id: number, issue_date: day }],
        ...supplierOf(tins[at % tins.length] ?? tins[0]),
        document_lines: [{ ...lineAt(at), quantity: "1" }],
      };
      // The totals leave out the credit note of an invoice that they do not count.
      const isAdded = fate === "approved" || fate === "pending";
      documents.push({ document: creditNote(corrects), fate: isAdded ? "approved" : "credits-uncounted" });
    }
  }
  return documents;
}

/**
 * A desk that has sent a month of documents and has their current states from the service; the last document is in
 * doubt.
 */
export async function monthAtDesk(
  count: number,
  change?: (passing: Passing) => void,
): Promise<{
  readonly desk: ServiceDesk;
  readonly sandbox: TestSandbox;
  readonly clock: SettableClock;
  readonly documents: readonly MonthDocument[];
}> {
  const clock = new SettableClock();
  const sandbox = await startTestSandbox({ clock });
  const desk = serviceDesk(change ? await changingService(sandbox, change) : sandbox, { clock });
  const documents = monthOfDocuments(count);
  await sendAll(desk, documents, "invoice");
  await sendAll(desk, documents, "credit-note");
  const lost = invoice({ document_number: "SB-LOST", issue_date: "2026-06-15", ...supplierOf(tins[0]) });
  await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
  await sendAll(desk, [{ document: lost, fate: "in-doubt" }], "invoice", "in_doubt");
  clock.advance(3_600);
  return { desk, sandbox, clock, documents: [...documents, { document: lost, fate: "in-doubt" }] };
}

export async function sendAll(
  desk: ServiceDesk,
  documents: readonly MonthDocument[],
  kind: "invoice" | "credit-note",
  outcome = "done",
): Promise<void> {
  const isCredit = ({ document }: MonthDocument): boolean => document.credit_note_type_code !== undefined;
  const words = documents
    .filter((each) => isCredit(each) === (kind === "credit-note"))
    .map(({ document }) => desk.file(`${document.document_number}.yaml`, writeYaml(document, kind)));
  const options = { yes: true, sendAnyway: true, allowSimilar: true, acceptChangedSupplier: true };
  const report = await runCommand(kind === "invoice" ? createInvoice : createCreditNote, desk, words, options);
  expect(report, JSON.stringify(report.problems)).toMatchObject({ outcome });
}

/**
 * Totals computed independently with decimal.js from the documents as written: lines are rounded to fils, VAT is
 * calculated per category and rate, and amounts are converted to AED at the exchange rate.
 */
export interface Sum {
  readonly net: Decimal;
  readonly vat: Decimal;
  readonly gross: Decimal;
}

const fils = (value: Decimal): Decimal => value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
const nothing: Sum = { net: new Decimal(0), vat: new Decimal(0), gross: new Decimal(0) };

export function plus(a: Sum, b: Sum): Sum {
  return { net: a.net.plus(b.net), vat: a.vat.plus(b.vat), gross: a.gross.plus(b.gross) };
}

/** The totals in AED, negative for a credit note; `only` selects lines by VAT category. */
export function inAed(document: SelfBilledDocument, only?: string): Sum {
  const rate = new Decimal(document.tax_exchange_rate?.calculation_rate ?? "1");
  const sign = document.credit_note_type_code === undefined ? 1 : -1;
  const groups = new Map<string, Decimal>();
  for (const { quantity, price, classified_tax_category: vat } of document.document_lines ?? []) {
    const net = fils(new Decimal(quantity ?? 0).times(price?.base_amount ?? 0).div(price?.base_quantity ?? 1));
    const key = vat?.id ?? "";
    if (only === undefined || key === only) groups.set(key, (groups.get(key) ?? new Decimal(0)).plus(net));
  }
  let sum = nothing;
  for (const [category, net] of groups) {
    const tax = category === "S" ? fils(net.times("0.05")) : new Decimal(0);
    sum = plus(sum, { net, vat: tax, gross: net.plus(tax) });
  }
  const gross = fils(sum.gross.times(rate)).times(sign);
  const vat = fils(sum.vat.times(rate)).times(sign);
  return { net: gross.minus(vat), vat, gross };
}

export function sumOf(documents: readonly MonthDocument[], only?: string): Sum {
  return documents.reduce((sum, { document }) => plus(sum, inAed(document, only)), nothing);
}

/** Writes the amounts in the format of the reports. */
export function texts({ net, vat, gross }: Sum): { net: string; vat: string; gross: string } {
  return { net: net.toFixed(2), vat: vat.toFixed(2), gross: gross.toFixed(2) };
}

/** Leaves out credit notes for failed invoices. */
export function withoutRefused(documents: readonly MonthDocument[]): MonthDocument[] {
  const failed = new Set(
    documents.flatMap(({ document, fate }) => (fate === "failed" ? [document.document_number] : [])),
  );
  return documents.filter(({ document }) => !failed.has(document.billing_reference?.[0]?.id ?? ""));
}
