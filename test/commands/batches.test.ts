import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { exitCodes } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { folderOf, numbered as invoice, right, template } from "../support/batch.ts";
import { inDollars, invoice as whole } from "../support/documents.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { type Recorded, startRecorder } from "../support/recorder.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { type Ran, runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { type ServiceDeskFacts, serviceDesk } from "../support/service-desk.ts";
import { SettableClock, startTestSandbox } from "../support/start-sandbox.ts";
import { variablesOf } from "../support/variables-of.ts";

const wrong = template.replace(/issue_date: .*/, "issue_date: tomorrow");

/** Starts a sandbox in a separate process; `requests` records all requests that reach it. */
async function office(): Promise<{ home: string; requests: Recorded[]; env: Record<string, string> }> {
  const sandbox = await startSandboxProcess(temporaryFolder());
  const { baseUrl, requests } = await startRecorder(sandbox.baseUrl);
  const env = variablesOf({ ...sandbox, baseUrl });
  return { home: temporaryFolder(), requests, env };
}

const resultsOf = (ran: Ran) =>
  JSON.parse(ran.stdout).results as { file: string; outcome: string; id: string; replayed: boolean }[];

describe("a folder with twelve files, one wrong, two of the same content", () => {
  const files = { ...right(10), "11.yaml": invoice(10), "12.yaml": wrong };

  test("nothing is sent while one is wrong; with --skip-invalid the right ones are, once each; again sends nothing", async () => {
    const { home, requests, env } = await office();
    const folder = folderOf(files);
    const run = (...more: string[]) =>
      runSelfbill(["create-invoice", folder, "--yes", "--json", ...more], { home, env });
    const all = await run();
    expect([all.code, requests.length]).toEqual([20, 0]);
    const left = join(folderOf({}), "left.txt");
    const first = await run("--skip-invalid", "--failed-to", left);
    expect([first.code, requests.length]).toEqual([25, 10]);
    expect(resultsOf(first).map((each) => each.outcome)).toEqual([...Array(11).fill("done"), "invalid"]);
    const [tenth, eleventh] = resultsOf(first).slice(9, 11);
    expect([eleventh?.id, eleventh?.replayed]).toEqual([tenth?.id, true]);
    expect(first.stderr).toContain("10 of 11 files: 10 done, 0 refused, 0 in doubt;");
    expect(readFileSync(left, "utf8").split("\n").slice(1)).toEqual([`${folder}/12.yaml`, ""]);
    const again = await run("--skip-invalid");
    expect([again.code, requests.length]).toEqual([25, 10]);
    expect(resultsOf(again).filter((each) => each.replayed)).toHaveLength(11);
  });

  test("the list of what is left is a list to start from when the mistake is corrected", async () => {
    const { home, requests, env } = await office();
    const folder = folderOf({ ...right(2), "12.yaml": wrong });
    const left = join(folderOf({}), "left.txt");
    const run = (...words: string[]) => runSelfbill(["create-invoice", ...words, "--yes", "--json"], { home, env });
    expect((await run(folder, "--failed-to", left)).code).toBe(20);
    folderOf({ "12.yaml": invoice(12) }, folder);
    const second = await run(`@${left}`, "--failed-to", left);
    expect([second.code, requests.length]).toEqual([0, 3]);
    expect(readFileSync(left, "utf8")).toMatch(/^#.*\n$/);
  });

  test.each(["a\nb.yaml", "a\rb.yaml", "a.yaml "])(
    "a name that a list would not give back stops the run: %j",
    async (name) => {
      const { home, requests, env } = await office();
      const folder = folderOf({ [name]: invoice(1) });
      const left = join(folderOf({}), "left.txt");
      const words = ["create-invoice", join(folder, name), "--yes", "--json", "--failed-to", left];
      const { code, stdout } = await runSelfbill(words, { home, env });
      const [{ code: kind, message }] = JSON.parse(stdout).problems;
      expect([code, requests.length, kind, message]).toEqual([
        2,
        0,
        "bad-usage",
        expect.stringMatching(/^Nothing was sent: /),
      ]);
      expect(existsSync(left)).toBe(false);
    },
  );
});

describe("at a desk before a sandbox", () => {
  async function shop(facts: ServiceDeskFacts = {}) {
    const clock = new SettableClock();
    const sandbox = await startTestSandbox({ clock });
    const desk = serviceDesk(sandbox, { ...facts, clock });
    const documents = join(desk.folder, "documents");
    const run = (options: Given<typeof createInvoice> = {}, words = [documents]): Promise<Report> =>
      runCommand(createInvoice, desk, words, { yes: true, ...options });
    return { desk, documents, run };
  }

  const created = (report: Report): number =>
    report.view.view === "submissions" ? report.view.results.filter(({ outcome }) => outcome === "done").length : 0;

  test("several documents are asked about once, with counts, sums, VAT and suppliers, and their number is typed", async () => {
    const { desk, documents, run } = await shop({ typed: "3" });
    folderOf({ ...right(3), "04.yaml": invoice(3) }, documents);
    const report = await run({ yes: false });
    expect([report.outcome, created(report)]).toEqual(["done", 4]);
    expect(desk.said.join("\n")).toMatch(/^Currency\tDocuments\tNet\tVAT\tGross\nAED\t3\t[\d,.]+\t[\d,.]+\t[\d,.]+\n/);
    expect(desk.said.join("\n")).toContain("1 file has the same content as another one, which is sent once.");
  });

  test("another answer sends nothing", async () => {
    const { documents, run } = await shop({ typed: "yes" });
    folderOf(right(2), documents);
    const report = await run({ yes: false });
    expect([report.outcome, created(report)]).toEqual(["declined", 0]);
  });

  test("what was sent before is not asked about again", async () => {
    const { desk, documents, run } = await shop({ typed: "1" });
    folderOf(right(2), documents);
    expect(created(await run())).toBe(2);
    folderOf({ "03.yaml": invoice(3) }, documents);
    expect(created(await run({ yes: false }))).toBe(3);
    expect(desk.said.join("\n")).toContain("2 files were sent before and are not sent again.");
  });

  test.each([
    ["--max-files", { maxFiles: 2 }],
    ["--max-total", { maxTotal: "1000.50" }],
  ])("%s keeps a run from sending more than was meant, also with --yes", async (name, limit) => {
    const { documents, run } = await shop();
    folderOf(right(3), documents);
    const report = await run(limit);
    expect([report.outcome, created(report), report.problems[0]?.code]).toEqual(["usage", 0, "batch-too-big"]);
    expect(report.problems[0]?.message).toContain(name);
    expect(created(await run({ maxFiles: 3, maxTotal: "1000000" }))).toBe(3);
  });

  test("--max-total counts a document at the lowest plausible exchange rate at least", async () => {
    const { documents, run } = await shop();
    const tax_exchange_rate = { source_currency_code: "USD", target_currency_code: "AED", calculation_rate: "0.001" };
    // At the stated exchange rate, the document comes to less than AED 100.
    folderOf({ "01.yaml": writeYaml(whole({ ...inDollars, tax_exchange_rate }), "invoice") }, documents);
    const report = await run({ maxTotal: "100" });
    expect([report.outcome, created(report)]).toEqual(["usage", 0]);
    expect(report.problems[0]?.message).toMatch(
      /total AED [\d,.]+ with VAT, each without its sign and at the lowest plausible exchange rate/,
    );
  });

  test("--max-total gets no room from a document below zero", async () => {
    const { documents, run } = await shop();
    const allowances = [
      { reason_code: "95", amount: "100000", tax_category: { id: "S", percent: "5", tax_scheme: "VAT" } },
    ];
    folderOf({ ...right(3), "04.yaml": writeYaml(whole({ allowances }), "invoice") }, documents);
    const report = await run({ maxTotal: "1000.50" });
    expect([report.outcome, created(report), report.problems[0]?.code]).toEqual(["usage", 0, "batch-too-big"]);
  });

  test("two forms of output are too many, and nothing is sent", async () => {
    const { documents, run } = await shop();
    folderOf(right(1), documents);
    const report = await run({ output: "csv", jsonLines: true });
    expect([report.problems[0]?.code, created(report)]).toEqual(["bad-usage", 0]);
  });

  test("JSON lines tell each document as it is done, and at the end how the run went", async () => {
    const { desk, documents, run } = await shop();
    folderOf({ ...right(2), "03.yaml": wrong }, documents);
    await run({ jsonLines: true, skipInvalid: true });
    const lines = desk.written
      .join("")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const told = lines.slice(0, -1).sort((a, b) => a.file.localeCompare(b.file));
    expect(told.map((line) => [line.document_number, line.outcome])).toEqual([
      ["B-1", "done"],
      ["B-2", "done"],
      [null, "invalid"],
    ]);
    expect(lines[3]).toMatchObject({ end: true, outcome: "partial", files: 3, counts: { done: 2, invalid: 1 } });
  });

  test("a file that changes after it was checked is not sent", async () => {
    const { desk, documents, run } = await shop();
    folderOf(right(2), documents);
    const first = desk.openedJournal.readyToSend.bind(desk.openedJournal);
    // Between validation and sending, the program checks whether the journal is ready.
    desk.openedJournal.readyToSend = () => {
      folderOf({ "02.yaml": invoice(7) }, documents);
      return first();
    };
    const report = await run();
    if (report.view.view !== "submissions") throw new Error(report.view.view);
    expect(report.view.results.map((each) => [each.outcome, each.problems.at(-1)?.code])).toEqual([
      ["done", undefined],
      ["invalid", "changed-since-check"],
    ]);
  });
});

describe("a dry run of several files", () => {
  const files = { ...right(2), "03.yaml": wrong };
  const dry = (home: string, ...more: string[]) =>
    runSelfbill(["create-invoice", folderOf(files), "--sandbox", "--dry-run", ...more], { home });

  test("is one JSON document with the members of any other, and the exact bodies", async () => {
    const ran = await dry(temporaryFolder(), "--json");
    const told = JSON.parse(ran.stdout);
    expect(Object.keys(told).sort()).toEqual(["outcome", "problems", "results", "sandbox", "schema"]);
    expect(told).toMatchObject({ schema: "selfbill/1", outcome: "partial", sandbox: true });
    const of = (result: { document_number: string; request?: { body?: object } }) => [
      result.document_number,
      result.request?.body,
    ];
    expect(told.results.map(of)).toEqual([
      ["B-1", expect.objectContaining({ document_number: "B-1" })],
      ["B-2", expect.objectContaining({ document_number: "B-2" })],
      [null, undefined],
    ]);
    expect(ran.code).toBe(exitCodes.partial);
  });

  test("shows the bodies line by line, and beside them what they come to", async () => {
    const ran = await dry(temporaryFolder());
    const numbers = ran.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).document_number);
    expect(numbers).toEqual(["B-1", "B-2"]);
    expect(ran.stderr).toMatch(/No\. B-1.*No\. B-2.*nothing was sent/s);
  });

  test("holds no document: each is shown before the next one is read", async () => {
    const desk = serviceDesk(await startTestSandbox());
    const folder = folderOf(right(3), join(desk.folder, "documents"));
    const read = desk.files.read.bind(desk.files);
    const shownBefore: number[] = [];
    const files = {
      ...desk.files,
      read: (...asked: Parameters<typeof read>) => {
        shownBefore.push(desk.written.length);
        return read(...asked);
      },
    };
    const report = await runCommand(createInvoice, { ...desk, files }, [folder], { yes: true, dryRun: true });
    expect([report.outcome, shownBefore]).toEqual(["done", [0, 1, 2]]);
    expect(JSON.stringify(report)).not.toContain("document_lines");
  });
});

test("a refused token stops the run, the rest stays as it is, and the exit code is that of the token", async () => {
  const server = await startRawServer((socket) => socket.end(http(401, "{}")));
  const folder = folderOf(right(3));
  const env = {
    SELFBILL_BASE_URL: `http://127.0.0.1:${server.port}`,
    SELFBILL_BUSINESS_PROFILE_ID: "SBX-TEST",
    SELFBILL_TOKEN: "old",
  };
  const words = ["create-invoice", folder, "--yes", "--output", "json"];
  const ran = await runSelfbill(words, { home: temporaryFolder(), env });
  expect(resultsOf(ran).map((each) => each.outcome)).toEqual(["auth", "not_sent", "not_sent"]);
  expect([ran.code, server.requests.length]).toEqual([exitCodes.auth, 1]);
});

test("any doubt makes 23 of a run, whose other documents are sent", async () => {
  const answers = [undefined, http(201, '{"id":"a1","document_number":"B-2"}')];
  const server = await startRawServer((socket) => {
    const answer = answers.shift();
    if (answer === undefined) socket.destroy();
    else socket.end(answer);
  });
  const env = {
    SELFBILL_BASE_URL: `http://127.0.0.1:${server.port}`,
    SELFBILL_BUSINESS_PROFILE_ID: "SBX-TEST",
    SELFBILL_TOKEN: "t",
  };
  const words = ["create-invoice", folderOf(right(2)), "--yes", "--json"];
  const ran = await runSelfbill(words, { home: temporaryFolder(), env });
  expect(resultsOf(ran).map((each) => each.outcome)).toEqual(["in_doubt", "done"]);
  expect(ran.code).toBe(exitCodes.in_doubt);
});

test("a list, a pattern and a folder name each file once, and CSV comes out of the program", async () => {
  const { home, requests, env } = await office();
  const folder = folderOf({ ...right(3), "list.txt": "01.yaml\n*.yaml\n" });
  const words = ["create-invoice", "@list.txt", "0?.yaml", ".", "--yes", "--output", "csv"];
  const ran = await runSelfbill(words, { home, env, cwd: folder });
  expect([ran.code, requests.length]).toEqual([0, 3]);
  const lines = ran.stdout.split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/^file,outcome,kind,document_number,id,/);
  expect(lines[1]).toMatch(/^01\.yaml,done,invoice,B-1,[0-9a-f-]+,.*,AED,/);
});
