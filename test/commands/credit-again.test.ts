import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cancel } from "../../src/commands/cancel.ts";
import { correct } from "../../src/commands/correct.ts";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { due } from "../../src/commands/due.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, from, screen, shop, wrongTrn } from "../support/shop.ts";

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
 * Returns a desk that has sent invoice SB-1, which is approved, and credit note CN-1 for all of SB-1, which is
 * rejected; their status has not been requested yet.
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

describe("a document that exists and is known to be rejected does not look like done when it is sent again", () => {
  const rejected = async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, invoice({ document_number: "SB-1", ...from("1999999913") }));
    await ask(desk, ["SB-1"]);
    await credit(desk, [], { from: "SB-1", reason: "DL8.61.1.A" });
    clock.advance(20);
    await ask(desk, [], { all: true });
    return desk;
  };
  const again = (desk: ServiceDesk, more: Given<typeof createInvoice> = {}) =>
    runCommand(createInvoice, desk, [join(desk.folder, "SB-1.yaml")], { yes: true, sendAnyway: true, ...more });
  const saidOf = (report: Report) => problemsOf(report).filter(({ code }) => code === "peppol-refused");

  test("a credit note that takes back nothing", async () => {
    const desk = await rejected();
    const report = await runCommand(cancel, desk, ["SB-1"], { yes: true, reason: "DL8.61.1.A" });
    expect(saidOf(report)).toMatchObject([
      {
        severity: "error",
        message:
          "Nothing was sent: this document exists as SBX-CN-000002, and it was rejected (REJECTED); this is final, so it takes back nothing.",
        hint: "Write its corrected copy, which is a new document: selfbill correct SBX-CN-000002",
      },
    ]);
    expect(screen(report)).toContain("✗ The document already exists, as SBX-CN-000002, and is REJECTED");
  });

  test("an invoice, also in a dry run, until its corrected copy exists", async () => {
    const desk = await rejected();
    const says = {
      message: "Nothing was sent: this document exists as SB-1, and it was rejected (REJECTED); this is final.",
      hint: "Write its corrected copy, which is a new document: selfbill correct SB-1",
    };
    for (const dryRun of [false, true]) expect(saidOf(await again(desk, { dryRun }))).toMatchObject([says]);
    const copy = { corrects: "SB-1", ...invoice({ document_number: "SB-2", ...from(good) }) };
    await runCommand(due, desk, ["SB-1"], { done: "settled with the service" });
    await create(desk, copy as SelfBilledDocument);
    const report = await again(desk);
    expect(saidOf(report)).toEqual([]);
    expect(screen(report)).toContain("✓ The document already exists, as SB-1");
  });

  test("one that failed in validation", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, invoice({ document_number: "SB-1", ...wrongTrn() }));
    clock.advance(20);
    await ask(desk, ["SB-1"]);
    expect(saidOf(await again(desk))).toMatchObject([
      {
        message:
          "Nothing was sent: this document exists as SB-1, and it failed the Peppol validation (VALIDATION_FAILED) and was not delivered.",
        hint: "Correct its file, then: selfbill resubmit SB-1",
      },
    ]);
  });
});

test("a credit note in doubt that the service shows is to be resolved, and is not counted against itself", async () => {
  const { desk, sandbox, clock } = await shop({}, { sameClock: true });
  await create(desk, invoice({ document_number: "SB-1" }));
  clock.advance(20);
  const lost = { faults: [{ fault: "created-but-lost", method: "POST" }] };
  await sandbox.call("POST", "/sandbox/faults", lost);
  const whole = () => runCommand(cancel, desk, ["SB-1"], { yes: true, reason: "DL8.61.1.A" });
  expect((await whole()).outcome).toBe("in_doubt");
  const [doubt] = given(await desk.openedJournal.doubts());
  const part = () => credit(desk, [], { from: "SB-1", reason: "DL8.61.1.A", line: ["1=2"] });
  for (const again of [whole, part]) {
    const report = await again();
    expect(ended(report)).toEqual([
      "in_doubt",
      "still-in-doubt",
      "Nothing was sent: an earlier run sent a credit note of SB-1, and it may or may not have been created. The service shows SBX-CN-000002.",
    ]);
    expect(problemsOf(report)[0]?.hint).toBe(`Resolve it first: selfbill resolve ${doubt?.attempt} --check`);
  }
});
