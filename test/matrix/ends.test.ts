import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOf, right } from "../support/batch.ts";
import { row } from "../support/failure-matrix.ts";
import { http, type RawRequest, startRawServer } from "../support/raw-server.ts";
import { runSelfbill, startSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import {
  answering,
  codesOf,
  created,
  creating,
  fullDisk,
  resultOf,
  sender,
  silent,
  withoutHandshake,
} from "../support/sender.ts";

const unix = process.platform !== "win32";

describe.skipIf(!unix)("12 stop", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    row("12 stop", "%s once waits for the answer, which counts"),
    async (signal) => {
      const { server, request } = await silent();
      const { start, run } = sender(server.port);
      const running = start();
      const socket = await request;
      running.signal(signal);
      await running.says("waiting for its answer");
      socket.end(http(201, created));
      const ran = await running.ended;
      expect([ran.code, resultOf(ran).id]).toEqual([0, "0f8a2c1e"]);
      expect(resultOf(await run())).toMatchObject({ replayed: true });
    },
  );

  test(row("12 stop", "a second time ends in doubt, and nothing is sent again"), async () => {
    const { server, request } = await silent();
    const { start, run } = sender(server.port);
    const running = start();
    await request;
    running.signal("SIGINT");
    await running.says("waiting for its answer");
    running.signal("SIGINT");
    expect((await running.ended).code).toBe(23);
    expect([(await run()).code, server.requests.length]).toEqual([23, 1]);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(row("12 stop", "%s before the first byte sends nothing"), async (signal, code) => {
    const { url, connected } = await withoutHandshake();
    const { home, start } = sender(url);
    const running = start();
    await connected;
    running.signal(signal);
    const ran = await running.ended;
    expect([ran.code, JSON.parse(ran.stdout).outcome]).toEqual([code, "interrupted"]);
    expect((await sender((await creating()).port, home).run()).code).toBe(0);
  });
});

describe("15 result", () => {
  test(row("15 result", "it is kept in reserved room, and the next run takes it over"), async () => {
    const server = await creating();
    const { home, run } = sender(server.port);
    const { mend } = fullDisk(home, "result");
    const ran = await run();
    expect([ran.code, codesOf(ran)]).toEqual([0, ["result-set-aside"]]);
    mend();
    expect(resultOf(await run())).toMatchObject({ id: "0f8a2c1e", replayed: true });
    expect(server.requests).toHaveLength(1);
  });

  test(
    row("15 result", "without room it stands in a file, the id is told, 27; the next run is in doubt and says how"),
    async () => {
      const long = JSON.stringify({ id: "0f8a2c1e", document_number: "N".repeat(70_000) }); // more than the reserved space
      const server = await startRawServer(answering(http(201, long)));
      const temporary = temporaryFolder();
      const { home, env, run } = sender(server.port, undefined, { TMPDIR: temporary, TEMP: temporary });
      const { mend } = fullDisk(home, "result");
      const ran = await run();
      expect([ran.code, codesOf(ran)]).toEqual([27, ["journal-unusable"]]);
      const [{ message, hint }] = resultOf(ran).problems;
      expect(message).toContain("exists as 0f8a2c1e");
      const [kept = ""] = readdirSync(temporary).filter((name) => name.startsWith("selfbill-"));
      expect(JSON.parse(readFileSync(join(temporary, kept), "utf8"))).toMatchObject({ result: { id: "0f8a2c1e" } });
      mend();
      const next = await run();
      expect([next.code, codesOf(next), server.requests.length]).toEqual([23, ["still-in-doubt"], 1]);
      const words = /selfbill (resolve \S+ --created \S+)/.exec(hint)?.[1]?.split(" ") ?? [];
      expect((await runSelfbill(words, { home, env })).code).toBe(0);
      expect(resultOf(await run())).toMatchObject({ id: "0f8a2c1e", replayed: true });
    },
  );
});

describe("16 print", () => {
  test(row("16 print", "a reader that went away: 0, a word on where to look, and the journal has it"), async () => {
    const server = await creating();
    const { env, file, home, run } = sender(server.port);
    const child = spawn(process.execPath, [join(top, "bin/selfbill.cjs"), "create-invoice", file, "--yes", "--json"], {
      env: { PATH: process.env.PATH, SELFBILL_HOME: home, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    let said = "";
    child.stderr.on("data", (text) => {
      said += text;
    });
    const code = await new Promise((done) => child.on("close", done));
    expect([code, said]).toEqual([0, expect.stringContaining("selfbill history")]);
    expect(resultOf(await run())).toMatchObject({ id: "0f8a2c1e", replayed: true });
  });

  /** Environment variables that end the program at the first character it prints, as a crash would. */
  function crashing(home: string): Record<string, string> {
    const path = join(home, "crash.cjs");
    writeFileSync(path, 'process.stdout.write = () => process.kill(process.pid, "SIGKILL");\n');
    return { NODE_OPTIONS: `--require ${path}` };
  }

  test(row("16 crash", "what was recorded is told by the same command"), async () => {
    const server = await creating();
    const { env, file, home, run } = sender(server.port);
    const words = ["create-invoice", file, "--yes", "--json"];
    const crashed = await runSelfbill(words, { home, env: { ...env, ...crashing(home) } });
    expect([crashed.code, crashed.stdout]).toEqual([unix ? null : 1, ""]);
    expect(resultOf(await run())).toMatchObject({ id: "0f8a2c1e", replayed: true });
    expect(server.requests).toHaveLength(1);
  });
});

describe("any kill", () => {
  test(row("any kill", "before the first byte: the same command sends it, and asks nothing"), async () => {
    const { url, connected } = await withoutHandshake();
    const { home, start } = sender(url);
    const running = start();
    await connected;
    running.signal("SIGKILL");
    await running.ended;
    const server = await creating();
    expect([(await sender(server.port, home).run()).code, server.requests.length]).toEqual([0, 1]);
  });

  test(row("any kill", "between the request and its answer: in doubt, listed, and not sent again"), async () => {
    const { server, request } = await silent();
    const { env, home, start, run } = sender(server.port);
    const running = start();
    await request;
    running.signal("SIGKILL");
    await running.ended;
    const again = await run();
    expect([again.code, codesOf(again), server.requests.length]).toEqual([23, ["still-in-doubt"], 1]);
    const listed = await runSelfbill(["resolve", "--json"], { home, env });
    expect(JSON.parse(listed.stdout).doubts).toHaveLength(1);
  });
});

describe("batch", () => {
  const numberIn = ({ body }: RawRequest): string => JSON.parse(body.toString()).document_number;
  const create = (socket: Socket, request: RawRequest): void => {
    const number = numberIn(request);
    socket.end(http(201, JSON.stringify({ id: `id-of-${number}`, document_number: number })));
  };

  test(
    row("batch", "killed with two of five under way: one is done, two are in doubt, two are sent by the same command"),
    async () => {
      let [waiting, kill] = [0, (): void => undefined];
      const server = await startRawServer((socket, request) => {
        if (server.requests.length === 1 || waiting === 2) create(socket, request);
        else if (++waiting === 2) kill();
      });
      const { env, home } = sender(server.port);
      const words = ["create-invoice", folderOf(right(5)), "--yes", "--json"];
      const running = startSelfbill(words, { home, env });
      kill = () => running.signal("SIGKILL");
      await running.ended;
      const again = await runSelfbill(words, { home, env });
      const results = JSON.parse(again.stdout).results as { outcome: string; replayed: boolean }[];
      expect(results.map(({ outcome, replayed }) => (replayed ? "replayed" : outcome))).toEqual([
        "replayed",
        "in_doubt",
        "in_doubt",
        "done",
        "done",
      ]);
      expect(again.code).toBe(23);
      expect(server.requests.map(numberIn).sort()).toEqual(["B-1", "B-2", "B-3", "B-4", "B-5"]);
    },
  );
});
