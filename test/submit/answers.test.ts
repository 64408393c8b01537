import { afterEach, describe, expect, test, vi } from "vitest";
import { problem } from "../../src/problem/index.ts";
import { openService } from "../../src/send/index.ts";
import { submit, watchForStop } from "../../src/submit/index.ts";
import { intentOf } from "../../src/submit/intent-of.ts";
import { attemptAt, given } from "../support/journal-file.ts";
import { accessTo, http, startRawServer } from "../support/raw-server.ts";
import { SettableClock } from "../support/start-sandbox.ts";
import { codesIn, submitterTo } from "../support/submission.ts";

const waiting = { none: false, most: 3_600_000 };
const options = { waiting, allowSimilar: false, sendAnyway: false, approvals: [] };

/** Answers each request with this text, after calling `meanwhile`; uses the desk's clock. */
async function saying(text: string, meanwhile: () => void = () => undefined) {
  const server = await startRawServer((socket) => {
    meanwhile();
    socket.end(text);
  });
  const seated = await submitterTo(server, { clock: new SettableClock(), sameClock: true });
  const journal = seated.desk.openedJournal;
  const records = async () => given(await journal.records(0, 50));
  return { server, ...seated, journal, records };
}

const made = http(201, '{"id":"id-1","document_sequence":1}');

describe("a request", () => {
  test("that begins has been counted, and takes no second turn", async () => {
    const { server, connection, prepared, shared } = await saying(made);
    const turns: string[] = [];
    const pace = {
      turn: async (priority: string) => {
        turns.push(priority);
        return undefined;
      },
      told: async () => undefined,
    };
    const service = openService(accessTo(server.port, { pace }));
    expect(await submit(await prepared(), { ...connection, service }, shared, options)).toMatchObject({
      outcome: "done",
    });
    expect(turns).toEqual([]);
  });

  test("that left is waited for when somebody asks to stop; one that has not left is ended", async () => {
    let stop = (): void => undefined;
    const { desk, send, server } = await saying(made, () => stop());
    const watch = () =>
      watchForStop({
        say: desk.say,
        onStop: (listener) => {
          stop = listener;
          return () => undefined;
        },
      });
    const stopped = watch();
    expect(await send({}, { stop: stopped })).toMatchObject({ outcome: "done", created: { id: "id-1" } });
    expect(desk.said).toEqual([expect.stringContaining("the document is under way")]);
    stopped.close();
    const advance = async () => {
      stop();
      return undefined;
    };
    const early = watch();
    const submission = await send(
      { document_number: "SB-2", issue_date: "2026-06-01" },
      { stop: early, guard: { advance } },
    );
    expect(submission.created).toBeUndefined();
    expect(submission.outcome).not.toBe("in_doubt");
    early.close();
    expect(server.requests).toHaveLength(1);
  });
});

describe("an answer", () => {
  test("is kept with the document, under its hash", async () => {
    for (const [status, body] of [
      [201, '{"id":"id-1","document_sequence":1}'],
      [400, '{"message":"no"}'],
    ] as const) {
      const { send, journal, records } = await saying(http(status, body));
      await send();
      const data = (await records()).at(-1)?.data;
      const hash = data && "answerHash" in data ? data.answerHash : undefined;
      expect(given(await journal.kept(hash ?? ""))).toBe(body);
    }
  });

  test("of 429 that broke off is in doubt, and is not sent again", async () => {
    const { send, server } = await saying(http(429, "", { "content-length": "10" }));
    expect(await send({}, { waiting })).toMatchObject({ outcome: "in_doubt", problems: [{ code: "answer-unclear" }] });
    expect(server.requests).toHaveLength(1);
  });

  test("that refuses without a word has no hash of one", async () => {
    const { send, records } = await saying(http(400, ""));
    expect((await send()).outcome).toBe("refused");
    const data = (await records()).at(-1)?.data;
    expect(data).toMatchObject({ verdict: "refused", status: 400 });
    expect(data).not.toHaveProperty("answerHash");
  });

  test("that breaks off is kept as far as it came", async () => {
    const { send, records } = await saying(http(201, '{"id":', { "content-length": "99" }));
    expect((await send()).outcome).toBe("in_doubt");
    expect((await records()).at(-1)?.data).toMatchObject({ verdict: "in-doubt", status: 201, partialBody: '{"id":' });
  });

  test("of many faults is remembered by twenty sentences", async () => {
    const errors = Array.from({ length: 30 }, (_, at) => ({ field: `field_${at}`, message: `fault ${at}` }));
    const { send, records } = await saying(http(400, JSON.stringify({ errors })));
    const submission = await send();
    expect(submission.problems.length).toBeGreaterThan(20);
    const data = (await records()).at(-1)?.data;
    expect(data && "said" in data ? data.said : []).toEqual(
      submission.problems.slice(0, 20).map(({ message }) => message),
    );
  });

  test("without a number is told with that of the series", async () => {
    const { connection, prepared, shared } = await saying(http(201, '{"id":"id-1","document_sequence":1}'));
    const numbered = { ...connection, profile: { ...connection.profile, numberSeries: "AP-{000}" } };
    const submission = await submit(await prepared({ document_number: undefined }), numbered, shared, options);
    expect(submission.created?.documentNumber).toBe("AP-001");
  });

  test("for another number than one with blanks around it names that without them", async () => {
    const { send } = await saying(http(201, '{"id":"id-1","document_number":"SB-9"}'));
    const [found] = (await send({ document_number: " SB-1 " })).problems;
    expect(found?.message).toContain("GAVE SB-1 ITS OWN NUMBER: the document exists as SB-9 (id-1).");
  });

  test("whose number is a JSON number is told with it, as written", async () => {
    const { send } = await saying(http(201, '{"id":"id-1","document_number":12345678901234567890}'));
    expect(await send({ document_number: undefined })).toMatchObject({
      outcome: "done",
      created: { documentNumber: "12345678901234567890" },
    });
  });

  test("that refuses a document of a series for another reason does not speak of the series", async () => {
    const { connection, prepared, shared } = await saying(http(400, '{"message":"no"}'));
    const numbered = { ...connection, profile: { ...connection.profile, numberSeries: "AP-{000}" } };
    const { problems } = await submit(await prepared({ document_number: undefined }), numbered, shared, options);
    expect(problems.map(({ code, hint }) => [code, /series/.test(hint)])).toEqual([["service-refused", false]]);
  });

  test("for another number is told once, at the file", async () => {
    const { send } = await saying(http(201, '{"id":"id-1","document_number":"SB-9"}'));
    const { problems } = await send({ document_number: "SB-1" }, { waiting });
    expect(problems).toMatchObject([
      { code: "answer-changed", where: { file: expect.stringContaining("submitted.yaml") } },
    ]);
  });
});

describe("where the journal goes away while the answer is waited for", () => {
  const lost = async (text: string, change: object = {}) => {
    const seated = await saying(text, () => {
      seated.journal.close();
      seated.journal.close = () => undefined;
    });
    return seated.send(change);
  };

  test("what was created is not called done, and its id is told", async () => {
    const submission = await lost(made);
    expect(codesIn(submission)).toEqual(["journal-unusable"]);
    expect(submission).toMatchObject({ outcome: submission.problems[0]?.outcome, created: { id: "id-1" } });
    expect(submission.outcome).not.toBe("done");
  });

  test("a refusal ends with what happened to the journal, and no doubt about its number is looked for", async () => {
    const taken = '{"errors":[{"field":"document_number","message":"is already used"}]}';
    const submission = await lost(http(400, taken), { document_number: "SB-1" });
    expect(codesIn(submission)).toEqual(["number-taken", "journal-unusable"]);
    expect(submission.outcome).toBe(submission.problems[1]?.outcome);
    expect(submission.outcome).not.toBe(submission.problems[0]?.outcome);
  });

  test("an answer for another document is told with what happened to the journal", async () => {
    const other = http(201, '{"id":"id-1","document_number":"SB-1","document_currency_code":"USD"}');
    const submission = await lost(other, { document_number: "SB-1" });
    expect(submission.outcome).toBe("in_doubt");
    expect(codesIn(submission)[0]).toBe("answer-contradicts");
    expect(submission.problems).toHaveLength(2);
  });

  test("what is in doubt stays in doubt", async () => {
    expect((await lost(http(500, "{}"))).outcome).toBe("in_doubt");
  });
});

test("a service that cannot be reached is not asked again as one that put it off is", async () => {
  const { server, prepared, shared, connection, records } = await saying(made);
  const unreachable = openService(
    accessTo(1, { baseUrl: "http://127.0.0.1:1", patience: { connectTries: 1 } as object }),
  );
  const submission = await submit(await prepared(), { ...connection, service: unreachable }, shared, options);
  expect(submission.outcome).toBe("not_sent");
  expect((await records()).filter(({ type }) => type === "intent")).toHaveLength(1);
  expect(server.requests).toEqual([]);
});

test("a refusal for another reason than its number names no doubt about that number", async () => {
  const { send, journal, connection, desk, prepared } = await saying(http(400, '{"message":"no"}'));
  const other = intentOf(await prepared({ document_number: "SB-7" }), connection, [], desk);
  const doubt = await attemptAt(journal, {
    ...other,
    key: "3".repeat(64),
    supplier: { id: "3", name: "Three", trn: "3" },
  });
  await doubt.armed();
  await doubt.result({ verdict: "in-doubt", said: [] });
  expect(codesIn(await send({ document_number: "SB-7" }))).toEqual(["service-refused"]);
});

describe("a clock", () => {
  afterEach(() => void vi.useRealTimers());

  test("that is off by five minutes to the second is let pass, and by a minute more is not", async () => {
    for (const [minutes, codes] of [
      [5, []],
      [-5, []],
      [6, ["clock-off"]],
    ] as const) {
      const now = Date.UTC(2026, 5, 15, 8);
      vi.useFakeTimers({ now, toFake: ["Date"] });
      const date = new Date(now + minutes * 60_000).toUTCString();
      const { send } = await saying(http(201, '{"id":"id-1","document_sequence":1}', { date }));
      expect(codesIn(await send())).toEqual(codes);
      vi.useRealTimers();
    }
  });
});

test("a mark that could not follow is told beside what else is remarked", async () => {
  const { send } = await saying(http(201, '{"id":"id-1","payable_amount":1}'));
  const stops = problem("journal-behind", "Nothing was sent: an older copy.", "Put it back.");
  let calls = 0;
  const advance = async () => (++calls === 2 ? stops : undefined);
  expect(codesIn(await send({}, { guard: { advance } }))).toEqual(["totals-differ", "mark-unusable"]);
});

test("a problem that the guard found and the answer told already is not told twice", async () => {
  const { send } = await saying(made);
  const stops = problem("journal-behind", "Nothing was sent: an older copy.", "Put it back.");
  let calls = 0;
  const advance = async () => {
    calls += 1;
    return stops;
  };
  expect(codesIn(await send({}, { guard: { advance } }))).toEqual(["journal-behind"]);
  expect(calls).toBe(2);
});
