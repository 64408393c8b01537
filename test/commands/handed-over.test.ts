import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { suggestFor } from "../../src/commands/answer/suggest-for.ts";
import { due } from "../../src/commands/due.ts";
import { history } from "../../src/commands/history.ts";
import type { Desk } from "../../src/desk/index.ts";
import { evidence } from "../../src/extras/archive/evidence/command.ts";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { ask, create, from, screen, shop } from "../support/shop.ts";
import { suppliers } from "../support/suppliers-command.ts";

const say = (desk: Desk, words: string, options: Given<typeof suppliers> = {}): Promise<Report> =>
  runCommand(suppliers, desk, words.split(" "), options);
const dueIn = async (desk: Desk, options = {}): Promise<Record<string, unknown>[]> =>
  renderJson(await runCommand(due, desk, [], options)).due as never;
const handedOver = async (desk: Desk) => {
  const told = renderJson(await runCommand(history, desk)).history;
  return (told as { document_number: string; handed_over: object[] }[]).map((each) => each.handed_over);
};
const nobodyReaches = from("1999999988");
const day = 24 * 3600;

/** Sends SB-1, which cannot be delivered, and SB-2, which can; if `known`, also requests the status of both. */
async function sent(known = true) {
  const place = await shop({}, { sameClock: true });
  await create(place.desk, invoice({ document_number: "SB-1", ...nobodyReaches }));
  await create(place.desk, invoice({ document_number: "SB-2" }));
  place.clock.advance(20);
  if (known) for (const number of ["SB-1", "SB-2"]) await ask(place.desk, [number]);
  return place;
}

test("a document that was not delivered is due until it was handed over, and every record of it says how", async () => {
  const { desk, clock } = await sent();
  expect(await dueIn(desk)).toMatchObject([
    {
      ...{ due: "not-delivered", part: "house", document_number: "SB-1", overall_status: "APPROVED" },
      todo: [
        expect.stringContaining("preview SB-1 --pdf SB-1.pdf"),
        expect.stringContaining("handed-over SB-1 --by mail"),
      ],
    },
  ]);
  clock.advance(day);
  const recorded = await say(desk, "handed-over SB-1", { by: " mail " });
  const record = { on: "2026-06-16", how: "mail", withdrawn: false };
  expect(renderJson(recorded).recorded).toMatchObject([{ document_number: "SB-1", ...record }]);
  expect(await dueIn(desk)).toEqual([]);
  const words = "handed over to the supplier on 2026-06-16 (mail)";
  expect(screen(await ask(desk, ["SB-1"])).replace(/\s+/g, " ")).toContain(
    `not delivered over Peppol; it was ${words}.`,
  );
  expect(screen(await runCommand(history, desk), "pipe")).toContain(words);
  const out = join(desk.folder, "pack");
  expect((await runCommand(evidence, desk, ["SB-1"], { out })).outcome).toBe("done");
  const lines = readFileSync(join(out, "journal.jsonl"), "utf8").trim().split("\n");
  const types = lines.map((each) => JSON.parse(each)).filter(({ type }) => type === "handed-over");
  expect(types).toMatchObject([record]);
});

test("a later record corrects an earlier one, the same one twice is one, and a withdrawn one makes it due again", async () => {
  const { desk } = await sent();
  await say(desk, "handed-over SB-1", { by: "mail" });
  await say(desk, "handed-over SB-1", { by: "mail" });
  await say(desk, "handed-over SB-1", { by: "hand, to Mona Haddad" });
  expect(await dueIn(desk)).toEqual([]);
  const withdrawn = await say(desk, "handed-over SB-1", { withdraw: "it was another document" });
  expect(withdrawn.outcome).toBe("done");
  expect(await dueIn(desk)).toMatchObject([{ due: "not-delivered", document_number: "SB-1" }]);
  const told = (await handedOver(desk)).flat();
  expect(told).toMatchObject([
    { how: "mail", withdrawn: false },
    { how: "hand, to Mona Haddad", withdrawn: false },
    { how: "it was another document", withdrawn: true },
  ]);
  await say(desk, "handed-over SB-1", { by: "mail" });
  expect(await dueIn(desk)).toEqual([]);
});

test("what a list tells is heard as well: status without a number, and due --check", async () => {
  const { desk } = await sent(false);
  expect(await dueIn(desk)).toEqual([]);
  await ask(desk, []);
  expect(await dueIn(desk)).toMatchObject([{ due: "not-delivered", document_number: "SB-1" }]);
  const other = await sent(false);
  expect(await dueIn(other.desk, { check: true })).toMatchObject([{ due: "not-delivered", document_number: "SB-1" }]);
});

test("of a document that is pending nothing is due yet: a leg may still come", async () => {
  const { desk } = await shop({}, { sameClock: true });
  await create(desk, invoice({ document_number: "SB-1", ...nobodyReaches }));
  await ask(desk, ["SB-1"]);
  expect(await dueIn(desk)).toEqual([]);
  expect((await say(desk, "handed-over SB-1", { by: "mail" })).outcome).not.toBe("done");
});

test("where a service tells no overall status, the legs decide as soon as the tax authority has answered", async () => {
  const { desk, clock } = await shop({}, { sameClock: true, extras: false });
  await create(desk, creditNote({ document_number: "SBC-1", ...nobodyReaches }));
  await ask(desk, ["SBC-1"]);
  expect(await dueIn(desk)).toEqual([]);
  clock.advance(20);
  await ask(desk, ["SBC-1"]);
  expect(await dueIn(desk)).toMatchObject([{ due: "not-delivered", document_number: "SBC-1" }]);
});

test("a word of due does not end it", async () => {
  const { desk } = await sent();
  const refused = await runCommand(due, desk, ["SB-1"], { done: "given" });
  expect(refused.problems).toMatchObject([
    { code: "bad-usage", hint: expect.stringContaining("suppliers handed-over SB-1 --by mail") },
  ]);
  expect(await dueIn(desk)).toHaveLength(1);
});

test.each([
  ["handed-over SB-1", {}, "bad-usage", "How the copy was handed over was not given"],
  ["handed-over SB-1", { by: " " }, "bad-usage", "How the copy was handed over was not given"],
  ["handed-over SB-1", { by: "mail", on: "2026-06-21" }, "bad-usage", "is in the future"],
  ["handed-over SB-1", { by: "mail", on: "2026-06-14" }, "bad-usage", "SB-1 was issued on 2026-06-15"],
  ["handed-over SB-1", { by: "mail", withdraw: "wrong" }, "bad-usage", "exclude each other"],
  ["handed-over SB-1", { withdraw: " " }, "bad-usage", "--withdraw needs a reason"],
  ["handed-over SB-1", { withdraw: "wrong" }, "bad-usage", "does not say that SB-1 was handed over"],
  ["handed-over SB-1 SB-2", { by: "mail" }, "bad-usage", "SB-2 was delivered over Peppol: its supplier has it"],
  ["handed-over SB-1 SB-9", { by: "mail" }, "not-found", 'no document "SB-9"'],
  ["handed-over", { by: "mail" }, "bad-usage", "handed-over needs a document"],
  ["accept SB-1", { by: "mail", withdraw: "wrong" }, "bad-usage", "--withdraw belongs to suppliers handed-over"],
] as const)("%s %j is refused, and nothing is recorded", async (words, options, code, says) => {
  const { desk } = await sent();
  const refused = await say(desk, words, options);
  expect(refused.problems).toMatchObject([{ code, message: expect.stringContaining(says) }]);
  expect(await handedOver(desk)).toEqual([[], []]);
  expect(await dueIn(desk)).toHaveLength(1);
});

test("handover-list has what waits, by supplier and month, with the copy and a sentence; a file has every column", async () => {
  const { desk, clock } = await sent();
  const aloe = { ...nobodyReaches.accounting_supplier_party, party_name: "Aloe Trading LLC" };
  await create(desk, invoice({ document_number: "SB-3", accounting_supplier_party: aloe as never }));
  clock.advance(20);
  await ask(desk, ["SB-3"]);
  const list = (options: Given<typeof suppliers> = {}) => say(desk, "handover-list", options);
  const told = renderJson(await list()).documents as Record<string, unknown>[];
  expect(told.map((each) => each.document_number)).toEqual(["SB-3", "SB-1"]);
  expect(told[1]).toMatchObject({
    copy_with: "selfbill preview SB-1 --pdf SB-1.pdf",
    sentence: expect.stringContaining("attached the self-billed invoice SB-1 of 2026-06-15 over AED 10,500.00"),
  });
  const shown = suggestFor({ sandbox: true }, async () => renderJson(await list({ sandbox: true })));
  const inPractice = (await shown).documents as object[];
  expect(inPractice[1]).toMatchObject({ copy_with: "selfbill preview --sandbox SB-1 --pdf SB-1.pdf" });
  expect(renderJson(await list({ month: "2026-06" })).documents).toHaveLength(2);
  expect(renderJson(await list({ month: "2026-05" })).documents).toEqual([]);
  const out = join(desk.folder, "handover.csv");
  expect((await list({ out })).outcome).toBe("done");
  const csv = readFileSync(out, "utf8").trim().split("\r\n");
  expect(csv[0]).toContain("Supplier,TRN,Number,Kind,Date,Currency,Payable,Copy with,Sentence,Id");
  expect(csv[2]).toContain("10500.00,selfbill preview SB-1 --pdf SB-1.pdf,");
  await say(desk, "handed-over SB-1 SB-3", { by: "email" });
  expect(renderJson(await list()).documents).toEqual([]);
});
