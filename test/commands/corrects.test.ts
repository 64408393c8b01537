import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { correct } from "../../src/commands/correct.ts";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { due } from "../../src/commands/due.ts";
import { pastShape } from "../../src/commands/history/past-attempts.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { correctionNote, livesIn } from "../../src/life/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { ask, create, from, screen, shop, wrongTrn } from "../support/shop.ts";

type Desk = Awaited<ReturnType<typeof shop>>["desk"];

/** Sends without questions, as a script does. */
function send(desk: Desk, file: string, more: Given<typeof createInvoice> = {}): Promise<Report> {
  return runCommand(createInvoice, desk, [file], { yes: true, sendAnyway: true, ...more });
}

function sendAs(desk: Desk, name: string, document: object): Promise<Report> {
  return send(desk, desk.file(name, writeYaml(document as SelfBilledDocument, "invoice")));
}

function resultOf(report: Report) {
  if (report.view.view !== "submissions") throw new Error(JSON.stringify(report));
  const [result] = report.view.results;
  if (result === undefined) throw new Error(JSON.stringify(report.problems));
  return result;
}

const codesOf = (report: Report): string[] => resultOf(report).problems.map(({ code }) => code);
const stop = (report: Report) => resultOf(report).problems.find(({ severity }) => severity === "error");

/**
 * Returns a desk that has sent invoices with these numbers to a supplier with this TIN and has requested their status.
 */
async function rejected(tin = "1999999970", numbers: readonly string[] = ["SB-1"]) {
  const { desk, clock } = await shop({}, { sameClock: true });
  for (const number of numbers) await create(desk, invoice({ document_number: number, ...from(tin) }));
  clock.advance(20);
  for (const number of numbers) await ask(desk, [number], { invoice: true });
  return { desk, clock };
}

async function corrected(desk: Desk, number: string): Promise<string> {
  const out = join(desk.folder, `${number}-corrected.yaml`);
  const report = await runCommand(correct, desk, [number], { invoice: true, out });
  expect(report.outcome, JSON.stringify(report.problems)).toBe("done");
  return out;
}

async function lifeOf(desk: Desk, number: string) {
  const journal = desk.openedJournal;
  const past = given(await journal.tries.called(number)).at(-1);
  if (past === undefined) throw new Error(number);
  const lives = given(await livesIn(journal, { now: desk.now().getTime(), tellsStatus: () => true }));
  return given(await lives.of(past));
}

describe("the corrected copy of a rejected invoice", () => {
  test("names it, is sent by a script without a question, and deals with it", async () => {
    const { desk } = await rejected();
    const copy = await corrected(desk, "SB-1");
    expect(readFileSync(copy, "utf8")).toContain("\ncorrects: SB-1\n");
    const dry = await send(desk, copy, { dryRun: true });
    expect(screen(dry)).toMatch(/Stands in for\s+SB-1/);
    const mended = readFileSync(copy, "utf8").replaceAll("1999999970", "1002345674");
    writeFileSync(copy, mended);
    const report = await send(desk, copy);
    expect([report.outcome, codesOf(report)]).toEqual(["done", []]);
    const { id = "", documentNumber } = resultOf(report);
    const past = given(await desk.openedJournal.tries.last("id", id, () => true));
    const body = given(await desk.openedJournal.kept(past?.intent.bodyHash ?? ""));
    expect(body).toContain("document_lines");
    expect(body).not.toContain("corrects");
    expect(given(await desk.openedJournal.verify()).damage).toBeUndefined();
    const life = await lifeOf(desk, "SB-1");
    expect(life.dealt).toMatchObject({ how: "corrected", by: { id, called: documentNumber } });
    expect(life.owed).toBeUndefined();
    expect(past && pastShape.json({ past })).toMatchObject({ corrects: { document_number: "SB-1" } });

    const again = await send(desk, copy);
    expect(resultOf(again)).toMatchObject({ outcome: "done", replayed: true, id });
    const other = await sendAs(desk, "other.yaml", { corrects: "SB-1", ...invoice({ document_number: "SB-7" }) });
    expect(stop(other)).toMatchObject({
      code: "corrected-before",
      outcome: "duplicate",
      message: `Nothing was sent: ${documentNumber} stands in for SB-1 already.`,
    });
    const twice = await runCommand(correct, desk, ["SB-1"], { invoice: true, out: "x.yaml" });
    expect(twice.problems[0]?.message).toBe(`Nothing was written: ${documentNumber} stands in for SB-1 already.`);
  });

  test("is another document also where it says the same, and is sent once", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    const { document_number: _, ...unnumbered } = invoice(from("1999999921"));
    const first = await sendAs(desk, "a.yaml", unnumbered);
    clock.advance(20);
    const number = resultOf(first).documentNumber ?? "";
    await ask(desk, [number], { invoice: true });
    const copy = { corrects: number, ...unnumbered };
    const second = await sendAs(desk, "b.yaml", copy);
    expect([second.outcome, codesOf(second), resultOf(second).replayed]).toEqual(["done", [], undefined]);
    expect(resultOf(second).id).not.toBe(resultOf(first).id);
    expect(resultOf(await sendAs(desk, "c.yaml", copy))).toMatchObject({ replayed: true, id: resultOf(second).id });
    // Sending the rejected document's own file again still returns the rejected document.
    expect(resultOf(await sendAs(desk, "a.yaml", unnumbered))).toMatchObject({
      replayed: true,
      id: resultOf(first).id,
    });
  });

  test("may stand in the file of the rejected one", async () => {
    const { desk } = await rejected("1999999970", []);
    const file = "march.yaml";
    const { document_number: _, order_reference: __, buyer_reference: ___, ...bare } = invoice(from("1999999970"));
    await sendAs(desk, file, { ...bare, document_number: "SB-1" });
    await desk.pause(20_000);
    await ask(desk, ["SB-1"], { invoice: true });
    const changed = { corrects: "SB-1", ...bare, document_lines: [line({ quantity: "3" })] };
    const report = await sendAs(desk, file, changed);
    expect([report.outcome, codesOf(report)]).toEqual(["done", []]);
  });

  test("of a copy that was rejected too is the next one, and none of them is a duplicate", async () => {
    const { desk, clock } = await rejected();
    const { document_number: _, ...bare } = invoice(from("1999999970"));
    const second = await sendAs(desk, "b.yaml", { corrects: "SB-1", ...bare });
    const number = resultOf(second).documentNumber ?? "";
    clock.advance(20);
    await ask(desk, [number], { invoice: true });
    const third = await sendAs(desk, "c.yaml", { corrects: number, ...bare });
    expect([third.outcome, codesOf(third)]).toEqual(["done", []]);
  });

  test("alarms about another document of the same supplier and amounts as ever", async () => {
    const { desk } = await rejected("1999999970", ["SB-1", "SB-2"]);
    const { document_number: _, ...bare } = invoice(from("1999999970"));
    expect(codesOf(await sendAs(desk, "b.yaml", { corrects: "SB-1", ...bare }))).toEqual(["looks-sent"]);
  });
});

describe("a copy of an invoice that was rejected, although the tax authority accepted it,", () => {
  const credit = (desk: Desk) =>
    runCommand(createCreditNote, desk, [], {
      yes: true,
      acceptChangedSupplier: true,
      from: "SB-1",
      reason: "DL8.61.1.A",
    });
  const changed = { acceptChangedSupplier: true };
  const copyOf = async (desk: Desk): Promise<string> => {
    const copy = await corrected(desk, "SB-1");
    writeFileSync(copy, readFileSync(copy, "utf8").replaceAll("1999999913", "1002345674"));
    return copy;
  };

  test("is sent only after a credit note for all of it", async () => {
    const { desk } = await rejected("1999999913");
    const copy = await copyOf(desk);
    for (const dryRun of [true, false]) {
      const refused = await send(desk, copy, { ...changed, dryRun });
      expect(refused.outcome).toBe("invalid");
      expect(stop(refused)).toMatchObject({
        code: "not-correctable",
        message: expect.stringContaining("the tax authority accepted it"),
        hint: expect.stringContaining("selfbill create-credit-note --from SB-1 --reason CODE"),
      });
    }
    expect((await credit(desk)).outcome).toBe("done");
    const report = await send(desk, copy, changed);
    expect([report.outcome, stop(report)]).toEqual(["done", undefined]);
  });

  test("is held while its credit note is rejected, and goes out after the corrected credit note", async () => {
    const { desk } = await rejected("1999999913");
    const copy = await copyOf(desk);
    const note = resultOf(await credit(desk)).documentNumber ?? "";
    await desk.pause(20_000);
    await ask(desk, [note]);
    expect(stop(await send(desk, copy, changed))).toMatchObject({
      code: "not-correctable",
      hint: expect.stringContaining(`selfbill correct ${note}`),
    });
    const out = join(desk.folder, "note.yaml");
    expect((await runCommand(correct, desk, [note], { out })).outcome).toBe("done");
    writeFileSync(out, readFileSync(out, "utf8").replaceAll("1999999913", "1002345674"));
    expect((await runCommand(createCreditNote, desk, [out], { yes: true, ...changed })).outcome).toBe("done");
    expect((await send(desk, copy, changed)).outcome).toBe("done");
  });

  test("is sent where a person said that it is dealt with in another way", async () => {
    const { desk } = await rejected("1999999913");
    const copy = await copyOf(desk);
    expect((await runCommand(due, desk, ["SB-1"], { done: "reversed by the support of the service" })).outcome).toBe(
      "done",
    );
    expect((await send(desk, copy, changed)).outcome).toBe("done");
  });
});

test("a copy of a credit note that was rejected needs no other credit note", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, creditNote({ document_number: "CN-1", ...from("1999999913") }));
  clock.advance(20);
  await ask(desk, ["CN-1"]);
  const copy = creditNote({ document_number: "CN-2", note: "corrected" });
  const file = desk.file("copy.yaml", writeYaml({ corrects: "CN-1", ...copy } as SelfBilledDocument, "credit-note"));
  const report = await runCommand(createCreditNote, desk, [file], { yes: true, acceptChangedSupplier: true });
  expect(report.outcome).toBe("done");
});

test("a supplier whose change was confirmed for the rejected one is not asked about again", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  const account = (id: string): Partial<SelfBilledDocument> => {
    const [means = {}] = invoice().payment_means ?? [];
    return { payment_means: [{ ...means, payee_financial_account: { ...means.payee_financial_account, id } }] };
  };
  const old = account("AE070331234567890123456");
  const changed = account("AE460090000000123456789");
  await create(
    desk,
    invoice({ document_number: "SB-1", issue_date: "2026-06-10", document_lines: [line({ quantity: "7" })], ...old }),
  );
  await create(desk, invoice({ document_number: "SB-2", ...changed }));
  clock.advance(20);
  const id = given(await desk.openedJournal.tries.called("SB-2"))[0];
  given(await desk.openedJournal.saw(id?.intent.account ?? "", id?.id ?? "", "REJECTED"));
  const copy = (number: string, means: object) => ({
    corrects: "SB-2",
    ...invoice({ document_number: number }),
    ...means,
  });
  const dry = async (name: string, means: object) => {
    const file = desk.file(`${name}.yaml`, writeYaml(copy(name, means) as SelfBilledDocument, "invoice"));
    return codesOf(await send(desk, file, { dryRun: true }));
  };
  expect(await dry("SB-3", changed)).toEqual([]);
  expect(await dry("SB-4", old)).toEqual([]);
  expect(await dry("SB-5", account("AE640260001015678912345"))).toContain("supplier-changed");
});

describe("what cannot stand in for anything is an error before anything is sent", () => {
  const copy = (number: string, more: object = {}): object => ({
    corrects: number,
    ...invoice({ document_number: "SB-9", ...more }),
  });

  test.each([
    ["a number that nobody knows", "SB-77", "this journal knows no self-billed invoice of this number or id"],
    ["a document of another kind", "CN-1", "which is a self-billed credit note"],
    ["one that was approved", "SB-2", "was not rejected: its status is APPROVED"],
    ["one that is pending", "SB-3", "was not rejected: its status is PENDING"],
  ])("%s", async (_, named, says) => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, creditNote({ document_number: "CN-1" }));
    await create(desk, invoice({ document_number: "SB-2" }));
    await create(desk, invoice({ document_number: "SB-3", ...from("1999999939") }));
    clock.advance(20);
    await ask(desk, ["SB-2"], { invoice: true });
    const before = given(await desk.openedJournal.tries.count({}));
    const report = await sendAs(desk, "copy.yaml", copy(named));
    expect(report.outcome).toBe("invalid");
    expect(stop(report)).toMatchObject({ code: "not-correctable", message: expect.stringContaining(says) });
    expect(stop(report)?.where?.line).toBe(1);
    expect(given(await desk.openedJournal.tries.count({}))).toBe(before);
  });

  test("the number of the rejected one belongs to it", async () => {
    const { desk } = await rejected();
    const report = await sendAs(desk, "copy.yaml", copy("SB-1", { document_number: "SB-1", note: "new" }));
    expect(stop(report)?.message).toBe(
      "Nothing was sent: the number SB-1 belongs to the document that this one corrects.",
    );
  });

  test("a list, and a second one in the same run", async () => {
    const { desk } = await rejected();
    const list = await sendAs(desk, "list.yaml", { corrects: ["SB-1"], ...invoice() });
    expect(stop(list)).toMatchObject({ code: "wrong-value", message: "corrects must be a single number or id." });
    const files = ["a", "b"].map((name) => {
      const document = { corrects: "SB-1", ...invoice({ document_number: `SB-${name}` }) } as SelfBilledDocument;
      return desk.file(`${name}.yaml`, writeYaml(document, "invoice"));
    });
    const report = await runCommand(createInvoice, desk, files, { yes: true, sendAnyway: true });
    if (report.view.view !== "submissions") throw new Error(JSON.stringify(report));
    expect(report.view.results[1]?.problems[0]?.code).toBe("corrected-before");
    expect(report.outcome).toBe("invalid");
  });
});

test("one that was approved may be corrected once a credit note takes all of it back, or its correction was begun", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, invoice({ document_number: "SB-1" }));
  await create(desk, invoice({ document_number: "SB-2", ...from("1003456785") }));
  clock.advance(20);
  for (const number of ["SB-1", "SB-2"]) await ask(desk, [number], { invoice: true });
  const credit = (quantity: string) =>
    runCommand(createCreditNote, desk, [], {
      yes: true,
      sendAnyway: true,
      from: "SB-1",
      reason: "DL8.61.1.D",
      line: [quantity],
    });
  expect((await credit("1=30")).outcome).toBe("done");
  const again = { corrects: "SB-1", ...invoice({ document_number: "SB-9" }) };
  expect(stop(await sendAs(desk, "copy.yaml", again))?.code).toBe("not-correctable");
  expect((await credit("1=10")).outcome).toBe("done");
  const report = await sendAs(desk, "copy.yaml", again);
  expect([report.outcome, codesOf(report)]).toEqual(["done", []]);

  const [second] = given(await desk.openedJournal.tries.called("SB-2"));
  const { id = "", intent } = second ?? {};
  const account = intent?.account ?? "";
  const begun = correctionNote({ account, id }, { withCopy: true, why: "date", files: { credit: "" }, by: "mona" });
  given(await desk.openedJournal.note(begun.type, begun.data));
  const copy = { corrects: "SB-2", ...invoice({ document_number: "SB-10", ...from("1003456785") }) };
  // While a correction is in progress, the copy can be validated, but it is sent only after the credit note.
  expect(stop(await sendAs(desk, "copy2.yaml", copy))).toMatchObject({
    code: "not-correctable",
    hint: expect.stringContaining("selfbill correct SB-2 --send"),
  });
});

test("what failed in validation and was sent again under its number is not corrected besides", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  const id = await create(desk, invoice({ document_number: "SB-1", ...wrongTrn() }));
  clock.advance(20);
  await ask(desk, ["SB-1"], { invoice: true });
  expect((await lifeOf(desk, "SB-1")).stage).toBe("failed");
  const journal = desk.openedJournal;
  const past = given(await journal.tries.last("id", id, () => true));
  if (past === undefined) throw new Error("no try");
  const intent = { ...past.intent, key: "k".repeat(64), replaces: id };
  const begun = given(await journal.begin(intent, { allowSimilar: true }));
  if (begun.is !== "begun") throw new Error(JSON.stringify(begun));
  clock.advance(1);
  await begun.attempt.armed();
  await begun.attempt.result({
    ...{ verdict: "created", status: 201, id, documentNumber: "SB-1" },
    ...{ overallStatus: "PENDING", said: [] },
  });
  expect((await lifeOf(desk, "SB-1")).stage).not.toBe("failed");
  const report = await sendAs(desk, "copy.yaml", { corrects: "SB-1", ...invoice({ document_number: "SB-9" }) });
  expect(stop(report)?.code).toBe("not-correctable");
});

test("correct says what becomes of the rejected one by what the tax authority said", async () => {
  const of = async (tin: string) => {
    const { desk } = await rejected(tin);
    const out = join(desk.folder, "c.yaml");
    const report = await runCommand(correct, desk, ["SB-1"], { invoice: true, out });
    const { data } = report.view as unknown as { data: { credit: string | null; tax_authority_accepted: boolean } };
    return [data.tax_authority_accepted, data.credit, screen(report)] as const;
  };
  const [yes, credit, accepted] = await of("1999999913");
  expect([yes, credit]).toEqual([true, "selfbill create-credit-note --from SB-1 --reason CODE"]);
  expect(accepted.replace(/\s+/g, " ")).toContain(
    "The tax authority accepted it, so credit it first: choose the reason",
  );
  const [no, none, refused] = await of("1999999921");
  expect([no, none]).toEqual([false, null]);
  expect(refused.replace(/\s+/g, " ")).toContain("it needs no credit note");
});

test("correct says what is to be done first by what became of the credit note", async () => {
  const { desk } = await rejected("1999999913");
  const steps = async (out: string) => {
    const report = await runCommand(correct, desk, ["SB-1"], { invoice: true, out: join(desk.folder, out) });
    const { data } = report.view as unknown as { data: { credit: string | null } };
    return [data.credit, screen(report).replace(/\s+/g, " ")] as const;
  };
  const credited = await runCommand(createCreditNote, desk, [], { yes: true, from: "SB-1", reason: "DL8.61.1.A" });
  const note = resultOf(credited).documentNumber ?? "";
  const [none, settled] = await steps("a.yaml");
  expect([none, settled]).toEqual([null, expect.not.stringContaining("credit it first")]);
  await desk.pause(20_000);
  await ask(desk, [note]);
  const [idle, advice] = await steps("b.yaml");
  expect(idle).toBeNull();
  expect(advice).toContain(`Deal with its credit note ${note} first: selfbill correct ${note}`);
  expect(advice).not.toContain("create-credit-note");
});
