import { expect, test } from "vitest";
import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { report } from "../../../src/extras/reports/command.ts";
import { creditNote, invoice } from "../../support/documents.ts";
import { given } from "../../support/journal-file.ts";
import { type Given, runCommand } from "../../support/run-command.ts";
import { create, from, screen, shop } from "../../support/shop.ts";

type Desk = Awaited<ReturnType<typeof shop>>["desk"];

// biome-ignore lint/suspicious/noExplicitAny: a test looks into JSON of any shape
async function told(desk: Desk, options: Given<typeof report> = {}): Promise<any> {
  const done = await runCommand(report, desk, [], { month: "2026-06", ...options });
  if (done.view.view !== "raw") throw new Error(JSON.stringify(done));
  return { ...(done.view.data as object), problems: done.problems.map(({ code }) => code), text: screen(done, 80) };
}

const tins = ["1002345674", "1003456785", "1004567896", "1005678902", "1006789013"];
let at = 0;
/** An invoice for 10,500.00 including VAT; each invoice has a different supplier. */
function anInvoice(number: string, change: Partial<SelfBilledDocument> = {}): SelfBilledDocument {
  at += 1;
  return invoice({ document_number: number, ...from(tins[at % tins.length] ?? ""), ...change });
}
/** A credit note for four of the forty boxes: 1,050.00 including VAT. */
const note = (number: string, ...invoices: string[]): SelfBilledDocument =>
  creditNote({
    document_number: number,
    billing_reference: invoices.map((id) => ({ id, issue_date: "2026-06-15" })),
  });

async function saw(desk: Desk, number: string, state: string): Promise<void> {
  for (const { id, intent } of given(await desk.openedJournal.tries.called(number)).slice(-1))
    given(await desk.openedJournal.saw(intent.account, id ?? "", state));
}

const gross = (total: { in_aed: { gross: string } }): string => total.in_aed.gross;

test("a credit note is subtracted only from an invoice that is counted, and every view says the same", async () => {
  const { desk } = await shop();
  const invoices = [
    ["SB-1", "APPROVED"],
    ["SB-2", "REJECTED"],
    ["SB-3", "VALIDATION_FAILED"],
  ] as const;
  const notes = [
    ["CN-1", "SB-1"],
    ["CN-2", "SB-2"],
    ["CN-3", "SB-3"],
    ["CN-4", "SB-2", "SB-1"],
    ["CN-5", "SB-2", "SB-3"],
  ] as const;
  for (const [number] of invoices) await create(desk, anInvoice(number));
  for (const [number, ...of] of notes) await create(desk, note(number, ...of));
  for (const [number, status] of invoices) await saw(desk, number, status);
  for (const [number] of notes) await saw(desk, number, "APPROVED");
  const data = await told(desk);
  // Calculated by hand: 10,500 − CN-1 − CN-4; three notes credit invoices that were not counted.
  const [whole, part] = [10_500, 1_050];
  expect(gross(data.counted)).toBe((whole - 2 * part).toFixed(2));
  expect(data.not_counted.credits_of_uncounted).toMatchObject({ invoices: 0, credit_notes: 3 });
  expect(gross(data.not_counted.credits_of_uncounted)).toBe((-3 * part).toFixed(2));
  expect(data.text).toContain("Not counted: credit notes of rejected");
  const states = Object.fromEntries(
    data.documents.map((each: Record<string, string>) => [each.document_number, each.state]),
  );
  expect(states).toMatchObject({
    ...{ "CN-1": "approved", "CN-2": "credits-uncounted", "CN-3": "credits-uncounted" },
    ...{ "CN-4": "approved", "CN-5": "credits-uncounted" },
  });
  for (const view of ["supplier", "category", "rate", "day", "currency"]) {
    const sum = data.views[view].reduce(
      (all: number, row: { in_aed: { gross: string } }) => all + Number(row.in_aed.gross),
      0,
    );
    expect(sum, view).toBe(whole - 2 * part);
  }
  const [box9] = data.vat_return.filter(({ box }: { box: string }) => box === "9");
  expect(box9).toMatchObject({ amount: "8000.00", vat: "400.00" });
  expect(data.problems).toEqual([]);
});

test("an invoice of another period decides too; one that nobody knows leaves the credit note counted, with a remark", async () => {
  const { desk } = await shop();
  await create(desk, anInvoice("SB-1", { issue_date: "2026-05-20", due_date: "2026-06-20" }));
  await create(desk, note("CN-1", "SB-1"));
  await create(desk, note("CN-2", "SB-404"));
  await saw(desk, "SB-1", "REJECTED");
  const data = await told(desk);
  expect(gross(data.counted)).toBe("-1050.00");
  expect(data.not_counted.credits_of_uncounted).toMatchObject({ credit_notes: 1 });
  expect(data.problems).toEqual(["invoice-unknown"]);
});

test("what the service says now decides, also about an invoice that was approved before", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, invoice({ document_number: "SB-1", ...from("1999999962") }));
  await create(desk, note("CN-1", "SB-1"));
  await saw(desk, "SB-1", "APPROVED");
  expect(gross((await told(desk)).counted)).toBe("9450.00");
  clock.advance(60);
  const fresh = await told(desk, { refresh: true });
  expect(gross(fresh.counted)).toBe("0.00");
  expect(fresh.documents.map(({ state }: { state: string }) => state)).toEqual(["rejected", "credits-uncounted"]);
  expect(gross((await told(desk)).counted)).toBe("0.00");
});
