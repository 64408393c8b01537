import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { correct } from "../../src/commands/correct.ts";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { livesIn } from "../../src/life/index.ts";
import { ok } from "../../src/problem/index.ts";
import { readDocument } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, from, screen, shop, wrongTrn } from "../support/shop.ts";

test("a rejected invoice is written anew without its number, with the reasons and the next commands", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, invoice({ document_number: "SB-1", ...from("1999999970") }));
  clock.advance(2 * 24 * 3600);
  const out = join(temporaryFolder(), "next.yaml");
  const report = await runCommand(correct, desk, ["SB-1"], { out });
  expect(report.outcome, JSON.stringify(report.problems)).toBe("done");
  const text = readFileSync(out, "utf8");
  const [title = "", ...head] = text.split("\n").filter((line) => line.startsWith("#"));
  expect(title).toBe("# A corrected copy of the self-billed invoice SB-1, which was rejected.");
  expect(head.slice(0, 2)).toEqual([
    expect.stringContaining("Rejected by the other side (C3): syntax violation (SV): "),
    expect.stringContaining("Rejected by the tax authority (C5): rule violation (BV): "),
  ]);
  const copy = readDocument(Buffer.from(text), "next.yaml", "invoice");
  if (!copy.ok) throw new Error(JSON.stringify(copy.problems));
  const { document_number: _, ...sent } = invoice({ ...from("1999999970") });
  expect(copy.value.document).toMatchObject({ document_lines: [{ name: sent.document_lines?.[0]?.name }] });
  expect(copy.value.document.document_number).toBeUndefined();
  expect(screen(report)).toMatch(/Its dates\s+issue date 2026-06-15, due date 2026-07-15, as before/);
  expect(screen(report)).toContain("The tax authority did not accept it, so it never counted");
  expect(report.view).toMatchObject({ data: { corrects: "SB-1", tax_authority_accepted: false, credit: null } });
});

test("what is not final is refused, and what failed in validation is corrected under its number", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, creditNote({ document_number: "CN-1" }));
  await create(desk, creditNote({ document_number: "CN-2", ...wrongTrn() }));
  await create(desk, creditNote({ document_number: "CN-3", ...from("1999999939") }));
  clock.advance(10);
  const of = async (number: string) => {
    const { outcome, problems } = await runCommand(correct, desk, [number]);
    return [outcome, problems[0]?.message, problems[0]?.hint];
  };
  expect(await of("CN-1")).toEqual([
    "usage",
    "CN-1 is an approved credit note: no document takes it back.",
    expect.stringContaining("selfbill new invoice"),
  ]);
  expect((await of("CN-2"))[2]).toBe("Correct its file, then: selfbill resubmit CN-2");
  expect(await of("CN-3")).toEqual([
    "usage",
    "CN-3 is not final: its status is PENDING.",
    "Wait for its result: selfbill status CN-3 --watch",
  ]);
});

describe("an approved invoice that is wrong", () => {
  const fix = { what: "amount", reason: "DL8.61.1.E" } as const;

  async function approved(answer?: boolean) {
    const { desk, clock, sandbox } = await shop({}, { sameClock: true });
    const id = await create(desk, invoice({ document_number: "SB-1" }));
    clock.advance(10);
    await ask(desk, ["SB-1"]);
    const out = join(desk.folder, "copy.yaml");
    const person =
      answer === undefined ? desk : { ...desk, ask: { ...desk.ask, possible: true, confirm: async () => ok(answer) } };
    return { desk: person as ServiceDesk, clock, sandbox, id, out };
  }

  async function lifeOf(id: string, desk: ServiceDesk) {
    const past = given(await desk.openedJournal.tries.last("id", id, () => true));
    if (past === undefined) throw new Error("unknown");
    const lives = given(await livesIn(desk.openedJournal, { now: Date.parse(past.at), tellsStatus: () => true }));
    return given(await lives.of(past));
  }

  const edited = (out: string): void => {
    const text = readFileSync(out, "utf8");
    expect(text).toMatch(/^corrects: "?SB-1"?$/m);
    writeFileSync(out, text.replace(/quantity: "?40"?/, "quantity: 39"));
  };
  const send = (desk: ServiceDesk, change = {}) =>
    runCommand(correct, desk, ["SB-1"], { send: true, yes: true, ...change });

  test("gets a credit note and a copy in two files; until both exist it is open; the credit note goes first", async () => {
    const { desk, id, out } = await approved();
    const report = await runCommand(correct, desk, ["SB-1"], { ...fix, out });
    expect([report.outcome, report.problems]).toEqual(["done", []]);
    expect(screen(report)).not.toContain("Its dates");
    expect(screen(report)).toContain("Federal Decree-Law No. 8 of 2017, Article 62(2)");
    expect((await lifeOf(id, desk)).owed).toBe("correction");
    const unchanged = await send(desk);
    expect([unchanged.outcome, unchanged.problems[0]?.message]).toEqual([
      "usage",
      expect.stringMatching(/^Nothing was sent: .*copy\.yaml was not changed/),
    ]);
    expect((await lifeOf(id, desk)).credits).toEqual([]);
    edited(out);
    const sent = await send(desk);
    expect([sent.outcome, sent.problems]).toEqual(["done", []]);
    const { owed, credited, correctedBy } = await lifeOf(id, desk);
    // Its credit note takes nothing off before it is approved.
    expect([owed, credited?.left.toFixed(), correctedBy.length]).toEqual([undefined, "10500", 1]);
    const again = await send(desk);
    expect(again.outcome).toBe("done");
    expect((await lifeOf(id, desk)).credits).toHaveLength(1);
    const once = await runCommand(correct, desk, ["SB-1"], { ...fix, out: `${out}.2` });
    expect(once.problems[0]?.code).toBe("corrected-before");
  });

  test("what was credited before is not billed again by the copy, and the sum of both subtracts the credit note", async () => {
    const { desk, out, clock } = await approved();
    const some = {
      billing_reference: [{ id: "SB-1", issue_date: "2026-06-15" }],
      document_lines: [line({ quantity: "2" })],
    };
    await create(desk, creditNote({ document_number: "CN-1", ...some }));
    clock.advance(10);
    const report = await runCommand(correct, desk, ["SB-1"], { ...fix, out });
    expect([report.outcome, screen(report)]).toEqual(["done", expect.stringContaining("CN-1 took back a part before")]);
    const copy = readFileSync(out, "utf8");
    expect(copy).toMatch(/quantity: "?38"?\n/);
    expect(copy).toContain("# It has what was left: CN-1 took back a part before.");
    const note = readFileSync(join(desk.folder, "SB-1-credit.yaml"), "utf8");
    for (const file of [copy, note]) expect(file).toMatch(/^# .*selfbill correct SB-1 --send/m);
    expect(note).not.toContain("create-credit-note with");
    writeFileSync(out, copy.replace(/quantity: "?38"?/, "quantity: 37"));
    const sent = await send(desk);
    expect([sent.outcome, sent.problems]).toEqual(["done", []]);
    // The copy was sent with 37 boxes; the credit note is subtracted from the total of both documents.
    expect(screen(sent, "pipe")).toMatch(/^Credit notes subtracted:\n.*\nAED\t2\t-[\d.]+\t-[\d.]+\t-[\d.]+$/m);
  });

  test("the copy is not sent while its credit note is not known to exist; the run after goes on", async () => {
    const { desk, id, out, sandbox } = await approved();
    expect((await runCommand(correct, desk, ["SB-1"], { ...fix, out })).outcome).toBe("done");
    edited(out);
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
    const stopped = await send(desk);
    expect(stopped.outcome).toBe("in_doubt");
    expect(stopped.problems.at(-1)).toMatchObject({ code: "correction-held", severity: "warning" });
    const { owed, correctedBy, credits } = await lifeOf(id, desk);
    expect([owed, correctedBy, credits.map(({ stage }) => stage)]).toEqual(["correction", [], ["in-doubt"]]);
  });

  test("the copy waits for a credit note that takes something back, and follows one that stands in for a rejected one", async () => {
    const { desk, id, out, sandbox, clock } = await approved();
    expect((await runCommand(correct, desk, ["SB-1"], { ...fix, out })).outcome).toBe("done");
    edited(out);
    const note = join(desk.folder, "SB-1-credit.yaml");
    const good = readFileSync(note, "utf8");
    writeFileSync(note, good.replaceAll("1002345674", "1999999970"));
    const alone = { yes: true, acceptChangedSupplier: true };
    expect((await runCommand(createCreditNote, desk, [note], alone)).outcome).toBe("done");
    clock.advance(20);
    const [credit] = given(await desk.openedJournal.ofFile(`sandbox:${sandbox.businessProfileId}`, note));
    await ask(desk, [credit?.documentNumber ?? ""]);
    const held = await send(desk);
    expect(held.problems[0]).toMatchObject({
      code: "correction-held",
      message: expect.stringContaining("Nothing was sent"),
      hint: `Correct that one first: selfbill correct ${credit?.documentNumber}`,
    });
    expect((await lifeOf(id, desk)).correctedBy).toEqual([]);
    const other = { from: "SB-1", reason: "DL8.61.1.E", yes: true };
    expect((await runCommand(createCreditNote, desk, [], other)).outcome).toBe("done");
    const sent = await send(desk);
    expect([sent.outcome, sent.problems]).toEqual(["done", []]);
    expect(await lifeOf(id, desk)).toMatchObject({ owed: undefined, correctedBy: [{}] });
  });

  test("a credit note made beside it for all of the invoice is not doubled: only the copy is sent", async () => {
    const { desk, id, out } = await approved();
    expect((await runCommand(correct, desk, ["SB-1"], { ...fix, out })).outcome).toBe("done");
    edited(out);
    const beside = { from: "SB-1", reason: "DL8.61.1.E", yes: true };
    expect((await runCommand(createCreditNote, desk, [], beside)).outcome).toBe("done");
    expect((await lifeOf(id, desk)).owed).toBe("correction");
    const said: string[] = [];
    const sent = await send({ ...desk, say: (line: string) => void said.push(line) });
    expect([sent.outcome, sent.problems]).toEqual(["done", []]);
    expect(said.join()).toMatch(/credits all of SB-1 already.*only the corrected copy is/);
    expect(await lifeOf(id, desk)).toMatchObject({ owed: undefined, credits: [{}], correctedBy: [{}] });
  });

  test("a credit note made beside it for a part stops it, with how to end it; nothing is credited twice", async () => {
    const { desk, id, out } = await approved();
    expect((await runCommand(correct, desk, ["SB-1"], { ...fix, out })).outcome).toBe("done");
    edited(out);
    const beside = { from: "SB-1", reason: "DL8.61.1.E", line: ["1=4"], yes: true };
    expect((await runCommand(createCreditNote, desk, [], beside)).outcome).toBe("done");
    const held = await send(desk);
    expect(held.problems).toMatchObject([
      {
        code: "correction-held",
        message: expect.stringMatching(/^Nothing was sent: .* took back a part of SB-1 after/),
      },
    ]);
    expect(held.problems[0]?.hint).toContain('selfbill due SB-1 --done "HOW"');
    expect(await lifeOf(id, desk)).toMatchObject({ owed: "correction", credits: [{}], correctedBy: [] });
  });

  test("all of it taken back beside a correction without a copy leaves nothing to send", async () => {
    const { desk, id, out } = await approved();
    expect((await runCommand(correct, desk, ["SB-1"], { ...fix, what: "all", out })).outcome).toBe("done");
    const beside = { from: "SB-1", reason: "DL8.61.1.E", yes: true };
    expect((await runCommand(createCreditNote, desk, [], beside)).outcome).toBe("done");
    const sent = await send(desk);
    expect([sent.outcome, screen(sent)]).toEqual(["done", expect.stringContaining("nothing of it is left to credit")]);
    expect(await lifeOf(id, desk)).toMatchObject({ owed: undefined, credits: [{}] });
  });

  test("a copy with the issue date of the original is named before the question and in the result, and is sent", async () => {
    const { desk, id, out, clock } = await approved(false);
    clock.advance(2 * 24 * 3600);
    const begun = await runCommand(correct, desk, ["SB-1"], { ...fix, out });
    expect(screen(begun)).toMatch(/Its dates\s+issue date 2026-06-15, due date 2026-07-15, as before/);
    edited(out);
    const shown: Report[] = [];
    await send({ ...desk, announce: (each: Report) => void shown.push(each) }, { yes: false });
    const says = "The copy has the issue date of SB-1, 2026-06-15; its due date is 2026-07-15.";
    expect(shown.map((each) => screen(each).replace(/\s+/g, " ").includes(says))).toEqual([false, true]);
    const sent = await send(desk);
    expect([sent.outcome, screen(sent).replace(/\s+/g, " ")]).toEqual(["done", expect.stringContaining(says)]);
    expect((await lifeOf(id, desk)).correctedBy).toHaveLength(1);
  });

  test("both are shown before one question, and a no sends nothing", async () => {
    const { desk, id, out } = await approved(false);
    expect((await runCommand(correct, desk, ["SB-1"], { ...fix, out })).outcome).toBe("done");
    edited(out);
    const shown: Report[] = [];
    const report = await send({ ...desk, announce: (each: Report) => void shown.push(each) }, { yes: false });
    expect([report.outcome, shown.length]).toEqual(["declined", 2]);
    expect(await lifeOf(id, desk)).toMatchObject({ owed: "correction", credits: [], correctedBy: [] });
  });

  test("what is wrong has to be said, the difference needs no copy, and nothing is sent before it was begun", async () => {
    const { desk, id } = await approved();
    const problemOf = async (options: Given<typeof correct>) =>
      (await runCommand(correct, desk, ["SB-1"], options)).problems[0]?.message;
    expect(await problemOf({ reason: "DL8.61.1.E" })).toContain("--what says what is wrong");
    expect(await problemOf({ ...fix, reason: undefined })).toBe("A credit note needs its reason.");
    expect((await send(desk)).problems[0]?.message).toBe("Nothing was sent: no correction of SB-1 was begun.");
    const out = join(desk.folder, "d.yaml");
    const report = await runCommand(correct, desk, ["SB-1"], { ...fix, line: ["1=4"], out });
    expect([report.outcome, report.view]).toMatchObject(["done", { data: { copy: null } }]);
    expect((await send(desk)).outcome).toBe("done");
    expect((await lifeOf(id, desk)).owed).toBeUndefined();
  });
});
