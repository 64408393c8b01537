import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reconcile } from "../../../src/extras/reports/reconcile/command.ts";
import { type At, behindTunnel } from "../../support/behind-tunnel.ts";
import { lose, send, shop, unnumbered } from "../../support/doubts.ts";
import { given } from "../../support/journal-file.ts";
import { runCommand } from "../../support/run-command.ts";

const none = { sandbox: false, profile: undefined, businessProfile: undefined, serviceVersion: undefined };
type Options = Partial<{ takeOver: boolean; since: string }>;

/** Sends two documents, then restores a copy of the journal made between the two sends. */
async function putBack() {
  const place = await behindTunnel();
  const at: At & { journal: string } = { journal: place.folderOf("journal"), mark: join(place.folder, "kept", "mark") };
  const copy = join(place.folder, "copy");
  await place.send(["1"], at);
  cpSync(at.journal, copy, { recursive: true });
  expect((await place.send(["2"], at)).code).toBe(0);
  rmSync(at.journal, { recursive: true });
  cpSync(copy, at.journal, { recursive: true });
  const compare = (options: Options = {}) =>
    place.run(at, (desk) => runCommand(reconcile, desk, [], { yes: true, ...options }));
  return { ...place, at, compare };
}

test("an old journal sends nothing after a comparison that found differences, or that saw a part only", async () => {
  const { at, compare, send, created } = await putBack();
  expect((await compare()).code).toBe(20);
  expect((await send(["3"], at)).code).toBe(27);
  const part = await compare({ since: "2099-01-01" });
  expect([part.code, part.report.view]).toMatchObject([0, { rows: [], data: { documents: { there: 0, here: 0 } } }]);
  expect((await send(["3"], at)).code).toBe(27);
  expect(await created()).toBe(2);
});

test("an old journal that took over what it lacked goes on, and knows what was sent", async () => {
  const { at, compare, send, created } = await putBack();
  const taken = await compare({ takeOver: true });
  expect([taken.code, taken.words]).toEqual([0, expect.stringContaining("taken over")]);
  const again = await send(["1", "2", "3"], at);
  // A document that was taken over is known only from the service's data: its file counts as different content, but is
  // not sent.
  expect([again.code, again.problems.filter((each) => each !== "buyer-unknown")]).toEqual([25, ["looks-sent"]]);
  expect(await created()).toBe(3);
});

test("a document that is taken over settles the doubt that it is the answer to", async () => {
  const { sandbox, desk } = await shop(5, { answer: true });
  await lose(desk, sandbox, unnumbered, true);
  const words = { words: [], options: { ...none, since: undefined, takeOver: true, yes: true } };
  const { view } = await reconcile.run(words, desk);
  expect(view).toMatchObject({ data: { taken_over: [{ settles: expect.stringMatching(/./) }], only_there: [] } });
  expect(given(await desk.openedJournal.doubts())).toEqual([]);
  const again = await send(desk, unnumbered);
  expect(again.view).toMatchObject({ results: [{ replayed: true }] });
});
