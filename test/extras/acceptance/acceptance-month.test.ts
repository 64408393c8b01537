import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { history } from "../../../src/commands/history.ts";
import { ok } from "../../../src/problem/index.ts";
import { makeStyle, renderJson } from "../../../src/render/index.ts";
import type { Report } from "../../../src/report/index.ts";
import { creditNote, invoice } from "../../support/documents.ts";
import { createdResult, intent } from "../../support/intents.ts";
import { attemptAt, failing, journalIn } from "../../support/journal-file.ts";
import { type Given, runCommand } from "../../support/run-command.ts";
import type { ServiceDesk } from "../../support/service-desk.ts";
import { ask, create, from, screen, shop } from "../../support/shop.ts";
import { suppliers } from "../../support/suppliers-command.ts";

const mail = "e-mail from Mona Haddad";

/**
 * Returns a desk that has sent documents: SB-1, SB-2 and CN-1 to one supplier, SB-3 to another, and SB-4, which is
 * rejected. `says`: the user's answers at the terminal.
 */
async function sent(...says: boolean[]) {
  const place = await shop({}, { sameClock: true });
  const { desk: plain } = place;
  const asked: string[] = [];
  // The journal is a file or, in the second run of these tests, on a PostgreSQL server.
  const clock = { now: () => place.clock.now(), machine: () => ({ boot: "test", at: place.clock.now() }) };
  const journal = journalIn(join(plain.folder, "books"), clock);
  const desk: ServiceDesk = {
    ...plain,
    openedJournal: journal,
    journal: async () => ok(journal),
    ask: {
      ...plain.ask,
      possible: says.length > 0,
      confirm: async (question: string) => {
        asked.push(question);
        return ok(says.shift() ?? false);
      },
    },
  };
  const { accounting_supplier_party: other } = from("1100000001");
  const oasis = { ...other, party_name: "Oasis <Paper> Trading LLC" } as never;
  await create(desk, invoice({ document_number: "SB-1" }));
  await create(desk, invoice({ document_number: "SB-2" }));
  await create(desk, invoice({ document_number: "SB-3", accounting_supplier_party: oasis }));
  const original = { billing_reference: [{ id: "SB-1", issue_date: "2026-06-15" }] };
  await create(desk, creditNote({ document_number: "CN-1", ...original }));
  await create(desk, invoice({ document_number: "SB-4", ...from("1999999913") }));
  place.clock.advance(20);
  await ask(desk, []);
  place.clock.advance(20 * 24 * 3600);
  return { ...place, desk, asked };
}

const say = (desk: ServiceDesk, words: string, options: Given<typeof suppliers> = {}): Promise<Report> =>
  runCommand(suppliers, desk, words.split(" "), options);
const answers = async (desk: ServiceDesk): Promise<Record<string, string[]>> => {
  const found = renderJson(await runCommand(history, desk)).history as {
    document_number: string;
    supplier_answers: { answer: string; on: string; how: string }[];
  }[];
  return Object.fromEntries(
    found.map(({ document_number: number, supplier_answers: all }) => [
      number,
      all.map(({ answer, on, how }) => `${answer} ${on} ${how}`),
    ]),
  );
};
const numbers = (rows: unknown): string[] =>
  (rows as { document_number: string }[]).map((each) => each.document_number);
const listFile = (desk: ServiceDesk, ...rows: string[]): string => {
  const path = join(desk.folder, "answers.csv");
  writeFileSync(path, ["Number,Answer,Answered on,Answered by,Reason", ...rows].join("\n"));
  return path;
};

test("what waits is shown by supplier, and the rejected document does not wait", async () => {
  const { desk } = await sent();
  const list = await say(desk, "acceptance-list");
  expect(numbers(renderJson(list).documents).toSorted()).toEqual(["CN-1", "SB-1", "SB-2", "SB-3"]);
  const first = (renderJson(list).documents as Record<string, unknown>[]).find(
    (each) => each.document_number === "SB-1",
  );
  expect(first).toMatchObject({
    kind: "invoice",
    issue_date: "2026-06-15",
    currency: "AED",
    net: expect.stringMatching(/^\d+\.\d\d$/),
  });
  expect(numbers(renderJson(await say(desk, "acceptance-list", { supplier: "oasis" })).documents)).toEqual(["SB-3"]);
  expect(renderJson(await say(desk, "acceptance-list", { month: "2026-05" })).documents).toEqual([]);
  await say(desk, "accept SB-1", { by: mail });
  await say(desk, "object SB-2", { by: mail });
  expect(numbers(renderJson(await say(desk, "acceptance-list", { month: "2026-06" })).documents).toSorted()).toEqual([
    "CN-1",
    "SB-3",
  ]);
});

test("an invoice credited in full and its credit note wait for nobody, and are named apart", async () => {
  const { desk, clock } = await sent();
  const { document_lines: lines } = invoice();
  await create(
    desk,
    creditNote({ document_number: "CN-2", billing_reference: [{ id: "SB-2" }], document_lines: lines }),
  );
  // Until it is approved, it takes nothing off.
  expect(renderJson(await say(desk, "acceptance-list")).credited_in_full).toEqual([]);
  clock.advance(20);
  await ask(desk, []);
  const full = renderJson(await say(desk, "acceptance-list"));
  expect(numbers(full.documents).toSorted()).toEqual(["CN-1", "SB-1", "SB-3"]);
  expect(numbers(full.credited_in_full).toSorted()).toEqual(["CN-2", "SB-2"]);
  const dataStyle = makeStyle({ isTerminal: true, columns: 100, environment: {}, noColor: true });
  expect(screen(await say({ ...desk, dataStyle }, "acceptance-list"), 100)).toContain(
    "Not listed, because credited in full, so no answer is needed: SB-2, CN-2",
  );
  const done = await say(desk, "accept", { month: "2026-06", by: mail, yes: true });
  expect(numbers(renderJson(done).recorded).toSorted()).toEqual(["CN-1", "SB-1", "SB-3"]);
  // A credit note that the network rejects credits nothing, so the invoice still needs the supplier's answer.
  const rejected = {
    ...creditNote({ document_number: "CN-3", billing_reference: [{ id: "SB-5" }], document_lines: lines }),
  };
  const other = from("1999999913").accounting_supplier_party as never;
  await create(desk, invoice({ document_number: "SB-5" }));
  await create(desk, { ...rejected, accounting_supplier_party: other });
  clock.advance(20);
  await ask(desk, []);
  expect(numbers(renderJson(await say(desk, "acceptance-list")).documents)).toEqual(["SB-5"]);
});

test("a month is shown, asked about and recorded; what has an answer keeps it", async () => {
  const { desk, asked } = await sent(true);
  await say(desk, "object SB-2", { by: "telephone", on: "2026-06-20" });
  const done = await say(desk, "accept", { month: "2026-06", by: mail, on: "2026-07-02" });
  expect(done.outcome, JSON.stringify(done.problems)).toBe("done");
  expect(numbers(renderJson(done).recorded).toSorted()).toEqual(["CN-1", "SB-1", "SB-3"]);
  expect(asked).toEqual(["Record that all of them were accepted?"]);
  for (const number of ["SB-1", "SB-3", "CN-1"]) expect(desk.said.join("\n")).toContain(number);
  expect(desk.said.join("\n")).not.toContain("SB-2");
  expect(await answers(desk)).toEqual({
    ...{ "SB-1": [`accepted 2026-07-02 ${mail}`], "SB-2": ["objected 2026-06-20 telephone"] },
    ...{ "SB-3": [`accepted 2026-07-02 ${mail}`], "CN-1": [`accepted 2026-07-02 ${mail}`], "SB-4": [] },
  });
  const again = await say(desk, "accept", { month: "2026-06", by: mail });
  expect(screen(again, 100)).toContain("No document of 2026-06 waits for a supplier's answer.");
});

test("a no records nothing; without a terminal the list is shown and --yes is asked for", async () => {
  const { desk } = await sent(false);
  expect((await say(desk, "accept", { month: "2026-06", by: mail })).outcome).toBe("declined");
  const alone: ServiceDesk = { ...desk, ask: { ...desk.ask, possible: false } };
  const stopped = await say(alone, "accept", { month: "2026-06", by: mail });
  expect(stopped.problems).toMatchObject([{ code: "needs-answer", message: expect.stringContaining("4 documents") }]);
  expect(Object.values(await answers(desk)).flat()).toEqual([]);
  const one = await say(alone, "accept", { month: "2026-06", supplier: "Oasis", by: mail, yes: true });
  expect(numbers(renderJson(one).recorded)).toEqual(["SB-3"]);
});

test.each([
  [{ month: "2026-06" }, "How the acceptance came was not given"],
  [{ month: "2026-06", by: mail, on: "2026-06-10" }, "was issued on 2026-06-15"],
  [{ month: "2026-06", by: mail, file: "a.csv" }, "exclude each other"],
  [{ file: "a.csv", yes: true }, "--supplier and --yes belong to --month"],
  [{ html: "a.html", month: "2026-06", by: mail }, "--html and --pdf belongs to suppliers acceptance-list"],
] as const)("accept %j is refused", async (options, says) => {
  const { desk } = await sent();
  expect((await say(desk, "accept", options)).problems[0]?.message).toContain(says);
  expect(Object.values(await answers(desk)).flat()).toEqual([]);
});

test("our own list is filled in and read back; a second reading records nothing", async () => {
  const { desk } = await sent();
  const out = join(desk.folder, "june.csv");
  await say(desk, "acceptance-list", { out });
  const rows = readFileSync(out, "utf8").trim().split(/\r?\n/);
  expect(rows).toHaveLength(5);
  const filled = rows.map((row, at) =>
    at === 0 || row.includes("SB-3")
      ? row
      : row.replace(
          /,,,,$/,
          row.includes("SB-2") ? ",objected,,,price of line 2" : ",Accepted,2026-07-01,Mona Haddad,",
        ),
  );
  writeFileSync(out, filled.join("\n"));
  const read = () => say(desk, "accept", { file: out, on: "2026-07-03", by: "their list" });
  const first = await read();
  expect(first.outcome, JSON.stringify(first.problems)).toBe("done");
  expect((renderJson(first).rows as { result: string }[]).map(({ result }) => result).toSorted()).toEqual([
    ...["no-answer", "recorded", "recorded", "recorded"],
  ]);
  const after = await answers(desk);
  expect(after).toEqual({
    ...{ "SB-1": ["accepted 2026-07-01 Mona Haddad"], "SB-2": ["objected 2026-07-03 their list: price of line 2"] },
    ...{ "SB-3": [], "CN-1": ["accepted 2026-07-01 Mona Haddad"], "SB-4": [] },
  });
  const second = await read();
  expect(renderJson(second).recorded).toEqual([]);
  expect((renderJson(second).rows as { result: string }[]).filter(({ result }) => result === "known")).toHaveLength(3);
  expect(await answers(desk)).toEqual(after);
});

test("our own workbook is read back, too", async () => {
  const { desk } = await sent();
  const out = join(desk.folder, "june.xlsx");
  expect((await say(desk, "acceptance-list", { out })).outcome).toBe("done");
  const read = await say(desk, "accept", { file: out });
  expect(read.outcome, JSON.stringify(read.problems)).toBe("done");
  expect((renderJson(read).rows as { result: string }[]).map(({ result }) => result)).toEqual(
    Array(4).fill("no-answer"),
  );
});

test("a row that cannot be used is told at its cell; the others are recorded", async () => {
  const { desk } = await sent();
  const file = listFile(
    desk,
    ...["SB-1,accepted,2026-07-01,Mona,", "SB-2,perhaps,2026-07-01,Mona,", "SB-9,accepted,2026-07-01,Mona,"],
    ...["SB-3,accepted,03/04/2026,Mona,", "CN-1,accepted,,Mona,", ",accepted,2026-07-01,Mona,"],
    ...["SB-4,accepted,2027-01-01,Mona,", "SB-4,accepted,2026-06-01,Mona,", ",,,,"],
  );
  const read = await say(desk, "accept", { file });
  expect(read.outcome).toBe("partial");
  expect(numbers(renderJson(read).recorded)).toEqual(["SB-1"]);
  expect(read.problems.map(({ message, where }) => [where?.cell, message])).toEqual([
    ["B3", '"perhaps" is neither accepted nor objected.'],
    ["A4", expect.stringContaining('no document "SB-9"')],
    ["C5", expect.stringContaining("can be 2026-04-03 or 2026-03-04")],
    ["C6", "The day of the answer is missing."],
    ["A7", "The row names no document."],
    ["C8", expect.stringContaining("is in the future")],
    ["C9", expect.stringContaining("was issued on 2026-06-15")],
  ]);
  for (const number of ["SB-1", "SB-2", "SB-9", "SB-3", "CN-1", "SB-4"]) expect(screen(read, 160)).toContain(number);
  expect((await answers(desk))["SB-1"]).toEqual(["accepted 2026-07-01 Mona"]);
});

test("rows that contradict each other or a later answer are not recorded", async () => {
  const { desk } = await sent();
  await say(desk, "accept SB-1", { by: mail, on: "2026-07-03" });
  const file = listFile(
    desk,
    ...[
      "SB-1,objected,2026-07-01,Mona,too late",
      "SB-2,accepted,2026-07-01,Mona,",
      "SB-2,objected,2026-07-01,Mona,price",
    ],
    ...["SB-3,مقبول,2026-07-01,Mona,", "SB-3,accepted,2026-07-01,Mona,"],
  );
  const read = await say(desk, "accept", { file });
  expect(read.problems.map(({ message }) => message)).toEqual([
    "A later answer to SB-1 is recorded: accepted on 2026-07-03.",
    "Rows 3, 4 give this document different answers.",
    "Rows 3, 4 give this document different answers.",
  ]);
  expect(await answers(desk)).toMatchObject({
    "SB-1": [`accepted 2026-07-03 ${mail}`],
    "SB-2": [],
    "SB-3": ["accepted 2026-07-01 Mona"],
  });
});

test("a list without its headings, or with one twice, is refused as a whole", async () => {
  const { desk } = await sent();
  const path = join(desk.folder, "odd.csv");
  for (const [head, code] of [
    ["Invoice,Remark", "no-heading"],
    ["Number,Answer,Answer", "wrong-value"],
  ] as const) {
    writeFileSync(path, `${head}\nSB-1,accepted,accepted\n`);
    const read = await say(desk, "accept", { file: path, on: "2026-07-01", by: mail });
    expect(read.problems.map((each) => each.code)).toEqual([code]);
  }
  expect(Object.values(await answers(desk)).flat()).toEqual([]);
});

test("a letter to one supplier lists what waits for its answer, and nobody else's documents", async () => {
  const { desk } = await sent();
  const html = join(desk.folder, "letter.html");
  const made = await say(desk, "acceptance-list", { supplier: "oasis", html });
  expect(made.outcome, JSON.stringify(made.problems)).toBe("done");
  expect(renderJson(made).files).toEqual([html]);
  const page = readFileSync(html, "utf8");
  for (const there of [
    "SB-3",
    "Oasis &#60;Paper&#62; Trading LLC",
    "2026-06-15",
    "مستندات بانتظار ردّكم",
    "For your answer",
  ])
    expect(page).toContain(there);
  for (const absent of ["SB-1", "SB-2", "<Paper>", "<script"]) expect(page).not.toContain(absent);
  expect(page, "practice is marked").toContain("SANDBOX");
});

test("letters to several suppliers need a folder; nothing that waits makes no letter", async () => {
  const { desk } = await sent();
  const one = await say(desk, "acceptance-list", { html: join(desk.folder, "letter.html") });
  expect(one.problems[0]?.message).toContain("is one file, and there are 2 suppliers");
  const folder = join(desk.folder, "letters");
  const made = await say(desk, "acceptance-list", { html: folder, pdf: folder });
  expect(made.outcome, JSON.stringify(made.problems)).toBe("done");
  const files = renderJson(made).files as string[];
  expect(files).toHaveLength(4);
  for (const pdf of files.filter((each) => each.endsWith(".pdf")))
    expect(readFileSync(pdf).subarray(0, 5).toString()).toBe("%PDF-");
  const none = await say(desk, "acceptance-list", { month: "2026-05", html: folder });
  expect(none.problems).toMatchObject([{ code: "not-found" }]);
});

test("documents of another account are not taken along, and a number of both is told", async () => {
  const { desk } = await sent(true);
  const account = "firm.example:SBX-2";
  const other = await attemptAt(
    desk.openedJournal,
    intent({ account, businessProfileId: "SBX-2", content: "of another account" }),
    "{}",
  );
  expect(await other.armed()).toBeUndefined();
  await other.result(createdResult("99999999-0000-4000-8000-000000000001", { documentNumber: "SB-1" }));
  expect(numbers(renderJson(await say(desk, "acceptance-list")).documents)).toHaveLength(4);
  const file = listFile(desk, "SB-1,accepted,2026-07-01,Mona,");
  const unclear = await say(desk, "accept", { file });
  expect(unclear.problems[0]).toMatchObject({
    message: expect.stringContaining("Several documents are called"),
    where: { cell: "A2" },
  });
  expect((await say(desk, "accept", { file, profile: "office" })).outcome).toBe("done");
  expect((await say(desk, "accept SB-1", { by: mail, profile: "office" })).outcome).toBe("done");
  await say(desk, "accept", { month: "2026-06", by: mail });
  const notes = await desk.openedJournal.notes();
  const said = notes.ok ? notes.value.filter(({ type }) => type === "supplier-answer") : [];
  expect(said.map(({ data }) => (data as { account: string }).account)).not.toContain(account);
  expect(said.length).toBeGreaterThan(3);
});

test("where the journal cannot be written, it is said how many answers are in it", async () => {
  const { desk } = await sent(true);
  const broken = failing(join(desk.folder, "books"), "note");
  const stopped = await say(desk, "accept", { month: "2026-06", by: mail });
  expect(stopped.outcome).toBe("local_state");
  expect(stopped.problems[0]?.message).toContain("0 of 4 answers were recorded, the others were not");
  broken.mend();
  expect(Object.values(await answers(desk)).flat()).toEqual([]);
});
