import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { type Intent, type Journal, journalOn } from "../../src/journal/index.ts";
import { openDisk } from "../../src/journal/places/disk.ts";
import { correctionNote } from "../../src/life/index.ts";
import { correctedBy, correctedChain, keyIn } from "../../src/submit/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, given, journalIn } from "../support/journal-file.ts";
import { makingEach, startRawServer } from "../support/raw-server.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { diskFor, onServer } from "../support/server-journal.ts";
import { codesIn, submitterTo } from "../support/submission.ts";
import { watchedDatabase } from "../support/watched-database.ts";

/** What a file contains in addition to the document. */
type Written = Partial<SelfBilledDocument> & { readonly corrects?: string };

/** Sends invoice SB-1; a test supplies the network's result later. */
async function afterFirst() {
  const server = await startRawServer(makingEach());
  const sender = await submitterTo(server);
  expect(await sender.send({ document_number: "SB-1" })).toMatchObject({ outcome: "done" });
  const [first] = given(await sender.desk.openedJournal.tries.called("SB-1"));
  if (first?.id === undefined) throw new Error("no first document");
  const { id, intent } = first;
  const saw = async (state: string) => given(await sender.desk.openedJournal.saw(intent.account, id, state));
  const send = (change: Written) => sender.send(change);
  return { ...sender, send, server, saw, id };
}

const copy: Written = { document_number: "SB-2", corrects: "SB-1" };

test("a copy is sent in the place of a rejected document, and the journal knows for which", async () => {
  const { send, saw, desk, id } = await afterFirst();
  await saw("REJECTED");
  expect(await send(copy)).toMatchObject({ outcome: "done" });
  const [second] = given(await desk.openedJournal.tries.called("SB-2"));
  expect(second?.intent.corrects).toEqual({ id, documentNumber: "SB-1" });
});

test("nothing is sent in the place of a document that stands, or of none", async () => {
  const { send, saw, server } = await afterFirst();
  await saw("APPROVED");
  const before = server.requests.length;
  for (const change of [copy, { ...copy, corrects: "SB-7" }]) {
    const held = await send(change);
    expect([codesIn(held), held.problems[0]?.message]).toEqual([
      ["not-correctable"],
      expect.stringMatching(/^Nothing was sent: /),
    ]);
  }
  expect(server.requests.length).toBe(before);
});

test("of two copies of one document the second is not sent, and the first is the same document again", async () => {
  const { send, saw, server } = await afterFirst();
  await saw("REJECTED");
  await send(copy);
  const before = server.requests.length;
  expect(codesIn(await send({ ...copy, document_number: "SB-3" }))).toEqual(["corrected-before"]);
  expect(await send(copy)).toMatchObject({ outcome: "done", replayed: true });
  expect(server.requests.length).toBe(before);
});

const { account } = intent();
const now = new Date("2026-06-19T08:00:00Z");

/** Records a document: its number, its result, and the service's status. */
async function made(
  journal: Journal,
  number: string,
  {
    state,
    id = `id-${number}`,
    end = "created",
    ...change
  }: Partial<Intent> & { state?: string; id?: string; end?: "created" | "in-doubt" | "refused" } = {},
): Promise<string> {
  const own = { documentNumber: number, contentHash: id.padEnd(64, "0"), content: `${id} ${end}`, ...change };
  const attempt = await attemptAt(journal, intent(own));
  const result = end === "created" ? createdResult(id, { documentNumber: number }) : { verdict: end, said: [] };
  for (const found of [await attempt.armed(), await attempt.result(result)]) if (found) throw new Error(found.message);
  if (state) given(await journal.saw(account, id, state));
  return attempt.id;
}

interface Asked {
  readonly corrects: string | undefined;
  /** The number of the copy; null if it has none, which is the usual case. */
  readonly number?: string | null;
  readonly kind?: Intent["kind"];
  readonly extras?: boolean;
  readonly content?: string;
  readonly begun?: boolean;
}

function judge(
  journal: Journal,
  { corrects, number, kind = "invoice", extras = true, content = "copy", begun }: Asked,
) {
  const document = number === undefined ? undefined : { document_number: number ?? undefined };
  const copy = { kind, body: { note: content }, corrects, document } as unknown as Parameters<typeof correctedBy>[0];
  return correctedBy(copy, { account, profile: { extras } }, journal, {
    now,
    ...(begun === undefined ? {} : { begun }),
  });
}

/** The code, message and hint of the only problem, which points to the `corrects` line. */
async function whyNot(journal: Journal, asked: Asked): Promise<string[]> {
  const judged = await judge(journal, asked);
  if (judged.ok) throw new Error("it was let through");
  const [{ code, message, hint, where }] = judged.problems;
  expect(where).toEqual({ path: "corrects" });
  return [code, message, hint];
}

const otherSupplier = { supplier: { id: "100456789000003", name: "Dune Freight LLC", trn: "100456789000003" } };

describe("the document that is corrected", () => {
  test.each(["REJECTED", "VALIDATION_FAILED"])(
    "may be replaced after %s, by its number and by its id",
    async (state) => {
      const journal = journalIn(temporaryFolder());
      const attempt = await made(journal, "SB-1", { state });
      const found = { ok: true, value: { corrects: { id: "id-SB-1", documentNumber: "SB-1" }, past: { attempt } } };
      for (const corrects of ["SB-1", "id-SB-1"]) expect(await judge(journal, { corrects })).toMatchObject(found);
      expect(await judge(journal, { corrects: undefined })).toEqual({ ok: true, value: undefined });
      journal.close();
      expect(await judge(journal, { corrects: "SB-1" })).toMatchObject({ ok: false });
    },
  );

  test("is one of its own kind, although the other kind has the same number", async () => {
    const journal = journalIn(temporaryFolder());
    await made(journal, "SB-1", { state: "REJECTED", id: "of a note", kind: "credit-note" });
    expect(await whyNot(journal, { corrects: "SB-1" })).toEqual([
      "not-correctable",
      "Nothing was sent: corrects names SB-1, which is a self-billed credit note.",
      "Name the self-billed invoice that is meant. If this is another supply, remove corrects from the file.",
    ]);
    await made(journal, "SB-1", { state: "REJECTED" });
    expect(await judge(journal, { corrects: "SB-1" })).toMatchObject({ value: { corrects: { id: "id-SB-1" } } });
    const note = { corrects: "SB-1", kind: "credit-note" } as const;
    expect(await judge(journal, note)).toMatchObject({ value: { corrects: { id: "of a note" } } });
  });

  test("is the only one of its number", async () => {
    const journal = journalIn(temporaryFolder());
    await made(journal, "SB-1", { state: "REJECTED" });
    await made(journal, "SB-1", { state: "REJECTED", id: "another", ...otherSupplier });
    const [, message, hint] = await whyNot(journal, { corrects: "SB-1" });
    expect(message).toBe("Nothing was sent: corrects names SB-1, and 2 documents have this number.");
    expect(hint).toMatch(/^Write the id of the one that is meant: (id-SB-1 or another|another or id-SB-1)\.$/);
    expect(await judge(journal, { corrects: "another" })).toMatchObject({ value: { corrects: { id: "another" } } });
  });

  test("keeps its number", async () => {
    const journal = journalIn(temporaryFolder());
    await made(journal, "SB-1", { state: "REJECTED" });
    for (const number of ["SB-1", " SB-1 "])
      expect(await whyNot(journal, { corrects: "SB-1", number })).toEqual([
        "not-correctable",
        "Nothing was sent: the number SB-1 belongs to the document that this one corrects.",
        "Remove document_number, so that the service gives one, or write another number.",
      ]);
    for (const number of ["SB-2", null]) expect((await judge(journal, { corrects: "SB-1", number })).ok).toBe(true);
  });

  test("exists: one in doubt is resolved first, and one that nobody knows is looked for", async () => {
    const journal = journalIn(temporaryFolder());
    const open = await made(journal, "SB-5", { end: "in-doubt" });
    expect(await whyNot(journal, { corrects: "SB-5" })).toEqual([
      "not-correctable",
      "Nothing was sent: corrects names SB-5, which may or may not exist.",
      `Resolve it first: selfbill resolve ${open} --check`,
    ]);
    await made(journal, "SB-6", { end: "refused", ...otherSupplier });
    for (const corrects of ["SB-6", "SB-7"])
      expect(await whyNot(journal, { corrects })).toEqual([
        "not-correctable",
        `Nothing was sent: corrects names ${corrects}, and this journal knows no self-billed invoice of this number or id.`,
        "Check the number. If this is another supply, remove corrects from the file.",
      ]);
  });

  test("of a correction that was begun is sent with its credit note, the copy only afterwards", async () => {
    const journal = journalIn(temporaryFolder());
    await made(journal, "SB-1", { state: "APPROVED" });
    const begun = { withCopy: true, why: "amount", files: { credit: "credit-note.yaml" }, by: "amina" };
    const { type, data } = correctionNote({ account, id: "id-SB-1" }, begun);
    given(await journal.note(type, data));
    expect((await whyNot(journal, { corrects: "SB-1" }))[2]).toBe(
      "Send its credit note and this copy one after the other: selfbill correct SB-1 --send",
    );
    expect((await judge(journal, { corrects: "SB-1", begun: true })).ok).toBe(true);
  });

  test("is not one that is being sent just now", async () => {
    const journal = journalIn(temporaryFolder());
    const attempt = await attemptAt(journal, intent({ documentNumber: "SB-5" }));
    expect(await attempt.armed()).toBeUndefined();
    expect((await whyNot(journal, { corrects: "SB-5" }))[1]).toMatch(/which may or may not exist\.$/);
  });

  test("was rejected: otherwise its status is told, and what would end it", async () => {
    const journal = journalIn(temporaryFolder());
    await made(journal, "SB-1");
    await made(journal, "SB-2", { state: "APPROVED", ...otherSupplier });
    await made(journal, "SN-3", { state: "APPROVED", kind: "credit-note" });
    const stands = (named: string, is: string): string =>
      `Nothing was sent: corrects names ${named}, and that one was not rejected: ${is}. Two documents would bill the same supply.`;
    const remove = "If this is another supply, remove corrects from the file.";
    const credit = (named: string): string =>
      `Credit it in full first: selfbill create-credit-note --from ${named} --reason CODE. ${remove}`;
    const ask = "Ask the service: selfbill status SB-1. It can be corrected after REJECTED or VALIDATION_FAILED.";
    expect(await whyNot(journal, { corrects: "SB-1" })).toEqual([
      "not-correctable",
      stands("SB-1", "its status is not known"),
      ask,
    ]);
    expect((await whyNot(journal, { corrects: "SB-1", extras: false })).slice(1)).toEqual([
      stands("SB-1", "its status is not known here"),
      credit("SB-1"),
    ]);
    given(await journal.saw(account, "id-SB-1", "PENDING"));
    expect((await whyNot(journal, { corrects: "SB-1" })).slice(1)).toEqual([
      stands("SB-1", "its status is PENDING"),
      ask,
    ]);
    expect((await whyNot(journal, { corrects: "SB-2" })).slice(1)).toEqual([
      stands("SB-2", "its status is APPROVED"),
      credit("SB-2"),
    ]);
    expect((await whyNot(journal, { corrects: "SN-3", kind: "credit-note" })).slice(1)).toEqual([
      stands("SN-3", "its status is APPROVED"),
      remove,
    ]);
  });
});

test("where the journal fails on the way, at whatever step, nothing is let through", async () => {
  const folder = temporaryFolder();
  const before = journalIn(folder);
  await made(before, "SB-1", { state: "REJECTED" });
  before.close();
  /** The result if the database is lost before the statement with this number, counted from 1. */
  const failingAt = async (statement: number) => {
    const disk = given(onServer ? diskFor(folder) : openDisk(join(folder, "journal.db")));
    let left = statement;
    const watched = watchedDatabase(disk.database, () => {
      if (--left === 0) disk.database.close();
    });
    const journal = journalOn({ ...disk, database: watched });
    const judged = await judge(journal, { corrects: "SB-1" });
    if (left > 0) journal.close();
    return { judged, isOver: left > 0 };
  };
  let statement = 1;
  for (; ; statement++) {
    const { judged, isOver } = await failingAt(statement);
    if (isOver) {
      expect(judged).toMatchObject({ ok: true, value: { corrects: { id: "id-SB-1" } } });
      break;
    }
    expect(judged, `statement ${statement}`).toMatchObject({ ok: false, problems: [{ code: "journal-unusable" }] });
  }
  expect(statement).toBeGreaterThan(6);
});

describe("the document that corrects", () => {
  const corrects = { id: "id-SB-1", documentNumber: "SB-1" };

  test.each([
    ["created", ["corrected-before", "Nothing was sent: SB-2 stands in for SB-1 already."]],
    [
      "in-doubt",
      ["correction-open", "Nothing was sent: another document was sent in place of SB-1, and it may or may not exist."],
    ],
    ["refused", undefined],
  ] as const)("is the only one: another one that is %s", async (end, told) => {
    const journal = journalIn(temporaryFolder());
    await made(journal, "SB-1", { state: "REJECTED" });
    await made(journal, "SB-2", { end, corrects });
    if (told === undefined) expect((await judge(journal, { corrects: "SB-1" })).ok).toBe(true);
    else expect((await whyNot(journal, { corrects: "SB-1" })).slice(0, 2)).toEqual(told);
  });

  test("is not judged again once it was sent, whatever is known of the other one by then", async () => {
    const journal = journalIn(temporaryFolder());
    await made(journal, "SB-1", { state: "REJECTED" });
    await made(journal, "SB-2", { corrects, key: keyOf({ corrects: "SB-1" }) });
    given(await journal.saw(account, "id-SB-1", "APPROVED"));
    expect(await judge(journal, { corrects: "SB-1" })).toMatchObject({ ok: true, value: { corrects } });
    await made(journal, "SB-3", { ...otherSupplier, key: keyOf({ corrects: "SB-9" }) });
    expect(await judge(journal, { corrects: "SB-9" })).toEqual({ ok: true, value: undefined });
  });

  test("is no duplicate of the one that it corrects, nor of the one that that one corrected", async () => {
    const journal = journalIn(temporaryFolder());
    await made(journal, "SB-1", { state: "REJECTED" });
    await made(journal, "SB-2", { state: "REJECTED", corrects });
    await made(journal, "SB-3", { state: "REJECTED", corrects: { id: "id-SB-2", documentNumber: "SB-2" } });
    const chain = (named: string | undefined) =>
      correctedChain({ ...(named === undefined ? {} : { corrects: named }), kind: "invoice" }, account, journal);
    expect(await chain("SB-3")).toEqual(["id-SB-3", "id-SB-2", "id-SB-1"]);
    expect(await chain("SB-1")).toEqual(["id-SB-1"]);
    await made(journal, "SB-5", { corrects: { id: "elsewhere", documentNumber: "SB-0" }, ...otherSupplier });
    expect(await chain("SB-5")).toEqual(["id-SB-5", "elsewhere"]);
    for (const none of [undefined, "SB-9"]) expect(await chain(none)).toEqual([]);
    // A document in doubt does not begin a chain, even if it names the document that it corrects.
    const third = { id: "id-SB-3", documentNumber: "SB-3" };
    await made(journal, "SB-4", { end: "in-doubt", corrects: third, ...otherSupplier });
    expect(await chain("SB-4")).toEqual([]);
  });
});

/** The copy's key in the journal. */
function keyOf({ corrects, content = "copy" }: Asked): string {
  return keyIn({ kind: "invoice", body: { note: content }, corrects } as unknown as Parameters<typeof keyIn>[0])(
    account,
  );
}
