import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { correct } from "../../src/commands/correct.ts";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, from, shop } from "../support/shop.ts";

const [good, refusing] = ["1002345674", "1999999921"] as const;

const credit = (desk: ServiceDesk, words: string[], more: Given<typeof createCreditNote> = {}): Promise<Report> =>
  runCommand(createCreditNote, desk, words, { yes: true, acceptChangedSupplier: true, ...more });
const problemsOf = ({ view, problems }: Report) => [
  ...problems,
  ...(view.view === "submissions" ? view.results.flatMap((each) => each.problems) : []),
];
const ended = (report: Report): readonly unknown[] => [
  report.outcome,
  ...problemsOf(report).flatMap(({ code, message, severity }) => (severity === "error" ? [code, message] : [])),
];

/**
 * Invoice SB-1 was approved, and credit note CN-1 for all of SB-1 was rejected; its status has not been requested
 * yet.
 */
async function rejectedNote(extras: boolean) {
  const { desk, clock } = await shop({}, { sameClock: true, extras });
  await create(desk, invoice({ document_number: "SB-1", ...from(good) }));
  const note = { billing_reference: [{ id: "SB-1", issue_date: "2026-06-15" }], document_number: "CN-1" };
  await create(desk, creditNote({ ...note, document_lines: invoice().document_lines, ...from(refusing) }));
  clock.advance(20);
  return desk;
}

describe.each([true, false])("a credit note that was rejected, where the service shows documents: %s", (extras) => {
  test("has its corrected copy sent, which is not too much", async () => {
    const desk = await rejectedNote(extras);
    await ask(desk, ["CN-1"]);
    const out = join(desk.folder, "copy.yaml");
    expect(ended(await runCommand(correct, desk, ["CN-1"], { out }))).toEqual(["done"]);
    writeFileSync(out, readFileSync(out, "utf8").replaceAll(refusing, good));
    expect(ended(await credit(desk, [out]))).toEqual(["done"]);
    expect(given(await desk.openedJournal.tries.count({ kind: "credit-note" }))).toBe(2);
    const third = creditNote({
      document_number: "CN-3",
      billing_reference: [{ id: "SB-1", issue_date: "2026-06-15" }],
    });
    const more = await credit(desk, [desk.file("third.yaml", writeYaml(third, "credit-note"))]);
    expect(ended(more)).toEqual(["invalid", "over-credited", expect.stringContaining("Credited before: 40")]);
  });
});

test("a credit note of the invoice takes its place, also before anybody asked where the first stands", async () => {
  const desk = await rejectedNote(true);
  expect(ended(await credit(desk, [], { from: "SB-1", reason: "DL8.61.1.A" }))).toEqual(["done"]);
  expect(ended(await credit(desk, [], { from: "SB-1", reason: "DL8.61.1.A" }))).toContain("over-credited");
});
