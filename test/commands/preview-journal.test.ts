import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { preview } from "../../src/commands/preview.ts";
import { ok } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { noRates, previewWords } from "../support/create-options.ts";
import { creditNote, inDollars, invoice, line } from "../support/documents.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, plain, screen, shop } from "../support/shop.ts";

type Options = Parameters<typeof preview.run>[0]["options"];

const run = (desk: ServiceDesk, words: string[], options: Partial<Options> = {}): Promise<Report> =>
  preview.run({ words, options: { ...plain, ...noRates, ...previewWords, ...options } }, desk);

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

/** The box of Article 60 on the page of a file, and the warnings. */
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
  expect((await run(desk, ["a.yaml", "b.yaml"])).outcome).toBe("usage");
});
