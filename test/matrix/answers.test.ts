import { describe, expect, test } from "vitest";
import { exitCodes } from "../../src/problem/index.ts";
import { row } from "../support/failure-matrix.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { answering, codesOf, created, deskBefore, first, resultOf, sender, template } from "../support/sender.ts";

const cut = http(201, created).slice(0, -15);
const moved = { location: "https://elsewhere.example/x?token=secret" };

/**
 * One answer, the exit code after it, the exit code when the command is repeated, and the total number of requests.
 */
type Row = [name: string, answer: string | undefined, now: number, again: number, requests: number];

const rows: Row[] = [
  [row("13 status 201", "created; the same again is told by the journal"), http(201, created), 0, 0, 1],
  [row("12 wait", "closed without an answer"), undefined, 23, 23, 1],
  [row("13 not HTTP", "garbage"), "nonsense\r\n\r\n", 23, 23, 1],
  [row("13 not HTTP", "an interim answer alone"), "HTTP/1.1 103 Early Hints\r\n\r\n", 23, 23, 1],
  ...[200, 202, 204].map(
    (each): Row => [row("13 another success", `${each}`), http(each, each === 204 ? "" : created), 23, 23, 1],
  ),
  [row("13 another success", "201 without an id"), http(201, "{}"), 23, 23, 1],
  [row("13 another success", "201 with an id that no path may hold"), http(201, '{"id":"../x"}'), 23, 23, 1],
  ...[301, 307, 308].map((each): Row => [row("13 status 301, 307, 308", `${each}`), http(each, "", moved), 21, 21, 2]),
  ...[300, 302, 303, 304].map(
    (each): Row => [row("13 status 300, 302, 303, 304", `${each}`), http(each, "", moved), 23, 23, 1],
  ),
  ...[400, 413, 422].map((each): Row => [row("13 status 400, 413, 422", `${each}`), http(each, "{}"), 21, 21, 2]),
  [
    row("13 status 400, 413, 422", "400 about the number, and none was sent"),
    http(400, '{"errors":{"document_number":"no"}}'),
    21,
    21,
    2,
  ],
  ...[401, 403].map((each): Row => [row("13 status 401, 403", `${each}`), http(each, "{}"), 4, 4, 2]),
  ...[404, 405, 415].map((each): Row => [row("13 status 404, 405, 415", `${each}`), http(each, "{}"), 21, 21, 2]),
  [row("13 status 409", "of nothing by name"), http(409, "{}"), 23, 23, 1],
  ...[408, 425].map((each): Row => [row("13 status 408, 425", `${each}`), http(each, "{}"), 23, 23, 1]),
  ...[500, 502, 503, 504].map((each): Row => [row("13 status 5xx", `${each}`), http(each, "gateway"), 23, 23, 1]),
  [row("14 cut", "at its end"), cut, 23, 23, 1],
  [row("14 cut", "in its chunks"), "HTTP/1.1 201 X\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{", 23, 23, 1],
  [row("14 looks complete", "the JSON is cut"), http(201, created.slice(0, 20)), 23, 23, 1],
];

describe("the same command again", () => {
  test.each(rows)("%s", async (_, answer, now, again, requests) => {
    const server = await startRawServer(answering(answer));
    const { send } = deskBefore(server);
    expect(exitCodes[(await send()).outcome]).toBe(now);
    const second = await send();
    expect([exitCodes[second.outcome], server.requests.length]).toEqual([again, requests]);
    if (now === 0) expect(first(second)).toMatchObject({ id: "0f8a2c1e", documentNumber: "SB-9", replayed: true });
    if (now === 23) expect(first(second).problems.map(({ code }) => code)).toContain("still-in-doubt");
  });
});

describe("what is told of it", () => {
  const told = async (answer: string, file = template) => {
    const server = await startRawServer(answering(answer));
    const { desk, send } = deskBefore(server);
    const result = first(await send({}, [desk.file("one.yaml", file)]));
    const [attempt] = await records(desk);
    return { result, attempt, problem: result.problems[0] };
  };
  const records = async ({ openedJournal }: ReturnType<typeof deskBefore>["desk"]) => {
    const all = await openedJournal.records(0, 100);
    if (!all.ok) throw new Error(all.problems[0].message);
    return all.value.flatMap((each) => (each.type === "result" ? [each.data] : []));
  };

  test(row("13 another success", "the body of a 202 is kept, without the token"), async () => {
    const { attempt } = await told(http(202, '{"queued":"Bearer token-of-the-test"}'));
    expect(attempt).toMatchObject({ verdict: "in-doubt", status: 202, partialBody: '{"queued":"Bearer [token]"}' });
  });

  test(row("13 status 301, 307, 308", "the new host is named, and nothing else of the address"), async () => {
    const { problem } = await told(http(308, "", moved));
    expect(problem).toMatchObject({ code: "base-url-moved", message: expect.stringContaining("elsewhere.example") });
    expect(JSON.stringify(problem)).not.toContain("secret");
  });

  test(row("13 status 400, 413, 422", "each refused field is told at its line"), async () => {
    const { result } = await told(
      http(422, '{"errors":{"issue_date":"too old","document_lines[0].name":"too vague"}}'),
    );
    const line = (start: string) => template.split("\n").findIndex((each) => each.trim().startsWith(start)) + 1;
    expect(result.problems.map(({ where }) => where?.line)).toEqual([line("issue_date:"), expect.any(Number)]);
  });

  test.each([404, 405])(row("13 status 404, 405, 415", "%i says to look at the settings"), async (status) => {
    expect((await told(http(status, "{}"))).problem?.hint).toMatch(/base URL/);
  });

  test(row("13 status 409", "one that names the number is a number that is taken: 24"), async () => {
    const numbered = template.replace("issue_date:", "document_number: SB-77\nissue_date:");
    const { result } = await told(http(409, '{"errors":{"document_number":"it is taken"}}'), numbered);
    expect([result.outcome, result.problems[0]?.code]).toEqual(["duplicate", "number-taken"]);
  });

  test(row("14 cut", "it probably exists, and what came is kept"), async () => {
    const { problem, attempt } = await told(cut);
    expect(problem).toMatchObject({ code: "answer-lost", message: expect.stringContaining("probably exists") });
    expect(attempt).toMatchObject({ status: 201, partialBody: created.slice(0, -15) });
  });

  test(row("14 looks complete", "it probably exists, and what came is kept"), async () => {
    const { problem, attempt } = await told(http(201, created.slice(0, 20)));
    expect(problem).toMatchObject({ code: "answer-unclear", message: expect.stringContaining("probably exists") });
    expect(attempt).toMatchObject({ status: 201, partialBody: created.slice(0, 20) });
  });

  const odd = '{"id":"0f8a2c1e","document_number":"SB-9","totals":{},';
  test.each([
    [
      "other totals",
      http(201, `${odd}"payable_amount":1.00,"tax_amount":0.01}`),
      "totals-differ",
      "VAT total: AED 611.00 here, AED 0.01 at the service; Payable: AED 12,831.00 here, AED 1.00 at the service.",
    ],
    [
      "too long to be read",
      http(201, `${odd}"x":"${"y".repeat(11_000_000)}"}`),
      "answer-too-long",
      "too long to be read",
    ],
  ])(row("14 odd", "%s: created, with a loud warning"), async (_, answer, code, says) => {
    const { result, problem } = await told(answer);
    expect(problem?.message).toContain(says);
    expect([result.outcome, result.id, problem?.code, problem?.severity]).toEqual([
      "done",
      "0f8a2c1e",
      code,
      "warning",
    ]);
  });

  test(row("14 odd", "another type than JSON: created, the body decides"), async () => {
    const { result } = await told(http(201, created, { "content-type": "text/html" }));
    expect([result.outcome, result.id]).toEqual(["done", "0f8a2c1e"]);
  });
});

describe("a 429", () => {
  const serving = (...answers: string[]) => startRawServer((socket) => socket.end(answers.shift() ?? ""));

  test(row("13 status 429", "with --no-wait it ends, and the next run sends it"), async () => {
    const server = await serving(http(429, "{}", { "retry-after": "1" }), http(201, created));
    const { run } = sender(server.port);
    expect((await run("--no-wait")).code).toBe(22);
    expect((await run()).code).toBe(0);
    expect(server.requests).toHaveLength(2);
  });

  test(row("13 status 429", "is waited out and sent again, with a countdown"), async () => {
    const server = await serving(http(429, "{}", { "retry-after": "2" }), http(201, created));
    const ran = await sender(server.port).run();
    expect([ran.code, server.requests.length]).toEqual([0, 2]);
    expect(ran.stderr).toMatch(/Waiting for the account's next request: [12] seconds? left\./);
  });

  test(row("13 status 429", "that asks for more than --max-wait ends with 22"), async () => {
    const server = await serving(http(429, "{}", { "retry-after": "90" }));
    const ran = await sender(server.port).run("--max-wait", "20");
    expect([ran.code, codesOf(ran), server.requests.length]).toEqual([22, ["rate-limited"], 1]);
  });

  test(row("13 status 429", "after the fifth it ends with 22, and nothing is in doubt"), async () => {
    const server = await startRawServer(answering(http(429, "{}", { "retry-after": "0" })));
    const ran = await sender(server.port).run();
    expect([ran.code, resultOf(ran).outcome, server.requests.length]).toEqual([22, "not_sent", 5]);
  });
});
