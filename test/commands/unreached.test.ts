import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Unreached } from "../../src/commands/create/not-attempted.ts";
import { problem } from "../../src/problem/index.ts";
import type { SubmissionResult } from "../../src/report/index.ts";
import { folderOf, right } from "../support/batch.ts";
import { http, listen, type RawRequest, startRawServer } from "../support/raw-server.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const numberIn = ({ body }: RawRequest): string => JSON.parse(body.toString()).document_number;
const created = (request: RawRequest): string =>
  http(201, JSON.stringify({ id: `id-of-${numberIn(request)}`, document_number: numberIn(request) }));

interface Told {
  outcome: string;
  results: { file: string; outcome: string; id: string | null; problems: { code: string; message: string }[] }[];
}

/** The program with a home of its own, for a service at this address. */
function program(baseUrl: string, home = temporaryFolder()) {
  const env = { SELFBILL_BASE_URL: baseUrl, SELFBILL_BUSINESS_PROFILE_ID: "SBX-TEST", SELFBILL_TOKEN: "t" };
  const run = (...words: string[]) => runSelfbill(words, { home, env });
  const json = async (...words: string[]) => JSON.parse((await run(...words, "--json")).stdout);
  const send = async (folder: string) => {
    const ran = await run("create-invoice", folder, "--yes", "--json");
    return { code: ran.code, ...(JSON.parse(ran.stdout) as Told) };
  };
  const tried = async (): Promise<number> => (await json("history")).history.length;
  return { home, run, json, send, tried };
}

/** A port that takes connections and breaks each off before a secure one is made. Counts them. */
async function insecure(): Promise<{ port: number; dialled: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.on("error", () => undefined);
    socket.end("no\r\n");
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return { port, dialled: () => count };
}

test("a service that no secure connection can be made with is dialled once, and no other document is recorded as tried", async () => {
  const { port, dialled } = await insecure();
  const { json, send, tried } = program(`https://127.0.0.1:${port}`);
  const folder = folderOf(right(30));
  const { code, outcome, results } = await send(folder);
  // The first connection asks whether it is a sandbox, as at every local address.
  expect([code, outcome, dialled(), await tried()]).toEqual([22, "not_sent", 1 + 1, 1]);
  expect(results).toHaveLength(30);
  const [first] = results;
  expect(first?.problems.at(-1)).toMatchObject({ code: "not-connected" });
  for (const each of results) {
    expect([each.outcome, each.id]).toEqual(["not_sent", null]);
    expect(each.problems.at(-1)?.message).toBe(first?.problems.at(-1)?.message);
  }
  const { runs } = await json("due");
  expect(runs).toMatchObject([{ documents: 30, sent: 0, left: 30 }]);
});

test("each run dials it anew, and sends what is left once the service answers", async () => {
  const server = await startRawServer((socket, request) => void socket.end(created(request)));
  const there = program(`http://127.0.0.1:${server.port}`);
  const gone = program("http://127.0.0.1:9", there.home);
  const folder = folderOf(right(4));
  expect([(await gone.send(folder)).code, (await gone.send(folder)).code, await gone.tried()]).toEqual([22, 22, 2]);
  expect((await there.send(folder)).code).toBe(0);
  expect(server.requests.map(numberIn).sort()).toEqual(["B-1", "B-2", "B-3", "B-4"]);
});

test("the reason is said once, also in a pipe", async () => {
  const { run } = program("http://127.0.0.1:9");
  const { stderr } = await run("create-invoice", folderOf(right(30)), "--yes");
  expect(stderr.match(/cannot be reached/g)).toHaveLength(1);
  expect(stderr).toContain("… and the same for 29 more files");
  expect(stderr).toContain("30 documents were not sent: nothing was created, and running the command again is safe.");
});

test("a service that goes away in the middle of a run leaves what it created, and what was not begun is not tried", async () => {
  const server = await startRawServer((socket, request) => {
    if (numberIn(request) === "B-1") server.goAway();
    socket.end(created(request));
  });
  const { send, tried } = program(`http://127.0.0.1:${server.port}`);
  const { code, results } = await send(folderOf(right(12)));
  expect(results[0]).toMatchObject({ outcome: "done", id: "id-of-B-1" });
  expect(results.slice(1).map(({ outcome }) => outcome)).toEqual(Array(11).fill("not_sent"));
  expect(code).toBe(25);
  expect(await tried()).toBeLessThanOrEqual(3);
});

const at = "https://api.service.example";
const because = problem("not-connected", "Nothing was sent: it cannot be reached.", "Look at the network.");
const told = (outcome: SubmissionResult["outcome"], more: Partial<SubmissionResult> = {}): SubmissionResult => ({
  ...{ file: "a.yaml", kind: "invoice", outcome, problems: [] },
  ...more,
});

test("what failed for a place holds for this place alone, and an answer that comes after it ends it", () => {
  const unreached = new Unreached();
  expect(unreached.why(at)).toBe(undefined);
  unreached.heard(at, told("not_sent", { problems: [because] }));
  expect([unreached.why(at), unreached.why("https://other.example")]).toEqual([because, undefined]);
  unreached.heard(at, told("done", { id: "A-1" }));
  expect(unreached.why(at)).toBe(undefined);
});

test.each<[string, SubmissionResult]>([
  ["a doubt", told("in_doubt", { problems: [problem("answer-lost", "It was sent, but no answer came.", "Wait.")] })],
  ["the rate limit", told("not_sent", { problems: [problem("rate-limited", "Later.", "Wait.")] })],
  ["a stop", told("interrupted", { problems: [problem("interrupted", "Stopped.", "Again.")] })],
  ["a refusal", told("refused", { refused: true, problems: [problem("service-refused", "No.", "Correct it.")] })],
  ["a warning", told("done", { id: "A-1", problems: [{ ...because, severity: "warning" }] })],
])("%s does not stop the others", (_, result) => {
  const unreached = new Unreached();
  unreached.heard(at, result);
  expect(unreached.why(at)).toBe(undefined);
});

test.each<[string, SubmissionResult]>([
  ["a doubt", told("in_doubt")],
  ["a document that existed before", told("done", { id: "A-1", replayed: true })],
])("%s does not say that the service is there again", (_, result) => {
  const unreached = new Unreached();
  unreached.heard(at, told("not_sent", { problems: [because] }));
  unreached.heard(at, result);
  expect(unreached.why(at)).toBe(because);
});
