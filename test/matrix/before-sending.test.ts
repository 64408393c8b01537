import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openJournal } from "../../src/journal/index.ts";
import { folderOf, numbered } from "../support/batch.ts";
import { row } from "../support/failure-matrix.ts";
import { http, makingEach, startRawServer } from "../support/raw-server.ts";
import { startRecorder } from "../support/recorder.ts";
import { startSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import {
  answering,
  codesOf,
  creating,
  deskBefore,
  fullDisk,
  resultOf,
  sender,
  silent,
  template,
} from "../support/sender.ts";
import { SettableClock } from "../support/start-sandbox.ts";

describe("5 duplicate", () => {
  const withNumber = template.replace("issue_date:", "document_number: SB-77\nissue_date:");
  const other = (content: string) => content.replace("quantity: 40", "quantity: 41");
  const twin = template.replace(/name: .*tile.*/i, "name: Something else");

  async function afterOne(content: string, answer?: string) {
    const server = await startRawServer(answer === undefined ? makingEach() : answering(answer));
    const one = sender(server.port);
    one.write(content);
    await one.run();
    expect(server.requests).toHaveLength(1);
    return { ...one, server };
  }

  test(row("5 duplicate", "the same content is told by the journal: 0, and no request"), async () => {
    const { run, server, write } = await afterOne(withNumber);
    write(`# another comment\n${withNumber}`);
    const ran = await run();
    expect([ran.code, resultOf(ran).id, resultOf(ran).replayed, server.requests.length]).toEqual([
      0,
      "0f8a2c1e",
      true,
      1,
    ]);
  });

  test(row("5 duplicate", "its number with other content ends with 24"), async () => {
    const { write, run, server } = await afterOne(withNumber);
    write(other(withNumber));
    const ran = await run();
    expect([ran.code, codesOf(ran), server.requests.length]).toEqual([24, ["already-sent"], 1]);
  });

  test(row("5 duplicate", "a number whose document is in doubt ends with 23"), async () => {
    const { write, run, server } = await afterOne(withNumber, http(500, "{}"));
    write(other(withNumber));
    const ran = await run();
    expect([ran.code, codesOf(ran), server.requests.length]).toEqual([23, ["number-open"], 1]);
    // Only the earlier document is in doubt; this content was not sent.
    expect(resultOf(ran).result).toBe("not_sent");
  });

  test(row("5 duplicate", "a near-twin ends with 24, and is sent with --allow-similar"), async () => {
    const { write, run, server } = await afterOne(template);
    write(twin);
    const ran = await run();
    expect([ran.code, codesOf(ran), server.requests.length]).toEqual([24, ["looks-sent"], 1]);
    expect((await run("--allow-similar")).code).toBe(0);
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    [true, "done", 2],
    [false, "declined", 1],
  ] as const)(
    row("5 duplicate", "a person is asked about a near-twin, and %s counts"),
    async (answer, outcome, requests) => {
      const server = await creating();
      const { desk, send } = deskBefore(server, { answer });
      expect((await send()).outcome).toBe("done");
      const second = await send({}, [desk.file("one.yaml", twin)]);
      expect([second.outcome, server.requests.length]).toEqual([outcome, requests]);
    },
  );
});

describe("6 lock", () => {
  test(row("6 lock", "another process at it is told, and 27 ends the wait after 30 seconds"), async () => {
    const server = await startRawServer(() => undefined); // it never answers
    const clock = new SettableClock();
    const { desk, send } = deskBefore(server, { clock });
    const under = send();
    await expect.poll(() => server.requests.length).toBe(1);
    const began = clock.now();
    expect((await send()).outcome).toBe("local_state");
    expect(desk.said.filter((each) => each.includes("another selfbill process is sending"))).toHaveLength(1);
    expect(clock.now() - began).toBe(30_000);
    for (const socket of server.connections) socket.destroy();
    expect((await under).outcome).toBe("in_doubt");
  });

  test(row("6 lock", "processes with the same file at once make one document, and all have its id"), async () => {
    const sandbox = await startSandboxProcess(temporaryFolder());
    const recorder = await startRecorder(sandbox.baseUrl);
    const { run } = sender(recorder.baseUrl, temporaryFolder(), {
      SELFBILL_BUSINESS_PROFILE_ID: sandbox.businessProfileId,
      SELFBILL_TOKEN: sandbox.token,
    });
    const ran = await Promise.all([1, 2, 3, 4].map(() => run()));
    expect(ran.map((each) => each.code)).toEqual([0, 0, 0, 0]);
    expect(new Set(ran.map((each) => resultOf(each).id)).size).toBe(1);
    expect(ran.filter((each) => !resultOf(each).replayed)).toHaveLength(1);
    expect(recorder.requests).toHaveLength(1);
  });

  test(row("6 lock", "one that is dead is succeeded at once"), async () => {
    const { server, request } = await silent();
    const { start, run } = sender(server.port);
    const killed = start("--allow-similar");
    await request;
    killed.signal("SIGKILL");
    await killed.ended;
    const ran = await run();
    expect(codesOf(ran)).toEqual(["still-in-doubt"]); // and not "another selfbill process is sending it"
    expect(ran.stderr).not.toContain("another selfbill");
  });
});

describe("7 limit", () => {
  /** Uses up the account's requests for the minute. */
  async function usedUp(home: string): Promise<void> {
    mkdirSync(join(home, "data"), { recursive: true });
    const journal = openJournal(join(home, "data", "journal.db"));
    if (!journal.ok) throw new Error(journal.problems[0].message);
    for (let count = 0; count < 60; count++) await journal.value.turn("sandbox:SBX-TEST", "normal");
    journal.value.close();
  }

  test.each([["--no-wait"], ["--max-wait", "5"]])(
    row("7 limit", "%s %s ends with 22, and nothing is sent"),
    async (...words) => {
      const server = await creating();
      const { home, run } = sender(server.port);
      await usedUp(home);
      const ran = await run(...words.filter((each) => each !== undefined));
      expect([ran.code, codesOf(ran), server.requests.length]).toEqual([22, ["rate-limited"], 0]);
    },
  );

  test(row("7 limit", "it is waited for with a countdown, and then sent"), async () => {
    const server = await creating();
    const clock = new SettableClock();
    const { desk, send } = deskBefore(server, { clock, sameClock: true });
    for (let count = 0; count < 60; count++) await desk.openedJournal.turn("sandbox:SBX-TEST", "normal");
    const began = clock.now();
    expect((await send()).outcome).toBe("done");
    expect(clock.now() - began).toBe(61_000);
    const countdown = desk.said.filter((each) => each.startsWith("Waiting for the account's next request"));
    expect(countdown.map((each) => each.replace(/^.*: /, ""))).toEqual([
      "61 seconds left.",
      "46 seconds left.",
      "31 seconds left.",
      "16 seconds left.",
      "1 second left.",
    ]);
  });

  test.skipIf(process.platform === "win32").each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(row("12 stop", "%s while the limit is waited for sends nothing"), async (signal, code) => {
    const server = await creating();
    const { home, start, run } = sender(server.port);
    await usedUp(home);
    const running = start();
    await running.says("Waiting for the account's next request");
    running.signal(signal);
    const ran = await running.ended;
    expect([ran.code, JSON.parse(ran.stdout).outcome, server.requests.length]).toEqual([code, "interrupted", 0]);
    expect((await run("--no-wait")).code).toBe(22);
  });

  test.skipIf(process.platform === "win32")(
    row("12 stop", "Ctrl-C while a run waits for the limit keeps what was sent"),
    async () => {
      const used = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "50" };
      const server = await startRawServer(makingEach(used));
      const { home, env } = sender(server.port);
      const folder = folderOf({ "1.yaml": numbered(1), "2.yaml": numbered(2), "3.yaml": numbered(3) });
      const words = ["create-invoice", folder, "--yes", "--json"];
      const running = startSelfbill(words, { home, env });
      await running.says("Waiting for the account's next request");
      running.signal("SIGINT");
      const ran = await running.ended;
      const outcomes = JSON.parse(ran.stdout).results.map((each: { outcome: string }) => each.outcome);
      expect([ran.code, outcomes]).toEqual([25, ["done", "interrupted", "interrupted"]]);
      expect(server.requests).toHaveLength(1);
    },
  );
});

describe("8 intent", () => {
  test(row("8 intent", "where the disk is full nothing connects: 27"), async () => {
    const server = await creating();
    const { home, run } = sender(server.port);
    const { mend } = fullDisk(home, "intent");
    const ran = await run();
    expect([ran.code, codesOf(ran), server.connections.length]).toEqual([27, ["journal-unusable"], 0]);
    mend();
    expect((await run()).code).toBe(0);
  });

  test.each([
    ["a file stands where its folder belongs", (home: string) => writeFileSync(join(home, "data"), "")],
    [
      "a folder stands where it belongs",
      (home: string) => mkdirSync(join(home, "data", "journal.db"), { recursive: true }),
    ],
    ["it is no journal", (home: string) => folderOf({ "journal.db": "x".repeat(9_000) }, join(home, "data"))],
    [
      "no owner can be named",
      (home: string) => folderOf({ "journal.owners": "a file, and no folder" }, join(home, "data")),
    ],
  ])(row("8 intent", "%s: nothing connects, 27"), async (_, spoil) => {
    const server = await creating();
    const { home, run } = sender(server.port);
    rmSync(join(home, "data"), { recursive: true, force: true });
    spoil(home);
    const ran = await run();
    expect([ran.code, JSON.parse(ran.stdout).outcome, server.connections.length]).toEqual([27, "local_state", 0]);
  });

  test.runIf(process.platform === "linux")(
    row("8 intent", "a file system that nobody may write to: nothing connects, 27"),
    async () => {
      const server = await creating();
      const { run } = sender(server.port);
      const ran = await run("--journal", "/proc/selfbill");
      expect([ran.code, server.connections.length]).toEqual([27, 0]);
    },
  );
});
