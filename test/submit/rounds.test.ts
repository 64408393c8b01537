import { describe, expect, test } from "vitest";
import { amount } from "../../src/document/index.ts";
import { problem } from "../../src/problem/index.ts";
import { exchangeRecorded } from "../../src/submit/exchange.ts";
import { submit } from "../../src/submit/index.ts";
import { intentOf } from "../../src/submit/intent-of.ts";
import { inDollars } from "../support/documents.ts";
import { attemptAt, failing, given } from "../support/journal-file.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { SettableClock } from "../support/start-sandbox.ts";
import { codesIn, submitterTo } from "../support/submission.ts";

type AnswerRow = readonly [status: number, body: object, headers?: object];

/** Gives these answers in order, and then repeats the last one; uses the desk's clock. */
async function answering(...answers: readonly AnswerRow[]) {
  let next = 0;
  const server = await startRawServer((socket) => {
    const [status, body, headers = {}] = answers[Math.min(next++, answers.length - 1)] ?? [500, {}];
    socket.end(http(status, JSON.stringify(body), { ...headers }));
  });
  const seated = await submitterTo(server, { clock: new SettableClock(), sameClock: true });
  return { server, ...seated, journal: seated.desk.openedJournal };
}

const waiting = { none: false, most: 3_600_000 };
const putOff: AnswerRow = [429, {}, { "retry-after": "1" }];
const done: AnswerRow = [201, { id: "id-1", document_sequence: 1 }];
const taken: AnswerRow = [400, { errors: [{ field: "document_number", message: "is already used" }] }];
const lastOf = async (journal: Awaited<ReturnType<typeof answering>>["journal"]) =>
  given(await journal.records(0, 50)).at(-1)?.data;

describe("a service that puts a create off", () => {
  test("is obeyed five times, and then it is not sent", async () => {
    const { send, server } = await answering(putOff, putOff, putOff, putOff, done);
    expect(await send({}, { waiting })).toMatchObject({ outcome: "done" });
    expect(server.requests).toHaveLength(5);
    const never = await answering(putOff);
    expect(await never.send({}, { waiting })).toMatchObject({ outcome: "not_sent" });
    expect(never.server.requests).toHaveLength(5);
  });

  test("is not asked again where nobody may wait, and everybody else holds back", async () => {
    const { send, server, journal, connection } = await answering([429, {}, { "retry-after": "7" }]);
    expect(await send({})).toMatchObject({ outcome: "not_sent" });
    expect(server.requests).toHaveLength(1);
    expect(given(await journal.turn(connection.account, "normal"))).toBe(7_000);
  });

  test("is not asked again where that could not be recorded", async () => {
    const { send, desk, server } = await answering(putOff, done);
    failing(`${desk.folder}/state`, "record", "result");
    const submission = await send({}, { waiting });
    expect([submission.outcome, codesIn(submission).at(-1)]).toEqual(["not_sent", "result-set-aside"]);
    expect(server.requests).toHaveLength(1);
  });

  test("and whose next answer is another one is not asked again", async () => {
    const { send, server } = await answering(putOff, [400, { message: "no" }]);
    expect(codesIn(await send({}, { waiting }))).toEqual(["service-refused"]);
    expect(server.requests).toHaveLength(2);
  });
});

describe("the mark", () => {
  const stops = problem("journal-behind", "Nothing was sent: an older copy.", "Put it back.");

  test("that stops it before the first byte sends nothing", async () => {
    const { send, server, journal } = await answering(done);
    const submission = await send({}, { guard: { advance: async () => stops } });
    expect(codesIn(submission)).toContain("journal-behind");
    expect(submission.outcome).not.toBe("done");
    expect(submission.problems.filter(({ severity }) => severity === "warning")).toEqual([]);
    expect(server.requests).toEqual([]);
    expect(await lastOf(journal)).toMatchObject({ verdict: "not-sent" });
  });

  test("is moved before it is sent and after it was recorded; where it cannot follow, that is a remark", async () => {
    const { send, journal, server } = await answering(done);
    const moved: string[] = [];
    const advance = async () => {
      moved.push(`${given(await journal.records(0, 50)).at(-1)?.type} ${server.requests.length}`);
      return moved.length === 2 ? { ...stops, cause: "full" } : undefined;
    };
    const submission = await send({}, { guard: { advance } });
    expect(moved).toEqual(["armed 0", "result 1"]);
    expect(submission).toMatchObject({ outcome: "done", created: { id: "id-1" } });
    expect(submission.problems).toMatchObject([
      {
        code: "mark-unusable",
        severity: "warning",
        message: "The result is recorded in the journal, but the journal mark could not be updated.",
        hint: "Put it back.",
        cause: "full",
      },
    ]);
  });

  test("that could be moved is not talked about", async () => {
    const { send } = await answering(done);
    expect(codesIn(await send({}, { guard: { advance: async () => undefined } }))).toEqual([]);
  });

  test("is not asked where the journal could not record what is about to leave", async () => {
    const { send, desk, server } = await answering(done);
    failing(`${desk.folder}/state`, "record", "armed");
    let asked = 0;
    const advance = async () => {
      asked = asked + (server.requests.length === 0 ? 1 : 0);
      return undefined;
    };
    const submission = await send({}, { guard: { advance } });
    expect(submission.outcome).not.toBe("done");
    expect(server.requests).toEqual([]);
    // The guard is called only once, after the attempt has ended.
    expect(asked).toBe(1);
  });
});

describe("what is written down as overridden", () => {
  test("is what was said on the way, and nothing else", async () => {
    const overriddenIn = async (journal: Awaited<ReturnType<typeof answering>>["journal"]) => {
      const [intent] = given(await journal.records(0, 50)).filter(({ type }) => type === "intent");
      return intent?.type === "intent" ? intent.data.overridden : "none";
    };
    const plain = await answering(done);
    await plain.send({});
    expect(await overriddenIn(plain.journal)).toBeUndefined();
    const said = await answering(done);
    await said.send({}, { sendAnyway: true, allowSimilar: true });
    expect(await overriddenIn(said.journal)).toEqual(["--send-anyway", "--allow-similar"]);
    const changed = await answering(done);
    const { prepared, connection, shared } = changed;
    const found = (code: "supplier-changed" | "clock-off") => problem(code, "It.", "Look.", { severity: "warning" });
    const whole = { ...(await prepared()), problems: [found("clock-off"), found("supplier-changed")] };
    const options = { waiting, allowSimilar: false, sendAnyway: false, approvals: [] };
    await submit(whole, connection, shared, options);
    expect(await overriddenIn(changed.journal)).toEqual(["--accept-changed-supplier"]);
  });
});

describe("a number that the service calls taken", () => {
  test("belongs, it may be, to a document of ours in doubt, which is settled first", async () => {
    const { send, journal, connection, desk, prepared } = await answering([500, {}], taken);
    const other = intentOf(await prepared({ document_number: "SB-7" }), connection, [], desk);
    const doubtful = async (change: object) => {
      const attempt = await attemptAt(journal, { ...other, ...change });
      await attempt.armed();
      await attempt.result({ verdict: "in-doubt", said: [] });
      return attempt.id;
    };
    // These doubts concern another account and another number.
    await doubtful({ account: "sandbox:SBX-9", key: "1".repeat(64) });
    await doubtful({ documentNumber: "SB-8", key: "2".repeat(64), supplier: { id: "2", name: "Two", trn: "2" } });
    const refused = await answering(taken);
    expect(codesIn(await refused.send({ document_number: "SB-7" }))).toEqual(["number-taken"]);
    const open = await doubtful({ key: "3".repeat(64), supplier: { id: "3", name: "Three", trn: "3" } });
    await send({ document_number: "SB-6", issue_date: "2026-06-01" });
    const submission = await send({ document_number: "SB-7" });
    expect(codesIn(submission)).toEqual(["number-open", "number-taken"]);
    expect(submission.outcome).toBe("in_doubt");
    expect(submission.problems[0]).toMatchObject({
      message: "Nothing was created: an earlier document with the number SB-7 is in doubt (it may or may not exist).",
      hint: `Resolve that one first: selfbill resolve ${open} --check`,
    });
  });

  test("out of a series is skipped by the command that the hint names", async () => {
    const { send, prepared, connection, shared } = await answering(taken);
    const numbered = { ...connection, profile: { ...connection.profile, numberSeries: "AP-{000}" } };
    const options = { waiting, allowSimilar: false, sendAnyway: false, approvals: [] };
    const submission = await submit(await prepared({ document_number: undefined }), numbered, shared, options);
    expect(submission.problems).toMatchObject([
      {
        code: "number-taken",
        hint: "AP-001 came from the series of the profile. If another program used it: selfbill numbers skip AP-001, then run the same command again.",
      },
    ]);
    const own = await send({ document_number: "SB-7", issue_date: "2026-06-01" });
    expect(own.problems[0]?.hint).not.toContain("series");
  });
});

describe("an answer of success", () => {
  test("with other totals names each with both amounts, in its currency", async () => {
    const { send, prepared } = await answering([201, { id: "id-1", tax_amount: 1, tax_amount_in_aed: 2 }]);
    const { totals } = (await prepared(inDollars)).calculation;
    expect([totals.tax_amount, totals.tax_amount_in_aed]).toEqual([amount("500.00"), amount("1836.25")]);
    const submission = await send(inDollars);
    expect(submission.outcome).toBe("done");
    expect(submission.problems).toMatchObject([
      {
        code: "totals-differ",
        severity: "warning",
        message:
          "THE SERVICE'S TOTALS DIFFER FROM YOUR DOCUMENT'S. VAT total: USD 500.00 here, USD 1.00 at the service; VAT total in AED: AED 1,836.25 here, AED 2.00 at the service.",
        hint: "The document exists. Compare the totals before you pay or book it.",
        where: { file: expect.stringContaining("submitted.yaml") },
      },
    ]);
  });

  test("with the same totals, however they are written, has no remark", async () => {
    const { send } = await answering([201, { id: "id-1", tax_amount: "500.00", payable_amount: 10500 }]);
    expect(codesIn(await send())).toEqual([]);
  });

  test.each([
    [30, "This computer's clock is 30 minutes behind the service's."],
    [-30, "This computer's clock is 30 minutes ahead of the service's."],
  ])("of a clock that is %i minutes off says so", async (minutes, message) => {
    const date = new Date(Date.now() + minutes * 60_000).toUTCString();
    const { send } = await answering([201, { id: "id-1", document_sequence: 1 }, { date }]);
    expect((await send()).problems).toMatchObject([
      { code: "clock-off", severity: "warning", message, hint: "Set the clock of this computer." },
    ]);
  });

  test("that could not be recorded is told as it is, with that remark behind it", async () => {
    const { send, desk, server } = await answering(done);
    failing(`${desk.folder}/state`, "record", "result");
    const submission = await send();
    expect(submission).toMatchObject({ outcome: "done", created: { id: "id-1" } });
    expect(codesIn(submission)).toEqual(["result-set-aside"]);
    expect(server.requests).toHaveLength(1);
  });
});

test("a refusal that could not be recorded is told with that remark behind it", async () => {
  const { send, desk } = await answering([400, { message: "no" }]);
  failing(`${desk.folder}/state`, "record", "result");
  expect(codesIn(await send())).toEqual(["service-refused", "result-set-aside"]);
});

test("of a document that four eyes saw, the service's day is kept where this clock is more than a day ahead of it", async () => {
  const kept = async (daysBehind: number, approval: boolean) => {
    const date = new Date(Date.now() - daysBehind * 86_400_000).toUTCString();
    const { prepared, connection, shared, desk, journal } = await answering([
      201,
      { id: "id-1", document_sequence: 1 },
      { date },
    ]);
    const whole = await prepared();
    const day = new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 10);
    const approved = {
      policy: { number: "1", hash: "h" },
      requested: { name: "Aisha", key: "a", at: "2026-06-15T08:00:00Z", sha256: "a" },
      approved: [{ name: "Omar", key: "o", at: "2026-06-15T09:00:00Z", sha256: "o" }],
      day,
      grossInAed: "1",
      files: [],
    };
    const intent = { ...intentOf(whole, connection, [], desk), ...(approval ? { approval: approved } : {}) };
    const attempt = await attemptAt(journal, intent);
    const so = { allowSimilar: false, partOf: [], waited: 0, waitedForOther: 0 };
    const options = { waiting, allowSimilar: false, sendAnyway: false, approvals: [] };
    await exchangeRecorded(attempt, {
      prepared: whole,
      connection,
      ...shared,
      intent,
      options,
      before: undefined,
      judged: undefined,
      so,
    });
    const last = await lastOf(journal);
    return last && "serviceDay" in last ? last.serviceDay : undefined;
  };
  const told = new Date(Date.now() - 2 * 86_400_000 + 4 * 3_600_000).toISOString().slice(0, 10);
  expect(await kept(2, true)).toBe(told);
  for (const [days, approval] of [
    [1, true],
    [0, true],
    [-3, true],
    [2, false],
  ] as const)
    expect(await kept(days, approval), `${days} ${approval}`).toBeUndefined();
});
