import { rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { folderOf, numbered, right, template } from "../support/batch.ts";
import { invoice, line } from "../support/documents.ts";
import { sheetOfDocuments } from "../support/doors.ts";
import { rowsOf, run } from "../support/due-desk.ts";
import { failing } from "../support/journal-file.ts";
import { http, type RawRequest, startRawServer } from "../support/raw-server.ts";
import { runCommand } from "../support/run-command.ts";
import { type Running, runSelfbill, startSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

const numberIn = ({ body }: RawRequest): string => JSON.parse(body.toString()).document_number;
const created = (request: RawRequest): string =>
  http(201, JSON.stringify({ id: `id-of-${numberIn(request)}`, document_number: numberIn(request) }));

interface Run {
  readonly run: string;
  readonly named: string;
  readonly documents: number;
  readonly sent: number;
  readonly in_doubt: number;
  readonly left: number;
  readonly left_documents: string[];
  readonly left_totals: Record<string, string>;
  readonly refused: { document: string; why: string }[];
  readonly besides: { document: string; why: string }[];
  readonly changed_files: string[];
  readonly missing_files: string[];
  readonly next: string;
}

/** A service whose `answer` may do something first; undefined closes the connection without an answer. */
async function service(answer: (request: RawRequest) => string | undefined) {
  let now = answer;
  const server = await startRawServer((socket, request) => {
    if (!request.head.startsWith("POST")) return void socket.end(http(404, "{}"));
    const text = now(request);
    if (text === undefined) socket.destroy();
    else socket.end(text);
  });
  const env = {
    SELFBILL_BASE_URL: `http://127.0.0.1:${server.port}`,
    SELFBILL_BUSINESS_PROFILE_ID: "SBX-TEST",
    SELFBILL_TOKEN: "t",
  };
  const home = temporaryFolder();
  const options = { home, env };
  const runsIn = async (words: readonly string[]): Promise<Run[]> =>
    JSON.parse((await runSelfbill([...words, "--json"], options)).stdout).runs;
  return {
    options,
    server,
    send: (...words: string[]) => runSelfbill(["create-invoice", ...words, "--yes"], options),
    start: (...words: string[]) => startSelfbill(["create-invoice", ...words, "--yes"], options),
    answer: (next: typeof answer) => {
      now = next;
    },
    runs: () => runsIn(["due"]),
    runsIn,
    show: (...words: string[]) => runSelfbill(words, options),
  };
}

const count = 16;
const numbers = Array.from({ length: count }, (_, at) => `B-${at + 1}`);

/** Runs a folder of documents; the process is stopped as soon as the third document is with the service. */
async function stopped(signal: "SIGKILL" | "SIGINT") {
  let running: Running | undefined;
  const here = await service((request) => {
    if (numberIn(request) === "B-3") running?.signal(signal);
    return created(request);
  });
  const folder = folderOf(right(count));
  running = here.start(folder);
  const ran = await running.ended.catch(() => undefined);
  here.answer(created);
  return { ...here, folder, ran };
}

describe.skipIf(process.platform === "win32")("a run that was stopped", () => {
  test.each(["SIGKILL", "SIGINT"] as const)("by %s stands first everywhere until it is finished", async (signal) => {
    const { folder, runs, runsIn, show, send } = await stopped(signal);
    const [one, ...more] = await runs();
    expect(more).toEqual([]);
    expect(one?.documents).toBe(count);
    expect((one?.sent ?? 0) + (one?.in_doubt ?? 0) + (one?.left ?? 0)).toBe(count);
    expect(one?.left_documents).toEqual(numbers.slice(-(one?.left ?? 0)));
    expect(one?.next).toBe(`selfbill create-invoice ${folder}`);
    expect(await runsIn(["list"])).toEqual([one]);
    expect((await show("due", "--exit-code")).code).toBe(one?.in_doubt === 0 ? 8 : 23);
    const due = await show("due", "--output", "table");
    const says = new RegExp(
      `^${one?.sent} of ${count} sent, (?:[0-9]+ in doubt, )?${one?.left} left, AED [0-9,.]+, stopped `,
      "m",
    );
    // Only what the service was not asked may stand before it.
    const first =
      /^(?:[0-9]+ documents? ha(?:s|ve) no final status,.*\n(?:.+\n)*\n)?RUNS THAT ARE NOT FINISHED {2}1 run, AED /;
    expect(due.stdout).toMatch(first);
    expect(due.stdout.replace(/^ +/gm, "")).toMatch(says);
    const list = await show("list");
    expect(list.stderr).toContain(`${one?.sent} of ${count} sent`);
    expect(list.stderr).toContain(`Go on: selfbill create-invoice ${folder}`);
    expect((await show("status")).stderr).toContain(`Go on: selfbill create-invoice ${folder}`);
    const ofRun = async () =>
      JSON.parse((await show("history", "--run", one?.run ?? "", "--json")).stdout).history as { state: string }[];
    expect((await ofRun()).filter(({ state }) => state === "created")).toHaveLength(one?.sent ?? 0);
    await send(folder);
    expect(await runs()).toEqual([]);
    await send(folderOf({ "other.yaml": numbered(99) }));
    expect((await ofRun()).filter(({ state }) => state === "created").length).toBe(count - (one?.in_doubt ?? 0));
    expect(await show("history", "--run", "RUN-000000")).toMatchObject({ code: 21 });
  });

  test("is one run, however often it is gone on with and stopped again", async () => {
    const { folder, runs, answer, start } = await stopped("SIGINT");
    const [before] = await runs();
    let running: Running | undefined;
    answer((request) => {
      running?.signal("SIGINT");
      return created(request);
    });
    running = start(folder);
    await running.ended;
    const [after, ...more] = await runs();
    expect([after?.run, after?.documents, more]).toEqual([before?.run, count, []]);
    expect(after?.left).toBeLessThan(before?.left ?? 0);
  });

  test("is finished by sending the rest otherwise: from another file, alone, or corrected under the same number", async () => {
    const { folder, runs, send } = await stopped("SIGINT");
    const elsewhere = folderOf({ "x.yaml": `# the same\n${numbered(15)}` });
    writeFileSync(join(folder, "16.yaml"), numbered(16).replace("quantity: 56", "quantity: 57"));
    rmSync(join(folder, "01.yaml"));
    const [one] = await runs();
    expect([one?.changed_files, one?.missing_files]).toEqual([[join(folder, "16.yaml")], [join(folder, "01.yaml")]]);
    await send(join(elsewhere, "x.yaml"));
    const left = one?.left_documents.slice(0, -2).map((each) => join(folder, `${each.slice(2).padStart(2, "0")}.yaml`));
    await send(...(left ?? []));
    expect((await runs()).map((each) => each.left_documents)).toEqual([["B-16"]]);
    await send(join(folder, "16.yaml"));
    expect(await runs()).toEqual([]);
  });

  test("is closed by a word with a reason, and by nothing else", async () => {
    const { runs, show } = await stopped("SIGINT");
    const [one] = await runs();
    const due = await show("due", "--output", "table");
    expect(due.stdout).toContain(`selfbill due ${one?.run} --done "HOW"`);
    expect((await show("due", "RUN-000000", "--done", "no")).code).toBe(2);
    expect(await runs()).toHaveLength(1);
    expect((await show("due", one?.run ?? "", "--done", "sent by hand on the portal")).code).toBe(0);
    expect(await runs()).toEqual([]);
  });
});

test("what was refused, invalid or in doubt is named, and not counted as left", async () => {
  const here = await service((request) => {
    const number = numberIn(request);
    if (number === "B-2") return http(400, JSON.stringify({ message: "the line is not accepted" }));
    if (number === "B-3") return undefined;
    return number === "B-5" ? http(401, "{}") : created(request);
  });
  const wrong = template.replace(/issue_date: .*/, "issue_date: tomorrow");
  const folder = folderOf({ ...right(5), "00.yaml": wrong });
  await here.send(folder, "--skip-invalid");
  const [one] = await here.runs();
  expect(one).toMatchObject({
    ...{ documents: 5, sent: 2, in_doubt: 1, left: 1, left_documents: ["B-5"] },
    refused: [{ document: "B-2", why: expect.stringContaining("the line is not accepted") }],
    besides: [{ document: join(folder, "00.yaml"), why: expect.stringMatching(/\S/) }],
    next: `selfbill create-invoice ${folder} --skip-invalid`,
  });
});

test("a single document and a dry run are no runs", async () => {
  const here = await service(() => http(401, "{}"));
  const folder = folderOf(right(3));
  await here.send(join(folder, "01.yaml"));
  await here.show("create-invoice", folder, "--dry-run");
  expect(await here.runs()).toEqual([]);
});

test("goes on from any folder: its files and its map are named by their whole paths", async () => {
  const here = await service(() => http(401, "{}"));
  const other = { document_number: "SB-2", document_lines: [line({ quantity: "41" })] };
  const { file, map } = sheetOfDocuments([invoice({ document_number: "SB-1" }), invoice(other)]);
  const words = ["create-invoice", basename(file), "--map", basename(map), "--yes"];
  expect((await runSelfbill(words, { ...here.options, cwd: dirname(file) })).code).toBe(4);
  const [one] = await here.runs();
  expect([one?.left, one?.next]).toEqual([2, expect.stringContaining(`--map=${map}`)]);
  expect(one?.next).toContain(`create-invoice ${file} `);
});

test("practice is no run of a real account", async () => {
  const sandbox = await startTestSandbox();
  const practice = serviceDesk(sandbox);
  const real = serviceDesk(sandbox, {
    journal: practice.openedJournal,
    account: "https://real.example BP",
    real: true,
  });
  const full = failing(join(practice.folder, "state"), "record", "intent");
  await runCommand(createInvoice, practice, [folderOf(right(2))], { yes: true });
  full.mend();
  expect(rowsOf(await run(practice)).map((each) => each.due)).toEqual(["run"]);
  expect(rowsOf(await run(real))).toEqual([]);
});

test("where the run cannot be noted, nothing is sent, and that is said", async () => {
  const sandbox = await startTestSandbox();
  const desk = serviceDesk(sandbox);
  failing(join(desk.folder, "state"), "note", "run");
  const report = await runCommand(createInvoice, desk, [folderOf(right(2))], { yes: true });
  expect(report.problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Nothing was sent\. The journal could not be written: /),
  ]);
  expect((await sandbox.call("GET", "/api/purchase-invoices")).body.total_elements).toBe(0);
  expect(rowsOf(await run(desk))).toEqual([]);
});
