import { createServer, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { resultOf } from "../../src/commands/create/send-all.ts";
import { exitCodes, type Outcome, problem } from "../../src/problem/index.ts";
import { makeStyle, renderJson, renderReport, statusWord } from "../../src/render/index.ts";
import type { Report, SubmissionResult } from "../../src/report/index.ts";
import { submit } from "../../src/submit/index.ts";
import { given } from "../support/journal-file.ts";
import { http, listen, startRawServer } from "../support/raw-server.ts";
import { SettableClock } from "../support/start-sandbox.ts";
import { submitterTo } from "../support/submission.ts";

type Told = "created" | "not_sent" | "refused" | "in_doubt";

/** The names given to one result in each place where it appears. */
interface Words {
  readonly cell: string;
  readonly sentence: string;
  readonly json: string;
  readonly outcome: Outcome;
  /** The result as recorded in the journal. */
  readonly recorded: string;
}

const cells: readonly [RegExp, Told][] = [
  [/^(?:created|PENDING)/, "created"],
  [/^refused/, "refused"],
  [/^not sent/, "not_sent"],
  [/^IN DOUBT/, "in_doubt"],
];
const sentences: readonly [RegExp, Told][] = [
  [/^✓ The document was created/, "created"],
  [/refused: nothing was created/, "refused"],
  [/was not sent: nothing was created/, "not_sent"],
  [/may or may not have been created/, "in_doubt"],
];
const read = (text: string, words: readonly [RegExp, Told][]): string =>
  words
    .filter(([word]) => word.test(text))
    .map(([, told]) => told)
    .join("+");

function wordsOf(result: SubmissionResult, recorded: string): Words {
  const style = makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true });
  const view = { view: "submissions", results: [result], dryRun: false } as const;
  const report: Report = { outcome: result.outcome, sandbox: false, problems: [], view };
  const json = renderJson(report) as { results: { result: string }[] };
  return {
    cell: read(statusWord(result), cells),
    sentence: read(renderReport(report, style, style).talk.split("\n").slice(-2)[0] ?? "", sentences),
    json: json.results[0]?.result ?? "",
    outcome: result.outcome,
    recorded,
  };
}

const names: Readonly<Record<string, Told>> = {
  created: "created",
  "not-sent": "not_sent",
  refused: "refused",
  "in-doubt": "in_doubt",
};

/** Returns a function that sends documents, each with its own number; `answer` handles the server's connections. */
async function senderTo(answer: (socket: Socket, body: string) => void) {
  const server = await startRawServer((socket, { body }) => answer(socket, body.toString()));
  const clock = new SettableClock();
  const { desk, prepared, send } = await submitterTo(server, { clock, sameClock: true });
  let [count, told] = [0, 0];
  return async (how: Parameters<typeof send>[1] = {}): Promise<Words> => {
    clock.advance(2); // sixty per minute are allowed
    const number = { document_number: `SB-${++count}` };
    const submission = await send(number, { allowSimilar: true, ...how });
    const records = given(await desk.openedJournal.records(told, 5_000));
    const last = records.at(-1);
    told = last?.sequence ?? told;
    const recorded = last?.type === "result" ? (names[last.data.verdict] ?? "") : "none";
    return wordsOf(resultOf(await prepared(number), submission), recorded);
  };
}

const statuses = [...Array.from({ length: 200 }, (_, index) => 400 + index).filter((each) => each !== 429), 429];
const usual = [400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 425, 451, 500, 501, 502, 503, 504, 511, 429];
const bodies = {
  "an empty body": "",
  "an error of the service": '{"errors":{"message":"No."}}',
  "an error of the number": '{"errors":{"document_number":"is taken"}}',
  "an error of a field": '{"errors":{"issue_date":"is wrong"}}',
  "a page of a gateway": "<html>Bad gateway</html>",
} as const;
const isWhole = (body: string): boolean => body.includes("errors") && !body.includes("issue_date");
const asRefused = new Set([400, 401, 403, 404, 405, 413, 415, 422]);

describe.each(Object.entries(bodies))(
  "cell, sentence, JSON, exit code and journal agree on a status with %s",
  (_, body) => {
    test(isWhole(body) ? "from 400 to 599" : "that services use", async () => {
      let status = 400;
      const send = await senderTo((socket) => socket.end(http(status, body)));
      for (status of isWhole(body) ? statuses : usual) {
        const { cell, sentence, json, outcome, recorded } = await send();
        const isTaken = body.includes("document_number") && (status === 400 || status === 409);
        const told = status === 429 ? "not_sent" : asRefused.has(status) || isTaken ? "refused" : "in_doubt";
        expect([status, cell, sentence, json, recorded]).toEqual([status, told, told, told, told]);
        const code =
          told === "not_sent"
            ? 22
            : told === "in_doubt"
              ? 23
              : isTaken
                ? 24
                : status === 401 || status === 403
                  ? 4
                  : 21;
        expect([status, exitCodes[outcome]]).toEqual([status, code]);
      }
    });
  },
);

const made = http(201, '{"id":"id-1","document_sequence":1}');
const onTheWire: [string, Told, (socket: Socket) => void][] = [
  ["is created", "created", (socket) => socket.end(made)],
  ["is created, with a status", "created", (socket) => socket.end(http(201, bodyWith("PENDING")))],
  ["is closed before an answer", "in_doubt", (socket) => socket.destroy()],
  ["is cut in the head", "in_doubt", (socket) => socket.end("HTTP/1.1 20")],
  ["is cut in the body", "in_doubt", (socket) => socket.end(made.slice(0, -3))],
  ["is no HTTP", "in_doubt", (socket) => socket.end("hello")],
  ["is a success without an id", "in_doubt", (socket) => socket.end(http(201, "{}"))],
  ["is another success", "in_doubt", (socket) => socket.end(http(202, "{}"))],
  ["is moved for good", "refused", (socket) => socket.end(http(308, "", { location: "https://new.example/" }))],
  ["is seen elsewhere", "in_doubt", (socket) => socket.end(http(303, "", { location: "https://new.example/" }))],
];

const bodyWith = (status: string): string =>
  JSON.stringify({ id: "id-1", meta_info: { peppol_status: { overall_status: status } } });

describe("cell, sentence, JSON and journal agree where the answer", () => {
  test.each(onTheWire)("%s", async (_, told, answer) => {
    const send = await senderTo(answer);
    const { cell, sentence, json, recorded } = await send();
    expect([cell, sentence, json, recorded]).toEqual([told, told, told, told]);
  });
});

describe("what never left is not sent", () => {
  const codes = ["sign-in-refused", "no-token", "not-connected", "journal-unusable", "mark-unusable", "interrupted"];
  test.each(codes)("stopped before the first byte by %s", async (code) => {
    const asked: string[] = [];
    const send = await senderTo((socket, body) => {
      asked.push(body);
      socket.end(made);
    });
    const advance = async () => problem(code as "no-token", "It stopped.", "Look at it.");
    const { cell, sentence, json, outcome } = await send({ guard: { advance } });
    expect([cell, sentence, json, outcome]).toEqual([
      "not_sent",
      "not_sent",
      "not_sent",
      problem(code as "no-token", "", "").outcome,
    ]);
    expect(asked).toEqual([]);
  });

  test("where nothing listens", async () => {
    const server = await startRawServer(() => undefined);
    const { prepared, send } = await submitterTo({ port: await closedPort() });
    const told = wordsOf(resultOf(await prepared(), await send()), "");
    expect([told.cell, told.sentence, told.json, told.outcome]).toEqual([
      "not_sent",
      "not_sent",
      "not_sent",
      "not_sent",
    ]);
    expect(server.requests).toEqual([]);
  });
});

describe("a result that the journal could not take", () => {
  test.each([
    ["created", made],
    ["refused", http(400, bodies["an error of the service"])],
    ["refused", http(401, "")],
  ] as const)("does not change that the document is %s", async (told, answer) => {
    const server = await startRawServer((socket) => socket.end(answer));
    const { shared, connection, prepared } = await submitterTo(server);
    const document = await prepared();
    const why = problem("journal-unusable", "The disk is full.", "Make room.");
    const begin = shared.journal.begin.bind(shared.journal);
    shared.journal.begin = async (...words) => {
      const begun = await begin(...words);
      if (begun.ok && begun.value.is === "begun") begun.value.attempt.result = async () => why;
      return begun;
    };
    const options = { waiting: { none: true, most: 0 }, allowSimilar: true, sendAnyway: false, approvals: [] };
    const { cell, sentence, json, outcome } = wordsOf(
      resultOf(document, await submit(document, connection, shared, options)),
      "",
    );
    expect([cell, sentence, json, outcome]).toEqual([told, told, told, "local_state"]);
  });
});

async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise<void>((done) => server.close(() => done()));
  return port;
}
