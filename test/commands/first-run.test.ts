import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { openDatabase } from "../../src/database/index.ts";
import { exitCodes } from "../../src/problem/index.ts";
import { createWords } from "../support/create-options.ts";
import { palmLedger } from "../support/documents.ts";
import { type Answer, http, listen, type RawServer, startRawServer } from "../support/raw-server.ts";
import { startRecorder } from "../support/recorder.ts";
import { type Ran, runSelfbill, startSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { SettableClock } from "../support/start-sandbox.ts";

const template = readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8");
const created = '{"id":"0f8a2c1e","document_number":"SB-9"}';

/** The words and settings that send one file to a server on this computer. */
function sender(port: number | string, home = temporaryFolder(), profile = "SBX-TEST") {
  const file = join(home, "one.yaml");
  writeFileSync(file, template);
  const env = {
    SELFBILL_BASE_URL: typeof port === "string" ? port : `http://127.0.0.1:${port}`,
    SELFBILL_BUSINESS_PROFILE_ID: profile,
    SELFBILL_TOKEN: "token-of-the-test",
  };
  const words = (...more: string[]) => ["create-invoice", file, "--yes", "--json", ...more];
  return {
    home,
    write: (content: string) => writeFileSync(file, content),
    run: (...more: string[]): Promise<Ran> => runSelfbill(words(...more), { home, env }),
    start: (...more: string[]) => startSelfbill(words(...more), { home, env }),
  };
}

/** A raw server as a desk knows its service. */
const toRaw = ({ port }: RawServer) => ({
  baseUrl: `http://127.0.0.1:${port}`,
  token: "token-of-the-test",
  businessProfileId: "SBX-TEST",
  profile: palmLedger,
});

const resultOf = (ran: Ran) => JSON.parse(ran.stdout).results[0];
const codesOf = (ran: Ran): string[] => resultOf(ran).problems.map((each: { code: string }) => each.code);

/** A server that answers a create with this, and ends the connection where there is nothing to say. */
const answering =
  (text: string | undefined): Answer =>
  (socket) =>
    text === undefined ? socket.destroy() : socket.end(text);

describe("the same command again", () => {
  const cut = `${http(201, created).slice(0, -15)}`;
  const rows: [row: string, answer: string | undefined, first: number, again: number, requests: number][] = [
    ["13: 201", http(201, created), 0, 0, 1],
    ["11, 12: closed without an answer", undefined, 23, 23, 1],
    ["13: garbage", "nonsense\r\n\r\n", 23, 23, 1],
    ["13: 200", http(200, created), 23, 23, 1],
    ["13: 201 without an id", http(201, "{}"), 23, 23, 1],
    ["13: 302", http(302, "", { location: "/elsewhere" }), 23, 23, 1],
    ["13: 307", http(307, "", { location: "/elsewhere" }), 21, 21, 2],
    ["13: 400", http(400, '{"errors":{"issue_date":"no"}}'), 21, 21, 2],
    ["13: 400 that names the number nobody sent", http(400, '{"errors":{"document_number":"no"}}'), 21, 21, 2],
    ["13: 401", http(401, "{}"), 4, 4, 2],
    ["13: 404", http(404, "{}"), 21, 21, 2],
    ["13: 408", http(408, "{}"), 23, 23, 1],
    ["13: 409", http(409, "{}"), 23, 23, 1],
    ["13: 425", http(425, "{}"), 23, 23, 1],
    ["13: 500", http(500, "{}"), 23, 23, 1],
    ["13: 503", http(503, "gateway"), 23, 23, 1],
    ["14: cut", cut, 23, 23, 1],
    ["14: looks complete, JSON cut", http(201, created.slice(0, 20)), 23, 23, 1],
  ];
  test.each(rows)("row %s", async (_, answer, first, again, requests) => {
    const server = await startRawServer(answering(answer));
    const desk = serviceDesk(toRaw(server));
    const words = [desk.file("one.yaml", template)];
    const run = () => createInvoice.run({ words, options: createWords }, desk);
    expect(exitCodes[(await run()).outcome]).toBe(first);
    const second = await run();
    expect([exitCodes[second.outcome], server.requests.length]).toEqual([again, requests]);
    if (second.view.view !== "submissions") throw new Error(second.view.view);
    const [result] = second.view.results;
    if (first === 0) expect(result).toMatchObject({ id: "0f8a2c1e", documentNumber: "SB-9", replayed: true });
    if (first === 23) expect(result?.problems.map((each) => each.code)).toContain("still-in-doubt");
  });

  test("row 13: a 429 with --no-wait, and the next run sends it", async () => {
    const answers = [http(429, "{}", { "retry-after": "1" }), http(201, created)];
    const server = await startRawServer((socket) => socket.end(answers.shift() ?? ""));
    const { run } = sender(server.port);
    expect((await run("--no-wait")).code).toBe(22);
    expect((await run()).code).toBe(0);
    expect(server.requests).toHaveLength(2);
  });

  test("row 13: a 429 is waited out and sent again, with a countdown", async () => {
    const answers = [http(429, "{}", { "retry-after": "2" }), http(201, created)];
    const server = await startRawServer((socket) => socket.end(answers.shift() ?? ""));
    const ran = await sender(server.port).run();
    expect([ran.code, server.requests.length]).toEqual([0, 2]);
    expect(ran.stderr).toMatch(/Waiting for the account's next request: [12] seconds? left\./);
  });

  test("row 13: a 429 that asks for more than --max-wait ends with 22", async () => {
    const server = await startRawServer(answering(http(429, "{}", { "retry-after": "90" })));
    const ran = await sender(server.port).run("--max-wait", "20");
    expect([ran.code, server.requests.length]).toEqual([22, 1]);
  });
});

test.each([
  ["10 minutes behind", 600_000, ["clock-off"]],
  ["10 minutes ahead of", -600_000, ["clock-off"]],
  ["a minute behind", 60_000, []],
])("row time: a clock that is %s the service's", async (_, ahead, codes) => {
  const server = await startRawServer((socket) =>
    socket.end(http(201, created, { date: new Date(Date.now() + ahead).toUTCString() })),
  );
  const desk = serviceDesk(toRaw(server));
  const report = await createInvoice.run({ words: [desk.file("one.yaml", template)], options: createWords }, desk);
  if (report.view.view !== "submissions") throw new Error(report.view.view);
  expect(report.outcome).toBe("done");
  expect(report.view.results[0]?.problems.map((each) => each.code)).toEqual(codes);
});

describe("other content", () => {
  const numbered = template.replace("issue_date:", "document_number: SB-77\nissue_date:");

  async function afterOne(first: string, answer = http(201, created)) {
    const server = await startRawServer(answering(answer));
    const one = sender(server.port);
    one.write(first);
    await one.run();
    expect(server.requests).toHaveLength(1);
    return { ...one, server };
  }

  test("row 5: the same number ends with 24", async () => {
    const { write, run, server } = await afterOne(numbered);
    write(numbered.replace("quantity: 40", "quantity: 41"));
    const ran = await run();
    expect([ran.code, codesOf(ran), server.requests.length]).toEqual([24, ["already-sent"], 1]);
  });

  test("row 5: the same number, whose document is in doubt, ends with 23", async () => {
    const { write, run, server } = await afterOne(numbered, http(500, "{}"));
    write(numbered.replace("quantity: 40", "quantity: 41"));
    const ran = await run();
    expect([ran.code, codesOf(ran), server.requests.length]).toEqual([23, ["number-open"], 1]);
  });

  test("row 5: a near-twin ends with 24, and is sent with --allow-similar", async () => {
    const { write, run, server } = await afterOne(template);
    write(template.replace(/name: .*tile.*/i, "name: Something else"));
    const ran = await run();
    expect([ran.code, codesOf(ran), server.requests.length]).toEqual([24, ["looks-sent"], 1]);
    expect((await run("--allow-similar")).code).toBe(0);
    expect(server.requests).toHaveLength(2);
  });
});

describe("the person at the terminal", () => {
  test.each([
    [true, "done", 2],
    [false, "declined", 1],
  ] as const)("row 5: is asked about a near-twin, and %s counts", async (answer, outcome, requests) => {
    const server = await startRawServer(answering(http(201, created)));
    const desk = serviceDesk(toRaw(server), { answer });
    const send = (content: string) =>
      createInvoice.run({ words: [desk.file("one.yaml", content)], options: createWords }, desk);
    expect((await send(template)).outcome).toBe("done");
    const twin = await send(template.replace(/name: .*tile.*/i, "name: Something else"));
    expect([twin.outcome, server.requests.length]).toEqual([outcome, requests]);
  });

  test("row 6: is told that another one is sending the document, and 27 ends the wait", async () => {
    const server = await startRawServer(() => undefined); // it never answers
    const clock = new SettableClock();
    const desk = serviceDesk(toRaw(server), { clock });
    const input = { words: [desk.file("one.yaml", template)], options: createWords };
    const first = createInvoice.run(input, desk);
    await expect.poll(() => server.requests.length).toBe(1);
    const began = clock.now();
    expect((await createInvoice.run(input, desk)).outcome).toBe("local_state");
    expect(desk.said.filter((each) => each.includes("another selfbill is sending"))).toHaveLength(1);
    expect(clock.now() - began).toBe(30_000);
    for (const socket of server.connections) socket.destroy();
    expect((await first).outcome).toBe("in_doubt");
  });
});

describe("ends that nobody chose", () => {
  /** Resolves with the connection of the first request that came whole, and says nothing. */
  async function silent(): Promise<{ server: RawServer; request: Promise<Socket> }> {
    let came: (socket: Socket) => void = () => undefined;
    const request = new Promise<Socket>((resolve) => {
      came = resolve;
    });
    return { server: await startRawServer((socket) => came(socket)), request };
  }

  test("row any: killed between the request and its answer, the same command does not send again", async () => {
    const { server, request } = await silent();
    const { start, run } = sender(server.port);
    const first = start();
    await request;
    first.signal("SIGKILL");
    await first.ended;
    const second = await run();
    expect([second.code, codesOf(second), server.requests.length]).toEqual([23, ["still-in-doubt"], 1]);
  });

  test.skipIf(process.platform === "win32")("row 12: Ctrl-C once waits for the answer, which counts", async () => {
    const { server, request } = await silent();
    const { start, run } = sender(server.port);
    const first = start();
    const socket = await request;
    first.signal("SIGINT");
    await first.says("its answer is waited for");
    socket.end(http(201, created));
    const ran = await first.ended;
    expect([ran.code, resultOf(ran).id]).toEqual([0, "0f8a2c1e"]);
    expect(resultOf(await run())).toMatchObject({ replayed: true });
  });

  test.skipIf(process.platform === "win32")("row 12: Ctrl-C twice ends in doubt", async () => {
    const { server, request } = await silent();
    const first = sender(server.port).start();
    await request;
    first.signal("SIGINT");
    await first.says("its answer is waited for");
    first.signal("SIGINT");
    expect((await first.ended).code).toBe(23);
  });

  test.skipIf(process.platform === "win32").each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("row 12: %s before the first byte sends nothing", async (signal, code) => {
    const server = createServer();
    const port = await listen(server);
    onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
    const connected = new Promise<Socket>((resolve) => server.once("connection", resolve));
    const { start } = sender(`https://127.0.0.1:${port}`); // a server that never answers the handshake
    const running = start();
    const socket = await connected;
    onTestFinished(() => void socket.destroy());
    running.signal(signal);
    const ran = await running.ended;
    expect([ran.code, JSON.parse(ran.stdout).outcome]).toEqual([code, "interrupted"]);
  });

  test.each(["intent", "armed"])("rows 8, 10: %s cannot be recorded, so nothing is sent", async (type) => {
    const server = await startRawServer(answering(http(201, created)));
    const { home, run } = sender(server.port);
    const database = journalOf(home);
    await run("--dry-run");
    database.run(`CREATE TRIGGER full BEFORE INSERT ON record WHEN NEW.type = '${type}'
      BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
    const ran = await run();
    expect([ran.code, codesOf(ran), server.requests.length]).toEqual([27, ["journal-unusable"], 0]);
  });

  test("row 15: a result that cannot be recorded is kept all the same", async () => {
    const server = await startRawServer(answering(http(201, created)));
    const { home, run } = sender(server.port);
    const database = journalOf(home);
    database.run(`CREATE TRIGGER full BEFORE INSERT ON record WHEN NEW.type = 'result'
      BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
    const first = await run();
    expect([first.code, codesOf(first)]).toEqual([0, ["result-set-aside"]]);
    database.run("DROP TRIGGER full");
    expect(resultOf(await run())).toMatchObject({ id: "0f8a2c1e", replayed: true });
    expect(server.requests).toHaveLength(1);
  });

  /** The journal's file, with its tables, open beside the program. */
  function journalOf(home: string) {
    const schema =
      "CREATE TABLE IF NOT EXISTS record (sequence INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, account TEXT NOT NULL, key TEXT NOT NULL, attempt TEXT NOT NULL, type TEXT NOT NULL CHECK (type IN ('intent', 'armed', 'result', 'resolved')), data TEXT NOT NULL) STRICT";
    const opened = openDatabase(join(home, "data", "journal.db"), schema);
    if (!opened.ok) throw new Error(opened.problems[0].message);
    onTestFinished(() => opened.value.close());
    return opened.value;
  }
});

test("row 6: processes with the same file at once make one document, and all of them have its id", async () => {
  const sandbox = await startSandboxProcess(temporaryFolder());
  const recorder = await startRecorder(sandbox.baseUrl);
  const home = temporaryFolder();
  const file = join(home, "one.yaml");
  writeFileSync(file, template);
  const env = {
    SELFBILL_BASE_URL: recorder.baseUrl,
    SELFBILL_BUSINESS_PROFILE_ID: sandbox.businessProfileId,
    SELFBILL_TOKEN: sandbox.token,
  };
  const words = ["create-invoice", file, "--yes", "--json"];
  const ran = await Promise.all([1, 2, 3, 4].map(() => runSelfbill(words, { home, env })));
  expect(ran.map((each) => each.code)).toEqual([0, 0, 0, 0]);
  expect(new Set(ran.map((each) => resultOf(each).id)).size).toBe(1);
  expect(ran.filter((each) => !resultOf(each).replayed)).toHaveLength(1);
  expect(recorder.requests).toHaveLength(1);
});

test("in CI without a journal nothing is sent outside a sandbox, unless somebody says that it is the first run", async () => {
  const home = temporaryFolder();
  const { write } = sender("https://einvoice.example", home);
  write(template);
  const env = {
    CI: "true",
    SELFBILL_BASE_URL: "https://einvoice.example",
    SELFBILL_BUSINESS_PROFILE_ID: "BP-7Q2M4X9KTD",
    SELFBILL_TOKEN: "t-1",
    HTTPS_PROXY: "http://127.0.0.1:1", // nobody is there: 22 means that it was on its way
  };
  const create = (...more: string[]) =>
    runSelfbill(["create-invoice", join(home, "one.yaml"), "--yes", "--json", ...more], { home, env });
  // A command that only asks counts its request in a journal of its own making, which knows of nothing that was sent.
  expect((await runSelfbill(["status", "4bf90b8c"], { home, env })).code).toBe(22);
  expect(existsSync(join(home, "data", "journal.db"))).toBe(true);
  const refused = await create();
  expect([refused.code, JSON.parse(refused.stdout).problems[0].code]).toEqual([2, "journal-missing"]);
  expect((await create("--journal", join(home, "kept"))).code).toBe(22);
  expect((await create("--first-run")).code).toBe(22);
  expect((await create()).code).toBe(22);
});
