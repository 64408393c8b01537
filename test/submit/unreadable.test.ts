import { expect, test } from "vitest";
import { submit } from "../../src/submit/index.ts";
import { byHand, failing } from "../support/journal-file.ts";
import { makingEach, startRawServer } from "../support/raw-server.ts";
import { codesIn, submitterTo } from "../support/submission.ts";

const usual = { waiting: { none: true, most: 0 }, allowSimilar: false, sendAnyway: false, approvals: [] };

/** Opens a desk without a terminal; `of` submits a prepared document unchanged. */
async function office() {
  const server = await startRawServer(makingEach());
  const { desk, connection, shared, prepared, send } = await submitterTo(server);
  const of = (ready: Parameters<typeof submit>[0], own = shared) => submit(ready, connection, own, usual);
  return { server, prepared, send, of, shared, folder: `${desk.folder}/state` };
}

const one = { document_number: "SB-1" };

test("a credit note of more than is left of its invoice is not sent", async () => {
  const { server, prepared, of } = await office();
  const ready = await prepared(one);
  const lines = [{ name: "Ceramic floor tile", quantity: "1", unitCode: "XBX", netAmount: "1" }];
  const cap = { invoice: { number: "SB-9", currency: "AED", lines }, elsewhere: [] };
  const document = { ...ready.document, billing_reference: [{ id: "SB-9" }] };
  const found = await of({ ...ready, kind: "credit-note", cap, document });
  expect(found).toMatchObject({ outcome: "invalid", problems: [{ code: "over-credited" }] });
  expect(server.requests).toEqual([]);
});

test("a journal that takes no claim sends nothing", async () => {
  const { server, send, folder } = await office();
  failing(folder, "claim");
  expect(codesIn(await send(one))).toEqual(["journal-unusable"]);
  expect(server.requests).toEqual([]);
});

test("a journal that cannot be read any more is told, and not that the document exists as nothing", async () => {
  const { server, prepared, send, of, shared, folder } = await office();
  await send(one);
  const breaking = new Proxy(shared.journal, {
    get(target, name) {
      if (name === "attempt") byHand(folder, (file) => file.exec("ALTER TABLE record RENAME TO gone"));
      const part: unknown = Reflect.get(target, name);
      return typeof part === "function" ? part.bind(target) : part;
    },
  });
  const found = await of(await prepared(one), { ...shared, journal: breaking });
  expect([codesIn(found), found.created, server.requests.length]).toEqual([["journal-unusable"], undefined, 1]);
});
