import { expect, test } from "vitest";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { given } from "../support/journal-file.ts";
import { makingEach, startRawServer } from "../support/raw-server.ts";
import { codesIn, submitterTo } from "../support/submission.ts";

/** What a file says besides the document. */
type Written = Partial<SelfBilledDocument> & { readonly corrects?: string };

/** A sender whose invoice SB-1 was sent; what became of it is said afterwards. */
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
