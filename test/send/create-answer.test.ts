import { describe, expect, test } from "vitest";
import { classifyCreate, type Exchange } from "../../src/send/index.ts";

const sent = {
  origin: "https://api.service.example",
  token: "canary-4711",
  success: 201 as const,
  hasDocumentNumber: () => true,
  now: 1_750_000_000_000,
};

/** A complete answer; each test changes one fact in it. */
function answer(status: number, body = "{}", change: Partial<Exchange> = {}): Exchange {
  return { armed: true, status, headers: {}, body: Buffer.from(body), complete: true, ...change };
}

const fieldError = '{"errors":{"issue_date":"issue_date is mandatory"}}';

describe("one status, one verdict", () => {
  test.each([
    [400, "refused", "refused", "service-refused"],
    [401, "refused", "auth", "token-refused"],
    [403, "refused", "auth", "token-refused"],
    [404, "refused", "refused", "service-refused"],
    [405, "refused", "refused", "service-refused"],
    [413, "refused", "refused", "service-refused"],
    [415, "refused", "refused", "service-refused"],
    [422, "refused", "refused", "service-refused"],
    [301, "refused", "refused", "base-url-moved"],
    [307, "refused", "refused", "base-url-moved"],
    [308, "refused", "refused", "base-url-moved"],
    [429, "not-sent", "not_sent", "rate-limited"],
    [200, "in-doubt", "in_doubt", "answer-unclear"],
    [202, "in-doubt", "in_doubt", "answer-unclear"],
    [204, "in-doubt", "in_doubt", "answer-unclear"],
    [300, "in-doubt", "in_doubt", "answer-unclear"],
    [302, "in-doubt", "in_doubt", "answer-unclear"],
    [303, "in-doubt", "in_doubt", "answer-unclear"],
    [304, "in-doubt", "in_doubt", "answer-unclear"],
    [402, "in-doubt", "in_doubt", "answer-unclear"],
    [408, "in-doubt", "in_doubt", "answer-unclear"],
    [409, "in-doubt", "in_doubt", "answer-unclear"],
    [418, "in-doubt", "in_doubt", "answer-unclear"],
    [425, "in-doubt", "in_doubt", "answer-unclear"],
    [500, "in-doubt", "in_doubt", "answer-unclear"],
    [502, "in-doubt", "in_doubt", "answer-unclear"],
    [503, "in-doubt", "in_doubt", "answer-unclear"],
    [504, "in-doubt", "in_doubt", "answer-unclear"],
    [599, "in-doubt", "in_doubt", "answer-unclear"],
  ])("%i is %s", (status, verdict, outcome, code) => {
    const found = classifyCreate(answer(status, '{"errors":{"message":"An error occurred"}}'), sent);
    expect(found).toMatchObject({ verdict, problems: [{ code, outcome }] });
  });
});

test("a status that tells nothing is told, and that nobody may send it again", () => {
  expect(classifyCreate(answer(500), sent)).toMatchObject({
    problems: [
      {
        message: "The service answered 500, which does not tell whether the document was created.",
        hint: "Do not send it again. To find out whether it exists: selfbill resolve --check",
      },
    ],
  });
});

test("a 201 with an id is created, whatever the service says about its media type", () => {
  expect(classifyCreate(answer(201, '{"id":"abc"}', { headers: { "content-type": "text/html" } }), sent)).toMatchObject(
    { verdict: "created", id: "abc", body: '{"id":"abc"}' },
  );
});

test("a refused field is told with its place", () => {
  expect(classifyCreate(answer(400, fieldError), sent)).toMatchObject({
    verdict: "refused",
    status: 400,
    fieldErrors: [{ path: "issue_date", message: "issue_date is mandatory" }],
    problems: [{ code: "service-refused", where: { path: "issue_date" } }],
  });
});

test.each([
  '{"id":"4bf90b8c","errors":{"document_number":"already used"}}',
  '{"errors":{"message":"An error occurred"},"document":{"id":4711,"document_number":"SB-1"}}',
  '{"id":"4bf90b8c","message":"This request was received before."}',
])("a refusal that names a document by its id leaves doubt, and tells the id first: %s", (body) => {
  for (const status of [400, 404, 409, 422]) {
    const found = classifyCreate(answer(status, body), sent);
    expect(found).toMatchObject({ verdict: "in-doubt", status, problems: [{ code: "answer-unclear" }] });
    expect(found.problems[0]?.message).toMatch(/4bf90b8c|4711/);
  }
});

test("a refused replacement may name the document that it was to replace", () => {
  const found = classifyCreate(answer(400, '{"id":"4bf90b8c","errors":{"issue_date":"wrong"}}'), {
    ...sent,
    success: 200,
  });
  expect(found.verdict).toBe("refused");
});

test("an id beside the members of an error is the error's own", () => {
  const body = '{"id":"err-1","code":"E17","errors":{"issue_date":"wrong"}}';
  expect(classifyCreate(answer(400, body), sent).verdict).toBe("refused");
});

describe("a complaint about the document number", () => {
  const taken = '{"errors":{"message":"Please check","document_number":"already used","issue_date":"wrong"}}';

  test.each([400, 409])("with %i means that it is taken, and decides the outcome", (status) => {
    const found = classifyCreate(answer(status, taken), sent);
    expect(found).toMatchObject({
      verdict: "refused",
      problems: [{ code: "number-taken", outcome: "duplicate", where: { path: "document_number" } }, {}, {}],
    });
  });

  test("is an ordinary refusal when no number was sent", () => {
    const found = classifyCreate(answer(400, '{"errors":{"document_number":"document_number is mandatory"}}'), {
      ...sent,
      hasDocumentNumber: () => false,
    });
    expect(found).toMatchObject({
      verdict: "refused",
      problems: [{ code: "service-refused", where: { path: "document_number" } }],
    });
  });

  test("with 409 leaves doubt when no number was sent", () => {
    expect(classifyCreate(answer(409, taken), { ...sent, hasDocumentNumber: () => false }).verdict).toBe("in-doubt");
  });
});

test("a cut 429 proves nothing, a cut 400 is a refusal all the same", () => {
  expect(classifyCreate(answer(429, "{", { complete: false }), sent).verdict).toBe("in-doubt");
  expect(classifyCreate(answer(400, '{"err', { complete: false }), sent)).toMatchObject({
    verdict: "refused",
    status: 400,
  });
});

test("a 429 tells how long to wait", () => {
  const found = classifyCreate(answer(429, "{}", { headers: { "retry-after": "17" } }), sent);
  expect(found).toMatchObject({
    verdict: "not-sent",
    rate: { retryAfter: 17_000 },
    problems: [{ hint: expect.stringContaining("17 seconds") }],
  });
});

test("without a connection nothing was sent, whatever else the exchange holds", () => {
  const failure = { kind: "connect", code: "ENOTFOUND", message: "getaddrinfo ENOTFOUND" } as const;
  const found = classifyCreate({ armed: false, headers: {}, body: Buffer.alloc(0), complete: false, failure }, sent);
  expect(found).toMatchObject({
    verdict: "not-sent",
    problems: [{ code: "not-connected", message: expect.stringContaining("its name is not known") }],
  });
});

test("once handed over, the same failure leaves doubt", () => {
  const failure = { kind: "broken", code: "ECONNRESET", message: "read ECONNRESET" } as const;
  const found = classifyCreate({ armed: true, headers: {}, body: Buffer.alloc(0), complete: false, failure }, sent);
  expect(found).toMatchObject({ verdict: "in-doubt", problems: [{ code: "answer-lost", outcome: "in_doubt" }] });
});

test("the token does not come back in a refusal", () => {
  const found = classifyCreate(answer(400, '{"errors":{"message":"bad header Bearer canary-4711"}}'), sent);
  expect(JSON.stringify(found)).not.toContain("canary");
});

test.each([400, 401, 403, 404, 422, 308])("the body of a %s is there to be kept, but no endless page", (status) => {
  expect(classifyCreate(answer(status, "<p>no"), sent)).toMatchObject({ verdict: "refused", body: "<p>no" });
  expect(classifyCreate(answer(status, ""), sent)).not.toHaveProperty("body");
  const long = classifyCreate(answer(status, "x".repeat(200_000)), sent);
  expect(long).toMatchObject({ body: "x".repeat(50_000) });
});
