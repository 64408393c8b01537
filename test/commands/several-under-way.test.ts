import type { Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { Journal } from "../../src/journal/index.ts";
import type { Report, SubmissionResult } from "../../src/report/index.ts";
import { callsThatChange } from "../../src/send/index.ts";
import { folderOf, numbered, right } from "../support/batch.ts";
import { palmLedger } from "../support/documents.ts";
import { row } from "../support/failure-matrix.ts";
import { http, type RawRequest, type RawServer, startRawServer } from "../support/raw-server.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { type Ran, type Running, runSelfbill, startSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { serviceDesk } from "../support/service-desk.ts";

/** Returns the document number in the body of a create request. */
const numberIn = ({ body }: RawRequest): string => JSON.parse(body.toString()).document_number ?? "none";
const creates = (request: RawRequest): string => {
  const number = numberIn(request);
  return http(201, JSON.stringify({ id: `id-of-${number}`, document_number: number }));
};

/** A desk whose service is a raw server. */
function deskAt({ port }: RawServer, files: Readonly<Record<string, string>>) {
  const account = { token: "t", businessProfileId: "SBX-TEST", profile: palmLedger };
  const desk = serviceDesk({ baseUrl: `http://127.0.0.1:${port}`, ...account });
  const folder = folderOf(files, join(desk.folder, "documents"));
  const run = (options: Given<typeof createInvoice> = {}): Promise<Report> =>
    runCommand(createInvoice, desk, [folder], { yes: true, ...options });
  return { desk, run };
}

function results(report: Report): readonly SubmissionResult[] {
  if (report.view.view !== "submissions") throw new Error(report.view.view);
  return report.view.results;
}

/** Holds its answers until the maximum number of requests is under way, and then answers the last one first. */
async function slowService(): Promise<RawServer & { together: number[] }> {
  const waiting: [Socket, RawRequest][] = [];
  const together: number[] = [];
  let expected = 1;
  const server = await startRawServer((socket, request) => {
    waiting.push([socket, request]);
    if (waiting.length < expected) return;
    together.push(waiting.length);
    expected = Math.min(8, expected * 2);
    for (const [each, asked] of waiting.splice(0).reverse()) each.end(creates(asked));
  });
  return { ...server, together };
}

describe("a run before a slow service", () => {
  test("has one document under way, then more, eight at most; the results stand in the order of the files", async () => {
    const server = await slowService();
    const { desk, run } = deskAt(server, right(1 + 2 + 4 + 8 + 8));
    const connect = desk.connect.bind(desk);
    let [running, most] = [0, 0];
    desk.connect = async (words) => {
      const connection = await connect(words);
      if (!connection.ok) return connection;
      const { service } = connection.value;
      const changing = service[callsThatChange];
      const create: typeof changing.create = async (...asked) => {
        most = Math.max(most, ++running);
        return changing.create(...asked).finally(() => running--);
      };
      return {
        ok: true,
        value: { ...connection.value, service: { ...service, [callsThatChange]: { ...changing, create } } },
      };
    };
    const report = await run();
    expect([report.outcome, server.together, most]).toEqual(["done", [1, 2, 4, 8, 8], 8]);
    expect(results(report).map(({ id }) => id)).toEqual(Array.from({ length: 23 }, (_, at) => `id-of-B-${at + 1}`));
  });

  test("tells JSON lines as the documents are done", async () => {
    const { desk, run } = deskAt(await slowService(), right(7));
    await run({ jsonLines: true });
    const numbers = desk.written.map((line) => JSON.parse(line).document_number);
    expect(numbers[0]).toBe("B-1");
    expect(numbers.slice(1, 7).sort()).toEqual(["B-2", "B-3", "B-4", "B-5", "B-6", "B-7"]);
    expect(numbers[1]).toBe("B-3"); // this document was answered first
    expect(JSON.parse(desk.written.at(-1) ?? "")).toMatchObject({ end: true, files: 7 });
  });
});

describe("documents of one run that have something in common", () => {
  const third = numbered(3);
  const files = {
    ...right(2),
    "03.yaml": third,
    "04.yaml": `# the same again\n${third}`,
    "05.yaml": third.replace("quantity: 43", "quantity: 99"),
    "06.yaml": third.replace("document_number: B-3\n", ""),
  };

  /**
   * Answers the third request as soon as the journal has held back a later document because of that request. `often`:
   * how many times a document may be held back; each document waits for the one before it, and does not query the
   * journal again meanwhile.
   */
  async function run(answerToThird: (request: RawRequest) => string, often = 1) {
    let [release, keptBack] = [(): void => undefined, 0];
    const server = await startRawServer((socket, request) => {
      const answer = (): void => void socket.end(answerToThird(request));
      if (numberIn(request) !== "B-3" || server.requests.length > 3) socket.end(creates(request));
      else if (keptBack > 0) answer();
      else release = answer;
    });
    const { desk, run } = deskAt(server, files);
    const journal = desk.openedJournal;
    const begin = journal.begin.bind(journal);
    journal.begin = async (...asked: Parameters<Journal["begin"]>) => {
      const begun = await begin(...asked);
      if (begun.ok && begun.value.is === "busy") {
        keptBack += 1;
        release();
      }
      return begun;
    };
    const report = await run();
    expect(keptBack).toBeGreaterThan(0);
    expect(keptBack).toBeLessThanOrEqual(often);
    expect(desk.said.join("\n")).not.toContain("another selfbill");
    return results(report).map(
      ({ outcome, replayed, problems }) => problems.at(-1)?.code ?? (replayed ? "replayed" : outcome),
    );
  }

  test(
    row(
      "5 duplicate",
      "the same content, the same number and a near-twin wait for the one under way, and meet what became of it",
    ),
    async () => {
      expect(await run(creates)).toEqual(["done", "done", "done", "replayed", "already-sent", "looks-sent"]);
    },
  );

  test(row("5 duplicate", "a doubt about the first holds the others back"), async () => {
    expect(await run(() => http(500, "{}"))).toEqual([
      "done",
      "done",
      "answer-unclear",
      "still-in-doubt",
      "number-open",
      "looks-sent",
    ]);
  });

  test(row("5 duplicate", "after a refusal of the first its number is free"), async () => {
    const refused = () => http(400, '{"message":"no"}');
    // After the refusal the document with the same content starts again, and the one with the same number may wait
    // for it.
    expect(await run(refused, 2)).toEqual(["done", "done", "service-refused", "done", "already-sent", "looks-sent"]);
  });
});

test(row("13 status 401, 403", "a token that is refused in the middle of a run stops what has not begun"), async () => {
  const waiting: Socket[] = [];
  const server = await startRawServer((socket, request) => {
    if (server.requests.length === 1) return void socket.end(creates(request));
    waiting.push(socket);
    if (waiting.length === 2) for (const each of waiting) each.end(http(401, "{}"));
  });
  const report = await deskAt(server, right(6)).run();
  expect(results(report).map(({ outcome }) => outcome)).toEqual(["done", "auth", "auth", ...Array(3).fill("not_sent")]);
  expect([report.outcome, server.requests.length]).toEqual(["partial", 3]);
});

test(row("batch", "a doubt hides no other document, and the next one goes alone"), async () => {
  const server = await startRawServer((socket, request) => {
    if (numberIn(request) === "B-2") socket.destroy();
    else socket.end(creates(request));
  });
  const report = await deskAt(server, right(5)).run();
  expect(results(report).map(({ outcome }) => outcome)).toEqual(["done", "in_doubt", "done", "done", "done"]);
  expect(report.outcome).toBe("in_doubt");
});

describe.skipIf(process.platform === "win32")("within a run", () => {
  /** The run is stopped when its second and third documents are under way. */
  async function stoppedRun(
    signal: NodeJS.Signals,
    then: (waiting: readonly [Socket, RawRequest][], running: Running) => void,
  ) {
    const waiting: [Socket, RawRequest][] = [];
    let running: Running | undefined;
    const stop = async (): Promise<void> => {
      running?.signal(signal);
      await running?.says("Stopping: 2 documents are under way, so waiting for their answers, up to 10 seconds.");
      if (running) then(waiting, running);
    };
    const server = await startRawServer((socket, request) => {
      if (server.requests.length === 1 || waiting.length === 2) return void socket.end(creates(request));
      waiting.push([socket, request]);
      if (waiting.length === 2) void stop();
    });
    const env = {
      SELFBILL_BASE_URL: `http://127.0.0.1:${server.port}`,
      SELFBILL_BUSINESS_PROFILE_ID: "SBX-TEST",
      SELFBILL_TOKEN: "t",
    };
    const words = ["create-invoice", folderOf(right(5)), "--yes", "--json"];
    const home = temporaryFolder();
    running = startSelfbill(words, { home, env });
    const ran = await running.ended;
    return { ran, server, again: () => runSelfbill(words, { home, env }) };
  }

  const outcomesOf = (ran: Ran): string[] =>
    JSON.parse(ran.stdout).results.map((each: SubmissionResult) => each.outcome);
  const answerAll = (waiting: readonly [Socket, RawRequest][]): void => {
    for (const [socket, request] of waiting) socket.end(creates(request));
  };

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    row("12 stop", "%s once finishes all that are under way and starts none"),
    async (signal) => {
      const { ran, server } = await stoppedRun(signal, answerAll);
      expect(outcomesOf(ran)).toEqual(["done", "done", "done", "interrupted", "interrupted"]);
      expect([ran.code, server.requests.length]).toEqual([25, 3]);
    },
  );

  test(
    row("12 stop", "Ctrl-C twice leaves all that are under way in doubt, and none of them is sent again"),
    async () => {
      const { ran, server, again } = await stoppedRun("SIGINT", (_, running) => running.signal("SIGINT"));
      expect(outcomesOf(ran)).toEqual(["done", "in_doubt", "in_doubt", "interrupted", "interrupted"]);
      expect(ran.code).toBe(23);
      const second = await again();
      expect([second.code, outcomesOf(second)]).toEqual([23, ["done", "in_doubt", "in_doubt", "done", "done"]]);
      expect(server.requests.map(numberIn).sort()).toEqual(["B-1", "B-2", "B-3", "B-4", "B-5"]);
    },
  );
});
