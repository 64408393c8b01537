import { describe, expect, test } from "vitest";
import type { Connection } from "../../src/desk/index.ts";
import { amount, type SelfBilledDocument } from "../../src/document/index.ts";
import type { Sendable } from "../../src/prepare/index.ts";
import { ok, type Problem, problem } from "../../src/problem/index.ts";
import { type SentBefore, type Shared, type Submission, type SubmitOptions, submit } from "../../src/submit/index.ts";
import { intentOf } from "../../src/submit/intent-of.ts";
import { approvalOf, office, requestFor, signedPolicy } from "../support/approvals.ts";
import { createdResult } from "../support/intents.ts";
import { given } from "../support/journal-file.ts";
import { makingEach, startRawServer } from "../support/raw-server.ts";
import type { ServiceDeskFacts } from "../support/service-desk.ts";
import { SettableClock } from "../support/start-sandbox.ts";
import { codesIn, submitterTo } from "../support/submission.ts";

/** Options for sending that differ from the defaults. */
interface How {
  readonly connection?: Partial<Connection>;
  readonly prepared?: Partial<Sendable>;
  readonly options?: Partial<SubmitOptions>;
  readonly shared?: Partial<Shared>;
  readonly before?: SentBefore;
}

const usual: SubmitOptions = {
  waiting: { none: true, most: 0 },
  allowSimilar: false,
  sendAnyway: false,
  approvals: [],
};

/**
 * Opens a desk at which the person confirms or declines (`answers`); without `answers`, the desk is not interactive.
 */
async function sitting(answers?: boolean, facts: ServiceDeskFacts = {}) {
  const server = await startRawServer(makingEach());
  const { desk, connection, shared, prepared } = await submitterTo(server, facts);
  const asked: string[] = [];
  const confirm = async (question: string) => {
    asked.push(question);
    return ok(answers === true);
  };
  const ask = { ...desk.ask, possible: answers !== undefined, confirm };
  const send = async (change: Partial<SelfBilledDocument>, how: How = {}): Promise<Submission> => {
    const whole = { ...(await prepared(change)), ...how.prepared };
    const all = { ...shared, desk: { ...desk, ask }, ...how.shared };
    return submit(whole, { ...connection, ...how.connection }, all, { ...usual, ...how.options }, how.before);
  };
  const numbers = (): unknown[] =>
    server.requests.map(({ body }) => JSON.parse(body.toString()).document_number as unknown);
  return { server, desk, connection, shared, prepared, send, asked, numbers, journal: desk.openedJournal };
}

const one = { document_number: "SB-1" };
/** The same supplier, day and amounts under another number. */
const twin = { document_number: "SB-2", note: "another" };
const stopped = (shared: Shared): Partial<Shared> => ({ stop: { ...shared.stop, asked: true } });

describe("once somebody asked to stop", () => {
  test("nothing begins, and what exists already is told as that", async () => {
    const { send, shared, server } = await sitting();
    const found = await send(one, { shared: stopped(shared) });
    expect(found.problems).toMatchObject([{ code: "interrupted", where: { file: expect.stringContaining(".yaml") } }]);
    expect(server.requests).toEqual([]);
    await send(one);
    expect(await send(one, { shared: stopped(shared) })).toMatchObject({ outcome: "done", replayed: true });
    // A replacement is a different document from the one that it replaces.
    const replacing = await send(one, { shared: stopped(shared), before: { id: "id-0", documentNumber: "SB-1" } });
    expect(replacing).toMatchObject({ outcome: "interrupted", problems: [{ code: "interrupted" }] });
    expect(replacing.created).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  });
});

describe("a number series", () => {
  const numberSeries = "AP-{yyyy}-{000}";

  test("numbers what has no number and replaces nothing", async () => {
    const { send, numbers } = await sitting(undefined, { numberSeries });
    expect((await send({ document_number: undefined })).created?.documentNumber).toBe("AP-2026-001");
    await send({ document_number: "OWN-1", issue_date: "2026-06-14" });
    await send(
      { document_number: undefined, issue_date: "2026-06-13" },
      { before: { id: "x", documentNumber: "B-1" } },
    );
    await send({ document_number: undefined, issue_date: "2025-12-31" });
    // Documents that needed no number from the series leave no gap in it.
    await send({ document_number: undefined, issue_date: "2026-06-12" });
    expect(numbers()).toEqual(["AP-2026-001", "OWN-1", "B-1", "AP-2025-001", "AP-2026-002"]);
  });

  test("of another kind numbers none", async () => {
    const { send, numbers } = await sitting(undefined, { creditNoteSeries: "CN-{000}" });
    await send({ document_number: undefined });
    expect(numbers()).toEqual([undefined]);
  });
});

describe("four eyes are asked", () => {
  const ruled = async (from: string) => {
    const [people, seated] = [await office(), await sitting()];
    const policy = people.policy({ business_profile: "SBX-TEST", approval_from: from });
    given(await seated.journal.policies.set(signedPolicy(policy, people.owner), "owner"));
    return { ...people, ...seated };
  };

  test("by the amount that was worked out, with the approvals that were given", async () => {
    const { send, server, prepared, connection, desk, aisha, omar } = await ruled("20000");
    const { calculation } = await prepared(one);
    const large = { calculation: { ...calculation, taxInclusiveAmountInAed: amount("20000") } };
    const found = await send(one, { prepared: large });
    expect(found).toMatchObject({ problems: [{ code: "approval-missing", where: expect.anything() }] });
    expect(server.requests).toEqual([]);
    const { key } = intentOf(await prepared(one), connection, [], desk);
    const request = requestFor(aisha, [key], {
      account: connection.account,
      business_profile: "SBX-TEST",
      documents: [{ file: "one.yaml", kind: "invoice", key, gross_aed: "20000", warnings: [] }],
    });
    expect(codesIn(await send(one, { prepared: large, options: { approvals: [approvalOf(request, omar)] } }))).toEqual(
      [],
    );
    expect(server.requests).toHaveLength(1);
  });

  test("about a changed supplier, whatever the amount", async () => {
    const { send, server } = await ruled("999999");
    const changed = problem("supplier-changed", "Changed.", "Look.", { severity: "warning" });
    const other = problem("clock-off", "Off.", "Set it.", { severity: "warning" });
    expect(codesIn(await send(one, { prepared: { problems: [other, changed] } }))).toEqual(["approval-missing"]);
    expect(server.requests).toEqual([]);
    expect(await send(one, { prepared: { problems: [other] } })).toMatchObject({ outcome: "done" });
  });
});

describe("what was found doubtful when the document was checked", () => {
  const finding = (code: Parameters<typeof problem>[0]): Problem =>
    problem(code, "It looks known.", "The hint of the check.", { severity: "warning" });
  const hints = {
    "file-edited": "The hint of the check. If this is another supply, add --allow-similar.",
    "number-elsewhere": "The hint of the check. Only if both documents should have this number, add --allow-similar.",
  } as const;

  test.each(["file-edited", "number-elsewhere"] as const)("%s stops it where nobody can be asked", async (code) => {
    const { send, server } = await sitting();
    const found = await send(one, { prepared: { problems: [finding("clock-off"), finding(code)] } });
    expect(found.problems).toMatchObject([
      { code, severity: "error", message: "Nothing was sent. It looks known.", hint: hints[code] },
    ]);
    expect(server.requests).toEqual([]);
    const allowed = { prepared: { problems: [finding(code)] }, options: { allowSimilar: true } };
    expect(await send(one, allowed)).toMatchObject({ outcome: "done" });
  });

  test("is asked about, and sent only after a yes", async () => {
    const no = await sitting(false);
    const edited = { prepared: { problems: [finding("file-edited")] } };
    expect((await no.send(one, edited)).problems).toMatchObject([
      {
        code: "declined",
        message: "You said no: nothing was sent.",
        hint: "Run the command again when you are ready.",
      },
    ]);
    expect(no.asked).toEqual(["It looks known. Send this one as another document?"]);
    expect(no.server.requests).toEqual([]);
    const yes = await sitting(true);
    expect(await yes.send(one, edited)).toMatchObject({ outcome: "done", created: { documentNumber: "SB-1" } });
    // The confirmation for a document also covers its possible duplicates, and an existing document is reported without
    // a question.
    expect(await yes.send(twin, edited)).toMatchObject({ outcome: "done", created: { documentNumber: "SB-2" } });
    expect(await yes.send(twin, edited)).toMatchObject({ outcome: "done", replayed: true });
    expect(yes.asked).toHaveLength(2);
  });

  test("a question that nobody answers ends it, and any other finding is not asked about", async () => {
    const { send, desk, server } = await sitting(true);
    const gone = problem("interrupted", "Stopped.", "Again.");
    const ask = { ...desk.ask, possible: true, confirm: async () => ({ ok: false, problems: [gone] }) as const };
    const shared = { desk: { ...desk, ask } };
    expect(codesIn(await send(one, { shared, prepared: { problems: [finding("file-edited")] } }))).toEqual([
      "interrupted",
    ]);
    expect(server.requests).toEqual([]);
    expect(await send(one, { shared, prepared: { problems: [finding("clock-off")] } })).toMatchObject({
      outcome: "done",
    });
    expect(codesIn(await send(twin, { shared }))).toEqual(["interrupted"]);
  });

  test("what looks like a document that was made elsewhere stops it with the hint of that finding", async () => {
    const { send, server, asked } = await sitting();
    const looked: string[] = [];
    const elsewhere = {
      like: async (intent: { documentNumber?: string | undefined }, file: string) => {
        looked.push(`${intent.documentNumber} ${file.split("/").at(-1)}`);
        return finding("looks-sent");
      },
      hasNumber: () => false,
    };
    const found = await send(one, { shared: { elsewhere } });
    expect(found.problems).toMatchObject([{ code: "looks-sent", hint: "The hint of the check." }]);
    expect([looked, server.requests, asked]).toEqual([["SB-1 submitted.yaml"], [], []]);
    const none = { like: async () => undefined, hasNumber: () => false };
    expect(await send(one, { shared: { elsewhere: none } })).toMatchObject({ outcome: "done" });
  });
});

describe("what stands in the journal", () => {
  test("exists is told as it is, and the same number with other content is not sent", async () => {
    const { send, server, asked } = await sitting(true);
    const first = await send(one);
    const created = { ...first.created, notCompared: undefined };
    expect(await send(one)).toEqual({ ...first, created, replayed: true });
    expect(codesIn(await send({ ...one, note: "other content" }))).toEqual(["already-sent"]);
    expect([server.requests.length, asked]).toEqual([1, []]);
  });

  test("a twin is sent after a yes alone", async () => {
    const alone = await sitting();
    await alone.send(one);
    expect((await alone.send(twin)).problems).toMatchObject([
      { code: "looks-sent", message: expect.stringMatching(/^This document looks like the one that exists as SB-1 /) },
    ]);
    expect(alone.server.requests).toHaveLength(1);
    const no = await sitting(false);
    await no.send(one);
    expect(codesIn(await no.send(twin))).toEqual(["declined"]);
    expect(no.asked).toEqual([
      "This document looks like the one that exists as SB-1 (0f8a2c1e): the same supplier and amounts, and the same date or the same reference within 31 days. Send this one as well?",
    ]);
    const yes = await sitting(true);
    await yes.send(one);
    expect(await yes.send(twin)).toMatchObject({ outcome: "done" });
    expect(yes.numbers()).toEqual(["SB-1", "SB-2"]);
  });

  test("a name in a document is asked about as it is", async () => {
    const { send, asked } = await sitting(true);
    await send({ document_number: "Nothing was sent: two" });
    await send(twin);
    expect(asked).toEqual([expect.stringContaining("the one that exists as Nothing was sent: two (0f8a2c1e)")]);
  });

  const at = (host: string, profile = "BP-1") => ({ connection: { account: `https://${host}.example ${profile}` } });

  test("the same at a former address is never sent on a yes, and a sister company's is", async () => {
    const { send, asked, numbers } = await sitting(true);
    await send(one, at("a"));
    expect(codesIn(await send(one, at("b")))).toEqual(["former-address"]);
    expect(asked).toEqual([]);
    const companyName = (id: string): string => `company ${id}`;
    const sister = { connection: { account: "https://a.example BP-2", companyName } };
    expect(await send(one, sister)).toMatchObject({ outcome: "done" });
    expect(asked).toEqual([
      "This document exists as 0f8a2c1e for another company, company BP-1. Send this one as well?",
    ]);
    expect(numbers()).toEqual(["SB-1", "SB-1"]);
  });

  test("where nobody can be asked a sister company's stops it, with the name of that company", async () => {
    const { send, numbers } = await sitting();
    await send(one, at("a"));
    const companyName = (): string => "Palm Ledger";
    const found = await send(one, { connection: { account: "https://a.example BP-2", companyName } });
    expect(found.problems).toMatchObject([
      {
        code: "other-company",
        message: "Nothing was sent: this document exists as 0f8a2c1e for another company, Palm Ledger.",
      },
    ]);
    expect(numbers()).toEqual(["SB-1"]);
  });
});

describe("the limit", () => {
  const withClock = async () => {
    const seated = await sitting(undefined, { clock: new SettableClock(), sameClock: true });
    const hold = async (holdOff: number) =>
      void given(await seated.journal.told(seated.connection.account, { holdOff }));
    return { ...seated, hold };
  };
  const waiting = (most: number) => ({ options: { waiting: { none: false, most } } });

  test("is waited for as often as it takes, and no longer in all than may be waited", async () => {
    const { send, hold, server, desk } = await withClock();
    await hold(10_000);
    expect(await send(one, waiting(10_000))).toMatchObject({ outcome: "done" });
    await hold(10_000);
    let paused = 0;
    const pause = async (milliseconds: number) => {
      paused += milliseconds;
      if (paused === milliseconds) await hold(30_000);
      return desk.pause(milliseconds);
    };
    const patient = { ...waiting(29_999), shared: { desk: { ...desk, pause } } };
    expect(codesIn(await send({ ...twin, issue_date: "2026-06-14" }, patient))).toEqual(["rate-limited"]);
    expect([paused, server.requests.length]).toEqual([10_000, 1]);
  });

  test("of a sandbox that has none is not counted", async () => {
    const { journal, connection, send, server } = await withClock();
    for (let count = 0; count < 60; count++) given(await journal.turn(connection.account, "normal"));
    expect(codesIn(await send(one, { connection: { unlimited: () => false } }))).toEqual(["rate-limited"]);
    expect(codesIn(await send(one))).toEqual(["rate-limited"]);
    expect(server.requests).toEqual([]);
    expect(await send(one, { connection: { unlimited: () => true } })).toMatchObject({ outcome: "done" });
  });
});

describe("somebody else is at the same document", () => {
  /** A document that another part of this process has begun. */
  const begunElsewhere = async (facts: ServiceDeskFacts = { clock: new SettableClock() }) => {
    const seated = await sitting(undefined, facts);
    const { journal, prepared, connection, desk } = seated;
    const intent = intentOf(await prepared(one), connection, [], desk);
    const begun = given(await journal.begin(intent, { allowSimilar: true }));
    if (begun.is !== "begun") throw new Error(begun.is);
    const end = async (): Promise<void> => {
      expect(await begun.attempt.armed()).toBeUndefined();
      expect(await begun.attempt.result(createdResult("id-1"))).toBeUndefined();
    };
    return { ...seated, end };
  };

  test("another process is waited for half a minute, which is said once", async () => {
    const { send, desk, server } = await begunElsewhere();
    const paused: number[] = [];
    const pause = async (milliseconds: number) => paused.push(milliseconds) > 0;
    const found = await send(one, { shared: { desk: { ...desk, pause } } });
    expect(found.problems).toMatchObject([{ code: "being-sent", where: { file: expect.any(String) } }]);
    expect(paused).toEqual(Array.from({ length: 120 }, () => 250));
    expect(desk.said).toEqual([
      expect.stringMatching(/submitted\.yaml: another selfbill process is sending this document; waiting for it\.$/),
    ]);
    expect(server.requests).toEqual([]);
  });

  test("its result is told as soon as it is there", async () => {
    const { send, desk, end, server } = await begunElsewhere();
    let paused = 0;
    const pause = async () => {
      if (++paused === 3) await end();
      return true;
    };
    expect(await send(one, { shared: { desk: { ...desk, pause } } })).toMatchObject({
      outcome: "done",
      created: { id: "id-1" },
      replayed: true,
    });
    expect([paused, server.requests.length]).toEqual([3, 0]);
  });

  test("a document of the same run is waited for without a word", async () => {
    const { send, shared, desk, end } = await begunElsewhere({});
    let asked = (): void => undefined;
    const following = shared.gate.follow(new Promise<void>((done) => (asked = done)).then(end));
    // The test continues once the journal has been queried and has reported that the document is being sent.
    const unlimited = () => setImmediate(asked) !== undefined;
    expect(await send(one, { connection: { unlimited } })).toMatchObject({
      outcome: "done",
      created: { id: "id-1" },
      replayed: true,
    });
    expect(desk.said).toEqual([]);
    await following;
  });

  test("waiting ends when somebody asks to stop", async () => {
    const { send, server } = await begunElsewhere({});
    const found = await send(one);
    expect(found.problems[0]?.code).toBe("being-sent");
    expect(server.requests).toEqual([]);
  });
});
