import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { listInPieces } from "../../src/commands/answer/list-in-pieces.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { history } from "../../src/commands/history.ts";
import { journal } from "../../src/commands/journal.ts";
import { resolve } from "../../src/commands/resolve.ts";
import { openDatabase } from "../../src/database/index.ts";
import { openJournal, sha256 } from "../../src/journal/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { gulfTime, makeStyle, renderJson, renderReport } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, from, screen, shop } from "../support/shop.ts";

function past(desk: ServiceDesk, options: Given<typeof history> = {}): Promise<Report> {
  return runCommand(history, desk, [], options);
}

function told(report: Report): Record<string, unknown>[] {
  if (report.view.view !== "table" && report.view.view !== "raw") throw new Error(JSON.stringify(report));
  return report.view.data.history as Record<string, unknown>[];
}

const run = (action: string, desk: ServiceDesk, out?: string, head?: string): Promise<Report> =>
  runCommand(journal, desk, [action], { out, head });

/** Changes the journal's database directly, bypassing selfbill. */
function change(desk: ServiceDesk, sql: string): void {
  const database = openDatabase(join(desk.folder, "state", "journal.db"), "");
  if (!database.ok) throw new Error(database.problems[0].message);
  database.value.run(sql);
  database.value.close();
}

describe("history", () => {
  test("tells what was sent, when, by which command, the body's hash, the answer, and later states", async () => {
    const { desk, clock } = await shop();
    const id = await create(desk, creditNote({ document_number: "SBC-1" }));
    clock.advance(3_600);
    await ask(desk, [id]);
    const [entry] = told(await past(desk));
    expect(entry).toMatchObject({
      command: "create-credit-note --send-anyway --allow-similar",
      state: "created",
      id,
      document_number: "SBC-1",
      supplier: { name: "Desert Lime Trading LLC", trn: "100234567400003" },
      at: expect.stringMatching(/^20\d\d-.*Z$/),
      body_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      answer: { status: "201", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      later_states: [{ state: "APPROVED" }],
    });
  });

  test("a screen shows the answer, with --verbose the command and the try, a pipe every column in full, on one line each", async () => {
    const { desk } = await shop();
    await create(desk, invoice());
    const report = await past(desk);
    const lines = screen(report, "pipe").replace(/\n$/, "").split("\n");
    const [head = [], row] = lines.map((each) => each.split("\t"));
    expect(head).toContain("Body SHA-256");
    expect([lines.length, row?.length]).toEqual([2, head.length]);
    expect(lines[1]).toContain(String(told(report)[0]?.body_sha256));
    const style = makeStyle({ isTerminal: true, columns: 200, environment: {}, noColor: true });
    const plainly = renderReport(await past({ ...desk, dataStyle: style }), style, style).data;
    for (const each of ["SB-2026-0001", "10,500.00 AED", "created (201)"]) expect(plainly).toContain(each);
    for (const each of ["create-invoice", String(told(report)[0]?.attempt)]) expect(plainly).not.toContain(each);
    const shown = renderReport(await past({ ...desk, dataStyle: style }, { verbose: true }), style, style).data;
    for (const each of ["create-invoice", "10,500.00 AED", "created (201)", String(told(report)[0]?.attempt)])
      expect(shown).toContain(each);
  });

  test("goes until the end of a day, and into a workbook or CSV with net and VAT", async () => {
    const { desk } = await shop();
    await create(desk, invoice());
    const today = gulfTime(Date.now()).slice(0, 10);
    expect(told(await past(desk, { from: today, to: today }))).toHaveLength(1);
    expect(told(await past(desk, { to: "2026-01-01" }))).toHaveLength(0);
    const csv = screen(await past(desk, { output: "csv" }), "pipe")
      .trim()
      .split("\r\n");
    const [head = [], row = []] = csv.map((each) => each.split(","));
    const cell = (heading: string) => row[head.indexOf(heading)];
    expect(["Net", "VAT", "Supplier's answer", "Handed over"].map(cell)).toEqual(["10000", "500", "", ""]);
    const out = join(desk.folder, "history.xlsx");
    expect(screen(await past(desk, { out: [out] }), "pipe")).toContain(out);
    expect(statSync(out).size).toBeGreaterThan(1_000);
    expect(told(await past(desk, { month: today.slice(0, 7) }))).toHaveLength(1);
    expect(told(await past(desk, { month: "2026-01" }))).toHaveLength(0);
    expect((await past(desk, { month: "2026-01", from: today })).outcome).toBe("usage");
    expect((await past(desk, { since: today, from: today })).outcome).toBe("usage");
  });

  test("a screen shows the last 200 tries and says so, everything else gets all of them", async () => {
    const { desk } = await shop();
    await create(desk, invoice());
    change(
      desk,
      `WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 200)
       INSERT INTO record (at, account, key, attempt, type, data)
       SELECT at, account, key, 'TRY' || n, type, data FROM more, record WHERE type = 'intent'`,
    );
    const style = makeStyle({ isTerminal: true, columns: 200, environment: {}, noColor: true });
    const report = await past({ ...desk, dataStyle: style });
    const rowsOf = ({ view }: Report) => (view.view === "table" ? view.rows.length : undefined);
    expect([rowsOf(report), told(await past(desk)).length, rowsOf(await past(desk))]).toEqual([200, 201, 201]);
    expect(desk.said.join()).toContain("The last 200 of 201 attempts");
    // This desk inherits its methods, so a report that works with a copy of the desk's own properties would fail.
    expect(rowsOf(await past(Object.create(desk), { output: "table" }))).toBe(200);
  });

  test("a refusal and a doubt are there with what was said, and a settled doubt with who settled it", async () => {
    const { desk, sandbox } = await shop();
    const words = [desk.file("one.yaml", writeYaml(invoice(), "invoice"))];
    const send = (fault: object) =>
      sandbox
        .call("POST", "/sandbox/faults", { faults: [{ method: "POST", ...fault }] })
        .then(() => runCommand(createInvoice, desk, words, { yes: true }));
    await send({ fault: "status", status: 422 });
    await send({ fault: "close", processed: true });
    const tries = told(await past(desk));
    expect(tries.map((each) => each.state)).toEqual(["refused", "in-doubt"]);
    expect(tries[0]).toMatchObject({ answer: { status: "422", body: expect.stringContaining("{") } });
    await runCommand(resolve, desk, [], { check: true });
    const after = told(await past(desk));
    expect(after.map((each) => each.state)).not.toContain("in-doubt");
    expect(after[1]).toMatchObject({ answer: { said: [expect.stringContaining("may or may not exist")] } });
  });

  test("--state, --supplier and --since choose", async () => {
    const { desk } = await shop();
    await create(desk, invoice({ document_number: "SB-1" }));
    await create(desk, creditNote({ document_number: "SB-2", ...from("1999999939") }));
    const numbers = async (options: Given<typeof history>) =>
      told(await past(desk, options)).map((each) => each.document_number);
    expect(await numbers({ state: ["created"] })).toEqual(["SB-1", "SB-2"]);
    expect(await numbers({ state: ["refused", "in-doubt"] })).toEqual([]);
    expect(await numbers({ supplier: "199999993900003" })).toEqual(["SB-2"]);
    expect(await numbers({ supplier: "19999" })).toEqual([]);
    expect(await numbers({ since: "2026-01-01" })).toEqual(["SB-1", "SB-2"]);
    expect(await numbers({ since: "2999-01-01" })).toEqual([]);
  });

  test("--sandbox shows the documents of that account only", async () => {
    const { desk } = await shop();
    await create(desk, invoice({ document_number: "SB-1" }));
    expect(told(await past(desk, { sandbox: true }))).toHaveLength(1);
    const profile = async (words: Parameters<ServiceDesk["profile"]>[0]) => {
      const found = await desk.profile(words);
      return found.ok ? { ...found, value: { ...found.value, businessProfileId: "SBX-OTHER" } } : found;
    };
    expect(told(await past({ ...desk, profile }, { sandbox: true }))).toEqual([]);
  });

  test("--json-lines prints one line a try, whatever a name holds", async () => {
    const { desk } = await shop();
    const supplier = invoice().accounting_supplier_party;
    const odd = { ...supplier, party_name: "Lime \u2028 Trading" };
    await create(desk, invoice({ accounting_supplier_party: odd }));
    const report = await past(desk, { jsonLines: true });
    if (report.view.view !== "raw") throw new Error(report.view.view);
    const lines = report.view.text.trimEnd().split(/[\n\u2028]/);
    expect(lines.map((each) => JSON.parse(each).supplier.name)).toEqual(["Lime \u2028 Trading"]);
  });
});

describe("journal export", () => {
  test("writes every record, one line each, whatever is in it, with the body and the answer to the letter", async () => {
    const { desk } = await shop();
    await create(desk, invoice({ note: "first line\nsecond \u2028 line\u0085 \u202e end" }));
    const file = join(desk.folder, "out", "journal.jsonl");
    expect(await run("export", desk, file)).toMatchObject({ outcome: "done", view: { data: { lines: 5 } } });
    await run("export", desk);
    const text = readFileSync(file, "utf8");
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(desk.written.join("")).toBe(text);
    expect(text).not.toMatch(/[\u0085\u2028\u202e]/);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((each) => JSON.parse(each));
    expect(lines.map((each) => each.type)).toEqual(["intent", "armed", "result", "text", "text"]);
    const [body, answer] = lines.filter((each) => each.type === "text").map((each) => each.text);
    expect([sha256(body), sha256(answer)]).toEqual([lines[0].data.bodyHash, lines[2].data.answerHash]);
    expect(JSON.parse(body).note).toBe("first line\nsecond \u2028 line\u0085 \u202e end");
  });

  test("a long one is written in pieces, and a file that is there is left alone", async () => {
    const { desk } = await shop();
    for (const number of ["SB-1", "SB-2"])
      await create(desk, invoice({ document_number: number, note: "n".repeat(700_000) }));
    const file = join(desk.folder, "journal.jsonl");
    await run("export", desk, file);
    const text = readFileSync(file, "utf8");
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((each) => JSON.parse(each).type),
    ).toHaveLength(10);
    expect(await run("export", desk, file)).toMatchObject({
      outcome: "local_state",
      problems: [{ code: "file-exists" }],
    });
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("--json without --out, and words that it does not know, are refused", async () => {
    const { desk } = await shop();
    expect((await run("export", { ...desk, asJson: true })).outcome).toBe("usage");
    expect((await run("import", desk)).outcome).toBe("usage");
    expect((await run("verify", desk, "file")).outcome).toBe("usage");
  });
});

describe("journal verify", () => {
  test("says in words that a journal is sound, and what it knows", async () => {
    const { desk } = await shop();
    await create(desk, invoice());
    const report = await run("verify", desk);
    expect([report.outcome, screen(report)]).toEqual([
      "done",
      expect.stringContaining("complete and unchanged: every record"),
    ]);
    expect(report.view).toMatchObject({ data: { journal: { sound: true, created: 1, in_doubt: 0 } } });
  });

  test("says what is wrong with one that is damaged", async () => {
    const { desk } = await shop();
    await create(desk, invoice());
    change(desk, "DELETE FROM record WHERE type = 'result'");
    const report = await run("verify", desk);
    expect(report).toMatchObject({ outcome: "local_state", problems: [{ code: "journal-unusable" }] });
    expect(screen(report)).toContain("1 of its records were removed");
  });

  test("says what it cannot prove, and proves more with a head that was noted", async () => {
    const { desk } = await shop();
    await create(desk, invoice());
    const report = await run("verify", desk);
    expect(screen(report)).toContain("the last entries were not removed");
    if (report.view.view !== "facts") throw new Error(report.view.view);
    const { head } = (report.view.data as { journal: { head: string } }).journal;
    expect(screen(await run("verify", desk, undefined, head.slice(0, 20).toUpperCase()))).toContain(
      "that you noted is that of entry 5",
    );
    const other = await run("verify", desk, undefined, "0".repeat(64));
    expect([other.outcome, screen(other)]).toEqual(["local_state", expect.stringContaining("not in its chain")]);
    expect((await run("verify", desk, undefined, "9f2c")).outcome).toBe("usage");
    expect((await run("export", desk, undefined, head)).outcome).toBe("usage");
  });
});

describe("journal backup", () => {
  test("is a copy that is itself the same sound journal, with no file beside it, and overwrites nothing", async () => {
    const { desk } = await shop();
    await create(desk, invoice());
    const folder = join(desk.folder, "backups");
    mkdirSync(folder);
    const file = join(folder, "journal.db");
    const report = await run("backup", desk, file);
    const { journal: told } = renderJson(report) as { journal: Record<string, string> };
    expect([report.outcome, told.sequence]).toEqual(["done", "5"]);
    expect(readdirSync(folder)).toEqual(["journal.db"]);
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run("backup", desk, file)).toMatchObject({
      outcome: "local_state",
      problems: [{ code: "file-exists" }],
    });
    expect((await run("backup", desk)).outcome).toBe("usage");
    const copy = openJournal(file);
    if (!copy.ok) throw new Error(copy.problems[0].message);
    onTestFinished(() => copy.value.close());
    expect(await copy.value.verify(told.head)).toMatchObject({ ok: true, value: { id: told.id, noted: 5 } });
  });

  test("is not kept of a journal that is damaged", async () => {
    const { desk } = await shop();
    await create(desk, invoice());
    change(desk, "DELETE FROM created");
    const file = join(desk.folder, "copy.db");
    expect(await run("backup", desk, file)).toMatchObject({ outcome: "local_state" });
    expect(existsSync(file)).toBe(false);
  });
});

describe("the head of the journal", () => {
  test("is shown below history --verbose on a screen, and in the JSON of history and of a send", async () => {
    const { desk } = await shop();
    const sent = await runCommand(createInvoice, desk, [desk.file("one.yaml", writeYaml(invoice(), "invoice"))], {
      yes: true,
    });
    const known = await desk.openedJournal.identity();
    if (!known.ok) throw new Error(known.problems[0].message);
    const journal = { id: known.value.id, sequence: "5", head: known.value.head };
    expect(renderJson(sent).journal).toEqual(journal);
    expect(renderJson(await past(desk)).journal).toEqual(journal);
    const style = makeStyle({ isTerminal: true, columns: 200, environment: {}, noColor: true });
    const shown = async (verbose: boolean) =>
      renderReport(await past({ ...desk, dataStyle: style }, { verbose }), style, style).data;
    expect(await shown(true)).toMatch(new RegExp(`Counted up to entry 5: ${journal.head}\n$`));
    expect(await shown(false)).not.toContain(journal.head);
    expect(screen(await past(desk), "pipe")).not.toContain(journal.head);
  });
});

test("a list that is written in pieces ends with the head, too", async () => {
  const { desk } = await shop();
  const list = listInPieces("history", {}, desk);
  await list.one({ attempt: "A" });
  const journal = { id: "one", sequence: "5", head: "9f2c" };
  await list.end({ outcome: "done", sandbox: false, problems: [], view: { view: "nothing" }, journal });
  expect(JSON.parse(desk.written.join(""))).toMatchObject({ history: [{ attempt: "A" }], journal, outcome: "done" });
});

describe("the program", () => {
  test("makes no journal where there is none, so that a later run still knows that nothing is known", async () => {
    const home = temporaryFolder();
    const codes: (number | null)[] = [];
    for (const words of [["history"], ["journal", "verify"], ["journal", "export"], ["evidence", "SB-1", "--out", "x"]])
      codes.push((await runSelfbill(words, { home })).code);
    expect(codes).toEqual([21, 21, 21, 21]);
    expect(await runSelfbill(["history", "--json"], { home, env: { CI: "true" } })).toMatchObject({ code: 21 });
    const sent = await runSelfbill(["create-invoice", join(home, "none.yaml"), "--yes"], { home, env: { CI: "true" } });
    expect(sent.code).not.toBe(0);
  });

  test("ends with 27 for a journal in pieces", async () => {
    const { desk } = await shop();
    await create(desk, invoice());
    const folder = join(desk.folder, "state");
    const ran = () => runSelfbill(["journal", "verify", "--journal", folder], { home: temporaryFolder() });
    expect(await ran()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("complete and unchanged: every record"),
    });
    change(desk, "UPDATE kept SET content = x'0300'");
    expect(await ran()).toMatchObject({ code: 27, stderr: expect.stringContaining("damaged") });
  });
});

test("history of a document lists every attempt that concerned it, and leads to its whole life", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  const id = await create(desk, invoice({ document_number: "SB-1" }));
  await create(desk, invoice({ document_number: "SB-2" }));
  clock.advance(1);
  const of = (name: string, change: Given<typeof history> = {}) => runCommand(history, desk, [name], change);
  for (const name of [id, "SB-1"]) expect(told(await of(name)).map((each) => each.document_number)).toEqual(["SB-1"]);
  expect((await of("SB-7")).problems[0]?.hint).toBe("Ask the service: selfbill show SB-7");
  expect((await of("SB-1", { supplier: "lime" })).outcome).toBe("usage");
});
