import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { history } from "../../../src/commands/history.ts";
import { listCommand } from "../../../src/commands/list.ts";
import type { Desk } from "../../../src/desk/index.ts";
import { report } from "../../../src/extras/reports/command.ts";
import { openJournal } from "../../../src/journal/index.ts";
import { renderJson } from "../../../src/render/index.ts";
import { writeBigJournal } from "../../support/big-journal.ts";
import { creditNote, invoice } from "../../support/documents.ts";
import { type Given, optionsOf, runCommand } from "../../support/run-command.ts";
import { temporaryFolder } from "../../support/run-selfbill.ts";
import type { ServiceDesk } from "../../support/service-desk.ts";
import { ask, create, from, screen, shop } from "../../support/shop.ts";
import { suppliers } from "../../support/suppliers-command.ts";

const say = (desk: Desk, words: string) => runCommand(suppliers, desk, words.split(" "), { by: "their letter" });

/**
 * Returns a desk whose supplier accepted SB-1, which CN-1 credits in part, objected to SB-2, and has not answered SB-3;
 * SB-4 is rejected.
 */
async function answered() {
  const place = await shop({}, { sameClock: true });
  for (const number of ["SB-1", "SB-2", "SB-3"]) await create(place.desk, invoice({ document_number: number }));
  const original = { billing_reference: [{ id: "SB-1", issue_date: "2026-06-15" }] };
  await create(place.desk, creditNote({ document_number: "CN-1", ...original }));
  await create(place.desk, invoice({ document_number: "SB-4", ...from("1999999913") }));
  place.clock.advance(20);
  await ask(place.desk, []);
  await say(place.desk, "accept SB-1");
  await say(place.desk, "object SB-2");
  return place;
}

const words = ["accepted", "objected", "none"] as const;
const numbersOf = (rows: unknown): string[] =>
  (rows as { document_number: string }[]).map((each) => each.document_number).sort();
const inHistory = async (desk: Desk, answer: (typeof words)[number], options = {}): Promise<string[]> => {
  const report = await runCommand(history, desk, [], { answer, ...options });
  return numbersOf(renderJson(report).history ?? []);
};
const inList = async (desk: Desk, answer: (typeof words)[number]): Promise<string[]> => {
  const options = { all: true, answer };
  return numbersOf(renderJson(await runCommand(listCommand, desk, [], options)).documents);
};

test("history and list find the same documents by the same words, on a screen, in a pipe and in a file", async () => {
  const { desk } = await answered();
  const expected = { accepted: ["SB-1"], objected: ["SB-2"], none: ["CN-1", "SB-3"] };
  for (const word of words) {
    expect(await inHistory(desk, word), word).toEqual(expected[word]);
    expect(await inList(desk, word), word).toEqual(expected[word]);
    const terminal = { ...desk, dataStyle: { ...desk.dataStyle, isTerminal: true } };
    const shown = screen(await runCommand(history, terminal, [], { answer: word }), 200);
    for (const number of ["SB-1", "SB-2", "SB-3", "CN-1", "SB-4"])
      expect(shown.includes(number), `${word} ${number}`).toBe((expected[word] as string[]).includes(number));
  }
  const out = join(desk.folder, "none.csv");
  await inHistory(desk, "none", { out: [out] });
  const file = readFileSync(out, "utf8");
  expect(file).toContain("SB-3");
  expect(file).not.toContain("SB-2");
});

test("an answer to one of many documents is found, however long ago it was sent", async () => {
  const folder = temporaryFolder();
  writeBigJournal(join(folder, "journal.db"), 1_100);
  const journal = openJournal(join(folder, "journal.db"));
  if (!journal.ok) throw new Error(journal.problems[0].message);
  onTestFinished(() => journal.value.close());
  const { desk } = await shop();
  const long: ServiceDesk = { ...desk, journal: async () => journal };
  const numbers = ["SB-2026-0", "SB-2026-300", "SB-2026-1099"];
  const recorded = await say(long, `accept ${numbers.join(" ")}`);
  expect(recorded.outcome, JSON.stringify(recorded.problems)).toBe("done");
  await runCommand(history, long, [], { answer: "accepted" });
  expect(desk.written.join("").match(/SB-2026-\d+/g)).toEqual(numbers);
  const terminal: ServiceDesk = { ...long, dataStyle: { ...desk.dataStyle, isTerminal: true } };
  const onScreen = (answer: (typeof words)[number]) =>
    runCommand(history, terminal, [], { answer }).then((report) => screen(report, 400));
  expect([...(await onScreen("accepted")).matchAll(/SB-2026-\d+/g)].map(([number]) => number)).toEqual(numbers);
  expect((await onScreen("none")).match(/SB-2026-\d+/g)).toHaveLength(200);
  expect(desk.said.join()).toContain("The last 200 attempts are shown.");
});

test("documents do not go with it", () => {
  expect(history.input?.(["SB-1"], optionsOf(history, { answer: "none" }))).toMatchObject({
    ok: false,
    problems: [{ code: "bad-usage" }],
  });
});

test("report --by acceptance adds up what was accepted, objected to and not answered; credit notes are subtracted", async () => {
  const { desk } = await answered();
  const run = (options: Given<typeof report>) =>
    runCommand(report, desk, [], { month: "2026-06", by: "acceptance", ...options });
  const made = await run({});
  const rows = (renderJson(made).views as Record<string, Record<string, unknown>[]>).acceptance ?? [];
  const [accepted, objected, none] = rows;
  expect(rows.map(({ label, invoices, credit_notes }) => [label, invoices, credit_notes])).toEqual([
    ["Accepted", 1, 0],
    ["Objected to", 1, 0],
    ["No answer", 1, 1],
  ]);
  expect(objected?.in_aed).toEqual(accepted?.in_aed);
  const net = (row: Record<string, unknown> | undefined): number =>
    Number((row?.in_aed as { net: string } | undefined)?.net);
  expect(net(none), "the credit note is taken away from SB-3").toBeLessThan(net(accepted));
  const answers = renderJson(made).documents as Record<string, unknown>[];
  expect(answers.map((each) => [each.document_number, each.supplier_answer])).toEqual([
    ["SB-1", "accepted"],
    ["SB-2", "objected"],
    ["SB-3", "none"],
    ["SB-4", null],
    ["CN-1", "none"],
  ]);
  expect(screen(made)).toMatch(/Supplier's answer.*\nAccepted/);
  const out = ["csv", "xlsx", "html"].map((ending) => join(desk.folder, `by.${ending}`));
  expect((await run({ out })).outcome).toBe("done");
  expect(readFileSync(out[0] ?? "", "utf8")).toMatch(/^\ufeffSupplier's answer,Currency/);
  expect(readFileSync(out[2] ?? "", "utf8")).toContain("Objected to");
});
