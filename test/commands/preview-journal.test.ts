import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { preview } from "../../src/commands/preview.ts";
import type { Report } from "../../src/report/index.ts";
import { noRates, previewWords } from "../support/create-options.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
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
  expect(page).toMatch(/VAT on the difference .{0,30} \(AED\) 25\.00/);
  expect(page).toContain("SANDBOX");
  expect(screen(await run(desk, [id]))).toContain("SBC-2");
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
