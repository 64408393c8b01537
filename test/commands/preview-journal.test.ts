import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { previewOf } from "../../src/commands/preview.ts";
import { ok } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, inDollars, invoice, line } from "../support/documents.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, screen, shop } from "../support/shop.ts";

const preview = previewOf([]);

const run = (desk: ServiceDesk, words: string[], options: Given<typeof preview> = {}): Promise<Report> =>
  runCommand(preview, desk, words, options);

const words = (file: string): string =>
  readFileSync(file, "utf8")
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

test("by number: the page of what was sent, with the credit note's box from the journal", async () => {
  const { desk, clock } = await shop();
  await create(desk, invoice());
  await create(desk, creditNote());
  const second = creditNote({ document_number: "SBC-2", document_lines: [line({ quantity: "2" })] });
  const id = await create(desk, second);
  clock.advance(3_600);
  await ask(desk, [id]);
  const out = join(desk.folder, "two.html");
  expect((await run(desk, ["SBC-2"], { html: out })).outcome).toBe("done");
  const page = words(out);
  expect(page).toMatch(/Value on the original invoice .{0,40} 10,000\.00/);
  expect(page).toMatch(/less earlier credit notes .{0,40} −1,000\.00/);
  expect(page).toMatch(/Corrected value .{0,40} 8,500\.00 Difference .{0,20} 500\.00/);
  expect(page).toMatch(/VAT on the difference \(AED\) .{0,30} 25\.00/);
  expect(page).toContain("SANDBOX");
  expect(screen(await run(desk, [id]))).toContain("SBC-2");
});

/** Returns the text of the page for a credit note's file, and the warnings that some credits could not be counted. */
async function boxOf(desk: ServiceDesk, change: Parameters<typeof creditNote>[0]) {
  const file = desk.file("note.yaml", writeYaml(creditNote(change), "credit-note"));
  const html = `${file}.html`;
  const report = await run(desk, [file], { html, force: true });
  const told = report.problems.filter(({ code }) => code === "credits-uncounted");
  return { page: words(html), told: told.map(({ message }) => message) };
}

test("by file: the credit note's box from the journal, before it is sent and after", async () => {
  const { desk } = await shop();
  await create(desk, invoice());
  await create(desk, creditNote());
  const second = { document_number: "SBC-2", document_lines: [line({ quantity: "2" })] };
  for (const after of ["before", "after"]) {
    const { page, told } = await boxOf(desk, second);
    expect(told, after).toEqual([]);
    expect(page).toMatch(/Value on the original invoice .{0,40} 10,000\.00/);
    expect(page).toMatch(/less earlier credit notes .{0,40} −1,000\.00/);
    expect(page).toMatch(/Corrected value .{0,40} 8,500\.00 Difference .{0,20} 500\.00/);
    if (after === "before") await create(desk, creditNote(second));
  }
  await create(desk, creditNote({ document_number: "SBC-3", document_lines: [line({ quantity: "1" })] }));
  expect((await boxOf(desk, second)).page, "a later one is not an earlier one").toMatch(/−1,000\.00/);
});

const other = { id: "SB-2", issue_date: "2026-06-15" };

test.each([
  [
    "the invoice is not in the journal",
    async () => {},
    { billing_reference: [other] },
    "does not have the invoice SB-2",
  ],
  [
    "an earlier credit note may or may not exist",
    async ({ desk, sandbox }: Awaited<ReturnType<typeof shop>>) => {
      await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
      await expect(create(desk, creditNote())).rejects.toThrow("answer-lost");
    },
    { document_number: "SBC-2" },
    "the credit note SBC-2026-0001 may or may not exist",
  ],
  [
    "an earlier credit note corrects another invoice too",
    async ({ desk }: Awaited<ReturnType<typeof shop>>) => {
      await create(desk, invoice({ document_number: "SB-2" }));
      const [first] = creditNote().billing_reference ?? [];
      await create(desk, creditNote({ billing_reference: [first ?? {}, other] }));
    },
    { document_number: "SBC-2" },
    "SBC-2026-0001 corrects other invoices too",
  ],
  [
    "an earlier credit note is in another currency",
    async ({ desk }: Awaited<ReturnType<typeof shop>>) => {
      await create(desk, creditNote({ ...inDollars, document_lines: [line({ quantity: "1" })] }));
    },
    { document_number: "SBC-2" },
    "SBC-2026-0001 is in USD, not in AED",
  ],
  [
    "the invoice is in another currency",
    async () => {},
    { document_currency_code: "USD", tax_exchange_rate: inDollars.tax_exchange_rate },
    "is in AED, not in USD",
  ],
])("by file: no corrected value is printed where %s, and that is told", async (_, before, change, says) => {
  const place = await shop();
  await create(place.desk, invoice());
  await before(place);
  const { page, told } = await boxOf(place.desk, change);
  expect(told).toEqual([expect.stringContaining(says)]);
  expect(page).toMatch(/Corrected value .{0,40} that value less this difference/);
  expect(page).not.toMatch(/less earlier credit notes/);
});

/** `quantity` boxes at 250.00 each. */
const boxes = (quantity: string) => ({ document_lines: [line({ quantity })] });
const both = { billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-15" }, other] };

test.each([
  {
    of: "several earlier credit notes: 10,000 less 1,000, 500 and 250, less 2,000",
    earlier: [
      creditNote(),
      creditNote({ document_number: "SBC-B", ...boxes("2") }),
      creditNote({ document_number: "SBC-C", ...boxes("1") }),
    ],
    note: boxes("8"),
    box: ["10,000.00", "−1,750.00", "6,250.00", "2,000.00", "100.00"],
  },
  {
    of: "all that is left: 10,000 less 1,000, less 9,000",
    earlier: [creditNote()],
    note: boxes("36"),
    box: ["10,000.00", "−1,000.00", "0.00", "9,000.00", "450.00"],
  },
  {
    of: "a correction of 0.00: 10,000 less 1,000 stays 9,000",
    earlier: [creditNote()],
    note: { document_lines: [line({ quantity: "4", price: { base_amount: "0", base_quantity: "1" } })] },
    box: ["10,000.00", "−1,000.00", "9,000.00", "0.00", "0.00"],
  },
  {
    of: "two invoices with a credit note each: 20,000 less 1,000 and 500, less 250",
    earlier: [creditNote(), creditNote({ document_number: "SBC-B", billing_reference: [other], ...boxes("2") })],
    note: { ...both, ...boxes("1") },
    box: ["20,000.00", "−1,500.00", "18,250.00", "250.00", "12.50"],
  },
  {
    of: "US dollars: 10,000 less 500, less 1,000, and its tax of 50 at 3.6725",
    earlier: [
      creditNote({ document_number: "SBC-B", ...inDollars, billing_reference: [{ id: "SB-USD" }], ...boxes("2") }),
    ],
    note: { ...inDollars, billing_reference: [{ id: "SB-USD", issue_date: "2026-06-15" }] },
    box: ["10,000.00", "−500.00", "8,500.00", "1,000.00", "183.63"],
  },
])("Article 60 by hand, $of", async ({ earlier, note, box }) => {
  const { desk } = await shop();
  await create(desk, invoice());
  await create(desk, invoice({ document_number: "SB-2", ...boxes("40") }));
  await create(desk, invoice({ document_number: "SB-USD", ...inDollars }));
  for (const each of earlier) await create(desk, each);
  const { page, told } = await boxOf(desk, { document_number: "SBC-X", ...note });
  expect(told).toEqual([]);
  const [original, before, corrected, difference, tax] = box;
  const labels = [`invoice .{0,40} ${original}`, `notes .{0,40} ${before}`, `Corrected value .{0,40} ${corrected}`];
  for (const each of [...labels, `Difference .{0,20} ${difference}`, `\\(AED\\) .{0,30} ${tax}`])
    expect(page).toMatch(new RegExp(`${each}(?![\\d,.])`));
});

test("Article 60: invoices and credit notes of another account with the same numbers are not counted", async () => {
  const { desk } = await shop();
  const there = await shop();
  const elsewhere = { ...there.desk, journal: async () => ok(desk.openedJournal) };
  await create(desk, invoice());
  await create(elsewhere, invoice({ ...boxes("30") }));
  await create(elsewhere, creditNote());
  const { page, told } = await boxOf(desk, { document_number: "SBC-X", ...boxes("8") });
  expect(told).toEqual([]);
  expect(page).toMatch(/original invoice .{0,40} 10,000\.00/);
  expect(page).not.toContain("less earlier credit notes");
});

test("by file: where nothing was sent yet no journal is made for it", async () => {
  const { desk } = await shop();
  const { told } = await boxOf({ ...desk, journalIsNew: async () => ok(true) }, {});
  expect(told).toEqual([expect.stringContaining("nothing was sent from this computer yet")]);
});

test("a month is a page for each document, several numbers too, and nothing is overwritten unasked", async () => {
  const { desk } = await shop();
  await create(desk, invoice({ document_number: "SB 1" }));
  await create(desk, invoice({ document_number: "SB-2", issue_date: "2026-05-31" }));
  const pages = join(desk.folder, "pages");
  await run(desk, [], { month: "2026-06", html: pages });
  expect(readdirSync(pages)).toEqual(["SB_1.html"]);
  expect((await run(desk, ["SB-2"], { html: pages })).outcome).toBe("done");
  expect((await run(desk, ["SB-2"], { html: pages })).problems[0]?.code).toBe("file-exists");
  expect(readdirSync(pages)).toEqual(["SB-2.html", "SB_1.html"]);
});

test("what nobody knows is told, and a file does not go with a number", async () => {
  const { desk } = await shop();
  await create(desk, invoice());
  expect((await run(desk, ["SB-9"])).problems[0]?.code).toBe("not-found");
  expect((await run(desk, ["SB-2026-0001", "a.yaml"])).outcome).toBe("usage");
});
