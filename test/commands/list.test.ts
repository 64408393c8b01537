import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listCommand } from "../../src/commands/list.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { supplierAnswerNote } from "../../src/journal/index.ts";
import { makeStyle } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { invoiceBody } from "../contract/bodies.ts";
import { creditNote, inDollars, invoice } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import type { Given } from "../support/run-command.ts";
import { optionsOf, runCommand } from "../support/run-command.ts";
import { create, from, screen, shop } from "../support/shop.ts";

type Desk = Awaited<ReturnType<typeof shop>>["desk"];
const list = (desk: Desk, words = "", options: Given<typeof listCommand> = {}): Promise<Report> =>
  runCommand(listCommand, desk, words.split(" ").filter(Boolean), options);

// biome-ignore lint/suspicious/noExplicitAny: a test looks into JSON of any shape
function told(report: Report): any {
  if (report.view.view !== "raw") throw new Error(JSON.stringify(report));
  return report.view.data;
}

async function numbers(desk: Desk, words = "", options: Given<typeof listCommand> = {}): Promise<string[]> {
  const { documents } = told(await list(desk, words, options)) as { documents: { document_number: string }[] };
  return documents.map((each) => each.document_number);
}

async function onScreen(desk: Desk, columns: number, options: Given<typeof listCommand> = {}): Promise<string> {
  const dataStyle = makeStyle({ isTerminal: true, columns, environment: {}, noColor: true });
  return screen(await list(Object.assign(Object.create(desk), { dataStyle }), "", options), columns);
}

async function saw(desk: Desk, number: string, state: string): Promise<void> {
  for (const { id, intent } of given(await desk.openedJournal.tries.called(number)).slice(-1))
    given(await desk.openedJournal.saw(intent.account, id ?? "", state));
}

const may = { issue_date: "2026-05-20", due_date: "2026-06-30" };
/** An invoice for 10,500.00 including VAT. */
const anInvoice = (number: string, change: Partial<SelfBilledDocument> = {}): SelfBilledDocument =>
  invoice({ document_number: number, ...change });
/** A credit note for 1,050.00 including VAT. */
const note = (number: string, of: string): SelfBilledDocument =>
  creditNote({ document_number: number, billing_reference: [{ id: of, issue_date: "2026-06-15" }] });

async function ofSpring() {
  const { desk, clock, sandbox } = await shop();
  await create(desk, anInvoice("SB-1"));
  await create(desk, anInvoice("SB-2", { ...from("1003456785"), order_reference: { id: "PO-7731" } }));
  await create(desk, anInvoice("SB-3", may));
  await create(desk, note("CN-1", "SB-1"));
  await saw(desk, "SB-1", "APPROVED");
  await saw(desk, "CN-1", "APPROVED");
  await saw(desk, "SB-2", "REJECTED");
  return { desk, clock, sandbox };
}

test("without a kind: the documents of this month, invoices and credit notes, out of the journal", async () => {
  const { desk, clock } = await ofSpring();
  expect(await numbers(desk)).toEqual(["SB-1", "SB-2", "CN-1"]);
  expect(await numbers(desk, "", { month: "2026-05" })).toEqual(["SB-3"]);
  expect(await numbers(desk, "", { all: true })).toEqual(["SB-3", "SB-1", "SB-2", "CN-1"]);
  clock.advance(31 * 24 * 3600);
  expect(await numbers(desk)).toEqual([]);
  expect(await numbers(desk, "", { from: "2026-05-01", to: "2026-06-18" })).toEqual(["SB-3", "SB-1", "SB-2"]);
});

test("each word, wherever it is, must be in a document of any month: number, supplier, order, item or amount", async () => {
  const { desk, clock } = await ofSpring();
  clock.advance(62 * 24 * 3600);
  expect(await numbers(desk, "sb-3")).toEqual(["SB-3"]);
  expect(await numbers(desk, "po-7731")).toEqual(["SB-2"]);
  expect(await numbers(desk, "lime 10,500.00")).toEqual(["SB-3", "SB-1", "SB-2"]);
  expect(await numbers(desk, "TILE")).toEqual(["SB-3", "SB-1", "SB-2", "CN-1"]);
  expect(await numbers(desk, "lime nowhere")).toEqual([]);
  expect(await numbers(desk, "lime", { month: "2026-05" })).toEqual(["SB-3"]);
  expect(await numbers(desk, "", { amount: "1050" })).toEqual(["CN-1"]);
  expect(await numbers(desk, "", { amount: "1,000.00-10,000" })).toEqual(["SB-3", "SB-1", "SB-2", "CN-1"]);
  expect(await numbers(desk, "", { amount: "10000.01-10499.99" })).toEqual([]);
});

test("an amount may have one limit only, and is also the one in AED that was shown when it was sent", async () => {
  const { desk } = await ofSpring();
  await create(desk, anInvoice("SB-4", inDollars));
  const all = (amount: string) => numbers(desk, "", { amount });
  expect(await all("10500-")).toEqual(expect.arrayContaining(["SB-1", "SB-2", "SB-3"]));
  expect(await all("over 10000")).not.toContain("CN-1");
  expect(await all("> 10,500.00")).toEqual(["SB-4"]);
  expect(await all("-1,050")).toEqual(["CN-1"]);
  expect(await all("under 1000")).toEqual([]);
  expect(await all("<1050")).toEqual(["CN-1"]);
  expect(await all("38561.25")).toEqual(["SB-4"]);
  for (const amount of ["-", ">", "over", "2000-1000", "1-2-3", "over -5"])
    expect(listCommand.input?.([], optionsOf(listCommand, { amount })).ok, amount).toBe(false);
});

test("documents without the supplier's answer, and those with one", async () => {
  const { desk } = await ofSpring();
  const [past] = given(await desk.openedJournal.tries.called("SB-1"));
  const document = { account: past?.intent.account ?? "", id: past?.id ?? "" };
  const answer = { answer: "accepted", on: "2026-06-17", how: "a call", by: "clerk", recordedAt: "" } as const;
  const { type, data } = supplierAnswerNote(document, answer);
  given(await desk.openedJournal.note(type, data));
  // SB-2 was rejected, so no acceptance is expected.
  expect(await numbers(desk, "", { answer: "none", all: true })).toEqual(["SB-3", "CN-1"]);
  expect(await numbers(desk, "", { answer: "accepted" })).toEqual(["SB-1"]);
  expect(await numbers(desk, "", { answer: "objected" })).toEqual([]);
});

test("filters by supplier and state are of the month; a kind is a kind, whatever else is called so", async () => {
  const { desk } = await ofSpring();
  expect(await numbers(desk, "", { supplier: "100345678500003" })).toEqual(["SB-2"]);
  expect(await numbers(desk, "", { supplier: "100345" })).toEqual([]);
  expect(await numbers(desk, "", { state: ["rejected", "approved"] })).toEqual(["SB-1", "SB-2", "CN-1"]);
  expect(await numbers(desk, "", { state: ["rejected", "delivered"] })).toEqual(["SB-1", "SB-2", "CN-1"]);
  expect(await numbers(desk, "", { state: ["pending"] })).toEqual([]);
  expect(await numbers(desk, "", { state: ["pending"], all: true })).toEqual(["SB-3"]);
  expect((await list(desk, "credit-notes")).view.view).toBe("table");
});

test("it says what the supplier answered, what was credited, and what stands in for what", async () => {
  const { desk } = await ofSpring();
  const [tried] = given(await desk.openedJournal.tries.called("SB-1"));
  const document = { account: tried?.intent.account ?? "", id: tried?.id ?? "" };
  const answer = {
    answer: "objected",
    on: "2026-06-18",
    how: "call of Mona Haddad",
    by: "clerk",
    recordedAt: "",
  } as const;
  const { type, data } = supplierAnswerNote(document, answer);
  given(await desk.openedJournal.note(type, data));
  const { documents } = told(await list(desk));
  expect(documents[0]).toMatchObject({
    ...{ document_number: "SB-1", stage: "approved", gross: "10500", credited: "1050", left: "9450" },
    supplier_answer: { answer: "objected", on: "2026-06-18" },
    credited_by: [{ document_number: "CN-1", stage: "approved" }],
  });
  expect(documents[2]).toMatchObject({ kind: "credit-note", takes_back_from: ["SB-1"] });
  for (const columns of [80, 120]) {
    const shown = (await onScreen(desk, columns)).replace(/[│\s]+/g, " ");
    expect(shown).toContain("Documents issued in 2026-06: 3");
    const words = [
      "delivered",
      "rejected",
      "OBJECTED TO",
      "2026-06-18;",
      "credited",
      "1,050.00",
      "CN-1",
      "credit note on",
    ];
    for (const word of words) expect(shown).toContain(word);
    expect(shown).toContain("All of them: selfbill list --all");
  }
  const csv = screen(await list(desk, "", { output: "csv" }), "pipe")
    .trim()
    .split("\r\n");
  expect(csv[1]).toContain(",AED,10000.00,500.00,10500.00,approved,APPROVED,objected 2026-06-18,1050.00,9450.00,CN-1,");
  const out = join(desk.folder, "june.csv");
  await list(desk, "", { out: [out] });
  expect(readFileSync(out, "utf8").trim().split("\r\n")).toEqual(csv);
});

test("an empty list is said with what leads to others, in a pipe beside the headings", async () => {
  const { desk } = await ofSpring();
  expect(await onScreen(desk, 80, { month: "2026-01" })).toBe(
    "Documents issued in 2026-01 (SANDBOX)\nNone.\nOther months: selfbill list --month YYYY-MM. All of them: selfbill list --all\n",
  );
  expect(screen(await list(desk, "", { month: "2026-01" }), "pipe")).toMatch(/^Number\tKind\t[^\n]*\n$/);
  const said = desk.said.length;
  await list(Object.assign(Object.create(desk), { asJson: true }), "", { month: "2026-01" });
  expect(desk.said).toHaveLength(said);
  expect(desk.said.at(-1)).toContain("The journal has no documents issued in 2026-01. Other months:");
});

test("--service brings states up to date, and shows what this journal does not have", async () => {
  const { desk, clock, sandbox } = await ofSpring();
  const body = JSON.stringify(invoiceBody({ document_number: "SB-9" }));
  expect(await sandbox.seed([{ kind: "invoice", body }])).toEqual(new Map());
  clock.advance(3600);
  const { documents } = told(await list(desk, "", { all: true, service: true }));
  const states = documents.map((each: Record<string, unknown>) => [each.document_number, each.stage, each.source]);
  expect(states).toContainEqual(["SB-3", "approved", "journal"]);
  expect(states).toContainEqual(["SB-9", expect.anything(), "service"]);
  const { documents: later } = told(await list(desk, "sb-3"));
  expect(later[0]).toMatchObject({ stage: "approved", overall_status: "APPROVED" });
});
