import { describe, expect, test } from "vitest";
import { type ContentState, type JournalRecord, type Known, standingOf } from "../../src/journal/index.ts";
import { type CreateAnswer, classifyCreate, type Exchange } from "../../src/send/index.ts";
import { createdResult, intent } from "../support/intents.ts";

const nothing: Exchange = { armed: false, headers: {}, body: Buffer.alloc(0), complete: false };

/** Returns the classifier's result for an exchange in which nothing happened except what `change` says. */
function answered(change: Partial<Exchange>): CreateAnswer {
  const sent = {
    origin: "https://einvoice.example",
    token: "t-1",
    success: 201,
    hasDocumentNumber: () => true,
  } as const;
  return classifyCreate({ ...nothing, ...change }, { ...sent, now: 0 });
}

const whole = (status: number, body = ""): Partial<Exchange> => ({
  armed: true,
  status,
  body: Buffer.from(body),
  complete: true,
});
const lost = (kind: "broken" | "timeout" | "stopped", code: string): Partial<Exchange> => ({
  armed: true,
  failure: { kind, code, message: "it went wrong" },
});
const cut: Exchange["failure"] = { kind: "broken", code: "ECONNRESET", message: "other side closed" };
const early = (kind: "connect" | "proxy" | "tls" | "hook" | "stopped", code: string): Partial<Exchange> => ({
  failure: { kind, code, message: "it went wrong" },
});

/** The records of one attempt, up to `last`. */
function records(last: "nothing" | "intent" | "armed" | "created" | "in-doubt" | "refused" | "not-created" | "found") {
  const about = { at: "2026-06-15T08:00:00.000Z", account: "sandbox:SBX-1", key: "k", attempt: "AAAA2222" };
  const made: JournalRecord[] = [
    { ...about, sequence: 1, type: "intent", data: intent() },
    { ...about, sequence: 2, type: "armed", data: {} },
  ];
  const result = (verdict: "created" | "in-doubt" | "refused"): JournalRecord => ({
    ...about,
    sequence: 3,
    type: "result",
    data: verdict === "created" ? createdResult() : { verdict, said: [] },
  });
  const word = { how: "word", by: "amina" } as const;
  switch (last) {
    case "nothing":
      return [];
    case "intent":
      return made.slice(0, 1);
    case "armed":
      return made;
    case "created":
    case "in-doubt":
    case "refused":
      return [...made, result(last)];
    case "not-created":
      return [...made, { ...about, sequence: 4, type: "resolved", data: { verdict: "not-created", ...word } } as const];
    case "found":
      return [
        ...made,
        { ...about, sequence: 4, type: "resolved", data: { verdict: "created", id: "f-1", ...word } } as const,
      ];
  }
}

const known = (last: Parameters<typeof records>[0], ownerAlive = false): Known => ({
  records: records(last),
  ownerAlive,
});

describe("before anything leaves", () => {
  const rows: [string, Parameters<typeof standingOf>[0], Partial<ContentState>][] = [
    ["1 to 4: a file that cannot be sent leaves no record", known("nothing"), { is: "fresh", after: "nothing" }],
    ["5 duplicate: the same content was created", known("created"), { is: "created", id: "4bf90b8c" }],
    [
      "5 duplicate: the same number with other content",
      { ...known("nothing"), sameNumber: [known("created")] },
      { is: "number-used" },
    ],
    [
      "5 duplicate: that number's document is in doubt",
      { ...known("nothing"), sameNumber: [known("armed")] },
      { is: "number-open" },
    ],
    [
      "5 duplicate: that number's document was refused, so the number is free",
      { ...known("nothing"), sameNumber: [known("refused")] },
      { is: "fresh" },
    ],
    [
      "5 duplicate: a near-twin exists",
      { ...known("nothing"), similar: [known("created")] },
      { is: "similar", id: "4bf90b8c" },
    ],
    ["5 duplicate: a near-twin may exist", { ...known("nothing"), similar: [known("in-doubt")] }, { is: "similar" }],
    [
      "5 duplicate: a near-twin that is wanted",
      { ...known("nothing"), similar: [known("created")], allowSimilar: true },
      { is: "fresh" },
    ],
    [
      "5 duplicate: a near-twin that never came to be",
      { ...known("nothing"), similar: [known("intent")] },
      { is: "fresh" },
    ],
    ["6 lock: a live process has the intent", known("intent", true), { is: "busy" }],
    ["6 lock: a live process waits for its answer", known("armed", true), { is: "busy" }],
    [
      "6 lock: a live process has the number",
      { ...known("nothing"), sameNumber: [known("intent", true)] },
      { is: "busy" },
    ],
    ["6 lock: its owner is dead and nothing had left", known("intent"), { is: "fresh", after: "intent" }],
    ["8 intent: it could not be recorded", known("nothing"), { is: "fresh" }],
  ];
  test.each(rows)("row %s", (_, facts, expected) => {
    expect(standingOf(facts)).toMatchObject(expected);
  });
});

describe("what came back", () => {
  const body = '{"id":"4bf90b8c","document_number":"SB-1"}';
  const taken = '{"errors":{"document_number":"it is taken"}}';
  const rows: [string, "intent" | "armed", Partial<Exchange>, Partial<ContentState>][] = [
    ["9 connect: DNS", "intent", early("connect", "ENOTFOUND"), { is: "fresh", after: "not-sent" }],
    ["9 connect: refused", "intent", early("connect", "ECONNREFUSED"), { is: "fresh", after: "not-sent" }],
    ["9 connect: too slow", "intent", early("connect", "CONNECT_TIMEOUT"), { is: "fresh", after: "not-sent" }],
    ["9 connect: proxy", "intent", early("proxy", "PROXY_403"), { is: "fresh", after: "not-sent" }],
    [
      "9 TLS: unknown authority",
      "intent",
      early("tls", "DEPTH_ZERO_SELF_SIGNED_CERT"),
      { is: "fresh", after: "not-sent" },
    ],
    ["9 TLS: reset in the handshake", "intent", early("tls", "ECONNRESET"), { is: "fresh", after: "not-sent" }],
    ["10 armed: it could not be recorded", "intent", early("hook", "HOOK"), { is: "fresh", after: "not-sent" }],
    [
      "10 armed: recorded, and the connection was gone",
      "armed",
      early("connect", "ECONNRESET"),
      { is: "fresh", after: "not-sent" },
    ],
    ["12 Ctrl-C before the first byte", "intent", early("stopped", "STOPPED"), { is: "fresh", after: "not-sent" }],
    ["11 send: reset", "armed", lost("broken", "ECONNRESET"), { is: "in-doubt" }],
    ["11 send: broken pipe", "armed", lost("broken", "EPIPE"), { is: "in-doubt" }],
    ["12 wait: closed", "armed", lost("broken", "ECONNRESET"), { is: "in-doubt" }],
    ["12 wait: timeout", "armed", lost("timeout", "SILENCE"), { is: "in-doubt" }],
    ["12 wait: stopped", "armed", lost("stopped", "STOPPED"), { is: "in-doubt" }],
    ["13 status: 201", "armed", whole(201, body), { is: "created", id: "4bf90b8c" }],
    ["13 status: 200", "armed", whole(200, body), { is: "in-doubt", status: 200 }],
    ["13 status: 201 without an id", "armed", whole(201, "{}"), { is: "in-doubt", status: 201 }],
    ["13 status: not HTTP", "armed", lost("broken", "HPE_INVALID_CONSTANT"), { is: "in-doubt" }],
    ...[301, 307, 308].map(
      (each) => [`13 status: ${each}`, "armed", whole(each), { is: "fresh", after: "refused" }] as const,
    ),
    ...[300, 302, 303, 304].map((each) => [`13 status: ${each}`, "armed", whole(each), { is: "in-doubt" }] as const),
    ...[400, 413, 422, 401, 403, 404, 405, 415].map(
      (each) => [`13 status: ${each}`, "armed", whole(each), { is: "fresh", after: "refused" }] as const,
    ),
    ["13 status: 409", "armed", whole(409), { is: "in-doubt", status: 409 }],
    ["13 status: 409 that names the number", "armed", whole(409, taken), { is: "fresh", after: "refused" }],
    ["13 status: 429", "armed", whole(429), { is: "fresh", after: "not-sent" }],
    ...[408, 425, 500, 502, 503, 504].map(
      (each) => [`13 status: ${each}`, "armed", whole(each), { is: "in-doubt", status: each }] as const,
    ),
    [
      "14 body: cut",
      "armed",
      { ...whole(201, body.slice(0, 20)), complete: false, failure: cut },
      { is: "in-doubt", status: 201 },
    ],
    ["14 body: looks complete, JSON cut", "armed", whole(201, body.slice(0, 20)), { is: "in-doubt", status: 201 }],
    [
      "14 body: another document than was sent",
      "armed",
      whole(201, '{"id":"4bf90b8c","totals":{}}'),
      { is: "created" },
    ],
  ].map((row) => [...row] as [string, "intent" | "armed", Partial<Exchange>, Partial<ContentState>]);
  test.each(rows)("row %s", (_, recorded, exchange, expected) => {
    const cameBack = answered(exchange);
    expect(standingOf({ ...known(recorded, true), cameBack })).toMatchObject(expected);
  });
});

describe("after an end that nobody chose", () => {
  const rows: [string, Parameters<typeof records>[0], Partial<ContentState>][] = [
    ["any: no record", "nothing", { is: "fresh" }],
    ["any: an intent", "intent", { is: "fresh", after: "intent" }],
    ["any: armed", "armed", { is: "in-doubt" }],
    ["any: a result", "created", { is: "created" }],
    ["15 result: it could not be recorded", "armed", { is: "in-doubt" }],
    ["16 print: nobody read it", "created", { is: "created" }],
    ["resolved: it exists", "found", { is: "created", id: "f-1" }],
    ["resolved: it does not", "not-created", { is: "fresh", after: "not-created" }],
  ];
  test.each(rows)("row %s", (_, last, expected) => {
    expect(standingOf(known(last))).toMatchObject(expected);
  });

  test("a document that exists outweighs later attempts, and a doubt is not forgotten by them", () => {
    const later = records("refused").map((each) => ({ ...each, attempt: "BBBB3333" }));
    expect(standingOf({ records: [...records("created"), ...later], ownerAlive: false })).toMatchObject({
      is: "created",
    });
    expect(standingOf({ records: [...records("armed"), ...later], ownerAlive: true })).toMatchObject({
      is: "in-doubt",
    });
  });
});
