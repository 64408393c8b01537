import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cancel } from "../../src/commands/cancel.ts";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { ok } from "../../src/problem/index.ts";
import type { Report } from "../../src/report/index.ts";
import { invoice } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { type ServiceDesk, serviceDesk } from "../support/service-desk.ts";
import { create, shop } from "../support/shop.ts";
import { SettableClock, startTestSandbox } from "../support/start-sandbox.ts";

type Words = Given<typeof createCreditNote>;
const returned = { yes: true, acceptChangedSupplier: true, from: "SB-1", reason: "DL8.61.1.D" };
const credit = (desk: ServiceDesk, more: Words = {}): Promise<Report> =>
  runCommand(createCreditNote, desk, [], { ...returned, line: ["1=2"], ...more });
const results = ({ view }: Report) => (view.view === "submissions" ? view.results : []);
const problemsOf = (report: Report) => [...report.problems, ...results(report).flatMap(({ problems }) => problems)];
const errorsOf = (report: Report) => problemsOf(report).filter(({ severity }) => severity === "error");
const count = async (desk: ServiceDesk) => given(await desk.openedJournal.tries.count({ kind: "credit-note" }));
const lost = { faults: [{ fault: "created-but-lost", method: "POST" }] };

async function withInvoice() {
  const { desk, sandbox, clock } = await shop({}, { sameClock: true });
  await create(desk, invoice({ document_number: "SB-1" }));
  return { desk, sandbox, clock };
}

/** The same desk, where a person answers every question alike. */
const asked = (desk: ServiceDesk, answer: boolean): ServiceDesk => ({
  ...desk,
  ask: { ...desk.ask, possible: true, confirm: async () => ok(answer) },
});

describe("a part of an invoice that was credited before, on the same day", () => {
  test("is refused in scripts, naming the first credit note and the two ways on", async () => {
    const { desk } = await withInvoice();
    const [first] = results(await credit(desk));
    const again = await credit(desk, { allowSimilar: true });
    expect(again.outcome).toBe("duplicate");
    expect(errorsOf(again)).toMatchObject([
      {
        code: "supply-billed",
        message: `Nothing was sent: ${first?.documentNumber} of 2026-06-15 takes back the same of SB-1: 2 boxes (XBX) of Ceramic floor tile.`,
        hint: `If this is that credit note, there is nothing to do. If it is another part, add --part-of ${first?.documentNumber}.`,
      },
    ]);
    expect(await count(desk)).toBe(1);
  });

  test("is another credit note if the first one is named, and the same command then finds its own", async () => {
    const { desk } = await withInvoice();
    const [first] = results(await credit(desk));
    const another = () => credit(desk, { partOf: [first?.documentNumber ?? ""] });
    const [second] = results(await another());
    expect(second).toMatchObject({ outcome: "done" });
    expect(second?.id).not.toBe(first?.id);
    expect(results(await another())).toMatchObject([{ outcome: "done", id: second?.id, replayed: true }]);
    expect(await count(desk)).toBe(2);
    const third = await credit(desk);
    expect(errorsOf(third)[0]?.hint).toContain(
      `add --part-of ${first?.documentNumber} --part-of ${second?.documentNumber}.`,
    );
    const some = await credit(desk, { partOf: [second?.documentNumber ?? ""] });
    expect([some.outcome, ...errorsOf(some).map(({ code }) => code)]).toEqual(["duplicate", "supply-billed"]);
    const both = await credit(desk, { partOf: [first?.documentNumber ?? "", second?.documentNumber ?? ""] });
    expect(both.outcome).toBe("done");
    expect(await count(desk)).toBe(3);
  });

  test("is asked about at a terminal", async () => {
    const { desk } = await withInvoice();
    await credit(desk);
    const no = await credit(asked(desk, false));
    expect(errorsOf(no)).toMatchObject([{ code: "declined" }]);
    expect(await count(desk)).toBe(1);
    expect((await credit(asked(desk, true))).outcome).toBe("done");
    expect(await count(desk)).toBe(2);
  });

  test("is told in a dry run and in the file that is written", async () => {
    const { desk } = await withInvoice();
    await credit(desk);
    const rehearsed = await credit(desk, { yes: false, dryRun: true });
    expect(problemsOf(rehearsed)).toContainEqual(
      expect.objectContaining({ code: "supply-billed", severity: "warning" }),
    );
    const out = join(desk.folder, "c.yaml");
    const written = await credit(desk, { yes: false, out });
    expect(problemsOf(written)).toContainEqual(expect.objectContaining({ code: "supply-billed", severity: "warning" }));
    expect(readFileSync(out, "utf8")).toContain("takes back the same of SB-1");
  });

  test("in a file is that file's document, as before", async () => {
    const { desk } = await withInvoice();
    const out = join(desk.folder, "c.yaml");
    await credit(desk, { yes: false, out });
    const send = () => runCommand(createCreditNote, desk, [out], { yes: true, acceptChangedSupplier: true });
    const [first] = results(await send());
    expect(results(await send())).toMatchObject([{ outcome: "done", id: first?.id, replayed: true }]);
    expect((await credit(desk)).outcome).toBe("duplicate");
    expect(await count(desk)).toBe(1);
  });

  test("that was made by another computer is found at the service", async () => {
    const clock = new SettableClock();
    const sandbox = await startTestSandbox({ clock });
    const [one, other] = [serviceDesk(sandbox, { clock }), serviceDesk(sandbox, { clock })];
    await create(one, invoice({ document_number: "SB-1" }));
    expect((await credit(one)).outcome).toBe("done");
    for (const issueDate of [undefined, "2026-06-16"]) {
      const again = await credit(other, { issueDate });
      expect([again.outcome, errorsOf(again)[0]?.code]).toEqual(["duplicate", "supply-billed"]);
    }
  });
});

test("all that is left is another part, although it is as much as the part before", async () => {
  const { desk } = await shop({}, { sameClock: true }).then(async (opened) => {
    const [line] = invoice().document_lines ?? [];
    await create(opened.desk, invoice({ document_number: "SB-1", document_lines: [{ ...line, quantity: "4" }] }));
    return opened;
  });
  const [first] = results(await credit(desk));
  const rest = await runCommand(cancel, desk, ["SB-1"], { yes: true, reason: "DL8.61.1.D" });
  expect(results(rest)).toMatchObject([{ outcome: "done" }]);
  expect(results(rest)[0]?.id).not.toBe(first?.id);
  expect(errorsOf(await runCommand(cancel, desk, ["SB-1"], { yes: true, reason: "DL8.61.1.D" }))).toMatchObject([
    { code: "over-credited" },
  ]);
  expect(await count(desk)).toBe(2);
});

test("a line without a quantity is asked about where another line has its item, and so is a price difference", async () => {
  const { desk } = await shop({}, { sameClock: true });
  const [line] = invoice().document_lines ?? [];
  await create(desk, invoice({ document_number: "SB-1", document_lines: [{ ...line }, { ...line }, { ...line }] }));
  expect((await credit(desk, { line: ["1"] })).outcome).toBe("done");
  expect(errorsOf(await credit(desk, { line: ["1"] }))).toMatchObject([{ code: "supply-billed" }]);
  const price: Words = { reason: "DL8.61.1.C", line: ["2"], allowSimilar: true };
  const [first] = results(await credit(desk, { ...price, line: ["2=3"] }));
  expect(first).toMatchObject({ outcome: "done" });
  const again = await credit(desk, { ...price, line: ["2=3"] });
  expect(errorsOf(again)).toMatchObject([{ code: "supply-billed" }]);
  expect(await count(desk)).toBe(2);
});

test("a number of one's own says which document is meant", async () => {
  const { desk } = await withInvoice();
  const [first] = results(await credit(desk, { documentNumber: "CN-7" }));
  expect(first).toMatchObject({ outcome: "done" });
  expect(results(await credit(desk, { documentNumber: "CN-7" }))).toMatchObject([{ id: first?.id, replayed: true }]);
  expect((await credit(desk, { documentNumber: "CN-8" })).outcome).toBe("duplicate");
  const other = await credit(desk, { documentNumber: "CN-8", allowSimilar: true });
  expect(results(other)).toMatchObject([{ outcome: "done", documentNumber: "CN-8" }]);
  expect(await count(desk)).toBe(2);
});

describe("a first try that did not end well is gone on with, and never made a second time", () => {
  test("in doubt: it is to be resolved first, on another day too, and whatever is named", async () => {
    const { desk, sandbox } = await withInvoice();
    await sandbox.call("POST", "/sandbox/faults", lost);
    expect((await credit(desk)).outcome).toBe("in_doubt");
    const [doubt] = given(await desk.openedJournal.doubts());
    for (const more of [{}, { partOf: [doubt?.attempt ?? ""] }, { issueDate: "2026-06-14" }, { yes: false }]) {
      const again = await credit(more.yes === false ? asked(desk, true) : desk, more);
      expect([again.outcome, ...errorsOf(again).map(({ code }) => code)]).toEqual(["in_doubt", "still-in-doubt"]);
      expect(errorsOf(again)[0]?.hint).toBe(`Resolve it first: selfbill resolve ${doubt?.attempt} --check`);
    }
    const rehearsed = problemsOf(await credit(desk, { yes: false, dryRun: true }));
    expect(rehearsed).toContainEqual(expect.objectContaining({ code: "still-in-doubt", severity: "warning" }));
    expect(rehearsed).not.toContainEqual(expect.objectContaining({ code: "supply-billed" }));
    expect(await count(desk)).toBe(1);
  });

  test("not sent: the same command sends it", async () => {
    const { desk, sandbox } = await withInvoice();
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "rate-limited", method: "POST" }] });
    expect((await credit(desk, { noWait: true })).outcome).toBe("not_sent");
    expect((await credit(desk)).outcome).toBe("done");
    expect((await credit(desk)).outcome).toBe("duplicate");
  });
});
