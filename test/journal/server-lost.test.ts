import { expect, onTestFinished, test } from "vitest";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn } from "../support/journal-file.ts";
import { mortalSessions, type When } from "../support/mortal-sessions.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { submitterTo } from "../support/submission.ts";

/** Returns a submitter whose journal sessions can be ended; its service creates every document. */
async function sender(change: Parameters<typeof mortalSessions>[1] = {}) {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const server = await startRawServer((socket, { body }) => {
    const { document_number: number } = JSON.parse(body.toString());
    socket.end(http(201, JSON.stringify({ id: `id-${number}`, document_number: number })));
  });
  const sessions = mortalSessions(folder, change);
  const submitter = await submitterTo(server, { journal: sessions.journal });
  onTestFinished(() => sessions.journal.close());
  const arrived = (): string[] => server.requests.map(({ body }) => JSON.parse(body.toString()).document_number);
  return { folder, sessions, ...submitter, arrived };
}

/** A document that is not a possible duplicate of any other. */
const numbered = (number: number) => ({
  document_number: `N-${number}`,
  note: `document ${number}`,
  issue_date: new Date(Date.UTC(2025, 0, number)).toISOString().slice(0, 10),
});

test.each<When>(["before", "after"])(
  "the server ends the session at each statement of a send, %s it is done: each document is sent once, and is told",
  async (when) => {
    const { folder, sessions, send, arrived } = await sender();
    await send(numbered(1));
    const before = sessions.asked;
    await send(numbered(2));
    const statements = sessions.asked - before;
    expect(statements).toBeGreaterThan(20);
    for (let at = 0; at < statements; at++) {
      sessions.endAt(at, when);
      const told = sessions.said.length;
      const number = at + 3;
      expect(await send(numbered(number)), `statement ${at}`).toMatchObject({
        outcome: "done",
        created: { id: `id-N-${number}` },
        problems: [],
      });
      expect(
        arrived().filter((each) => each === `N-${number}`),
        `statement ${at}`,
      ).toHaveLength(1);
      expect(sessions.said.length - told, `statement ${at}`).toBe(1);
    }
    const judge = journalIn(folder);
    expect(given(await judge.doubts())).toEqual([]);
    expect(given(await judge.verify()).damage).toBeUndefined();
    expect(byHand(folder, (database) => database.get("SELECT count(*)::int AS open FROM claim"))).toEqual({ open: 0 });
  },
);

test("a session that ends at one statement after the other, as in a storm, is begun anew again and again", async () => {
  const { sessions, send, arrived } = await sender();
  await send(numbered(1));
  for (let number = 2; number < 12; number++) {
    sessions.endAt(3 * number, number % 2 ? "before" : "after", 4);
    expect(await send(numbered(number))).toMatchObject({ outcome: "done" });
  }
  expect(new Set(arrived()).size).toBe(arrived().length);
});

test("what the line says that tells of it", async () => {
  const { sessions, send } = await sender();
  sessions.endAt(0, "before");
  expect(await send(numbered(1))).toMatchObject({ outcome: "done" });
  expect(sessions.said).toEqual([
    expect.stringMatching(
      /^The connection to the server of the journal postgres:\/\/\S+ is lost\. Waiting for it for up to 20 seconds; no document is sent until it is back\.$/,
    ),
  ]);
});

test("a claim that another computer took over while the connection was lost is given up, and nothing is sent twice", async () => {
  const { folder, sessions, send, arrived } = await sender();
  await send(numbered(1));
  const { journal } = sessions;
  const attempt = await attemptAt(journal);
  const other = journalIn(folder);
  sessions.endAt(0, "before");
  // The owner has not yet noticed that its session ended, and the other process finds that session's claim.
  byHand(folder, (database) =>
    database.all(`SELECT pg_terminate_backend(pid::int, 5000) FROM holder WHERE name =
      (SELECT owner FROM claim WHERE attempt = '${attempt.id}')`),
  );
  const theirs = await attemptAt(other);
  given(await journal.notes());
  expect(await attempt.armed()).toMatchObject({ message: expect.stringContaining("has taken this document over") });
  expect(await attempt.result({ verdict: "not-sent", said: [] })).toBeUndefined();
  expect(given(await journal.begin(intent(), { allowSimilar: true }))).toEqual({ is: "busy" });
  expect(await theirs.armed()).toBeUndefined();
  expect(await theirs.result(createdResult())).toBeUndefined();
  expect(given(await journal.begin(intent(), { allowSimilar: true }))).toMatchObject({ is: "created" });
  expect(arrived()).toEqual(["N-1"]);
});

test("a document that is armed does not leave once the connection was lost, even if it is back", async () => {
  const { sessions } = await sender();
  const attempt = await attemptAt(sessions.journal);
  expect(await attempt.armed()).toBeUndefined();
  expect(attempt.leaves()).toBeUndefined();
  sessions.endAt(0, "before");
  given(await sessions.journal.notes());
  expect(attempt.leaves()).toMatchObject({ code: "journal-unusable" });
  expect(await attempt.result({ verdict: "not-sent", said: [] })).toBeUndefined();
  expect(given(await sessions.journal.begin(intent(), { allowSimilar: true }))).toMatchObject({ is: "begun" });
});

test("a stop that somebody asks for ends the waiting: the result is kept here, and the id is told", async () => {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const sessions = mortalSessions(folder, { pause: async () => false });
  onTestFinished(() => sessions.journal.close());
  const attempt = await attemptAt(sessions.journal);
  expect(await attempt.armed()).toBeUndefined();
  sessions.endAt(0, "before", 1_000);
  expect(await attempt.result(createdResult())).toMatchObject({ code: "result-set-aside", severity: "warning" });
  expect(sessions.said).toHaveLength(1);
  expect(await sessions.journal.notes()).toMatchObject({ ok: false, problems: [{ code: "journal-unusable" }] });
});

test("an export goes on where it was when the server ends its session", async () => {
  const { sessions, send } = await sender();
  for (const number of [1, 2, 3]) await send(numbered(number));
  const exported = async (): Promise<object[]> => {
    const lines: object[] = [];
    given(await sessions.journal.everything(async (line) => lines.push(line) > 0));
    return lines;
  };
  const before = sessions.asked;
  const whole = await exported();
  const statements = sessions.asked - before;
  expect([whole.length > 12, statements > 4]).toEqual([true, true]);
  for (let at = 0; at < statements; at++) {
    sessions.endAt(at, at % 2 ? "after" : "before");
    expect(await exported(), `statement ${at}`).toEqual(whole);
  }
  expect(sessions.said).toHaveLength(statements);
});
