import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { due } from "../../src/commands/due.ts";
import { history } from "../../src/commands/history.ts";
import { openJournal } from "../../src/journal/index.ts";
import { fail, problem } from "../../src/problem/index.ts";
import type { Report } from "../../src/report/index.ts";
import { writeBigJournal } from "../support/big-journal.ts";
import { runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { shop } from "../support/shop.ts";

const count = 1_100;
const folder = mkdtempSync(join(tmpdir(), "selfbill-test-"));
const path = join(folder, "journal.db");
beforeAll(() => writeBigJournal(path, count), 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A desk whose journal is longer than one page. */
async function longDesk(change: Partial<ServiceDesk> = {}): Promise<ServiceDesk> {
  const { desk } = await shop();
  const journal = openJournal(path);
  if (journal.ok) onTestFinished(() => journal.value.close());
  return { ...desk, journal: async () => journal, ...change };
}

const numbers = Array.from({ length: count }, (_, n) => `SB-2026-${n}`);
const past = (desk: ServiceDesk, jsonLines = false): Promise<Report> => runCommand(history, desk, [], { jsonLines });
const open = (desk: ServiceDesk, output?: "csv" | "json" | "plain"): Promise<Report> =>
  runCommand(due, desk, [], { output });

/** The output must not be held back until the end, and no chunk may contain all of it. */
function isInPieces(report: Report, { written }: ServiceDesk): void {
  expect(report).toMatchObject({ outcome: "done", view: { view: "nothing" }, problems: [] });
  const lines = written.map((piece) => piece.split("\n").length);
  expect(Math.max(...lines)).toBeLessThanOrEqual(1_002);
  expect(written.length).toBeGreaterThan(1);
}

test("a long history is written in pieces: one JSON document, JSON lines, or a table with one head", async () => {
  const whole = await longDesk({ asJson: true });
  isInPieces(await past(whole), whole);
  const document = JSON.parse(whole.written.join(""));
  expect(document).toMatchObject({ schema: "selfbill/1", sandbox: false, outcome: "done", problems: [] });
  expect(document.history.map((each: Record<string, unknown>) => each.document_number)).toEqual(numbers);
  const lines = await longDesk();
  isInPieces(await past(lines, true), lines);
  const each = lines.written.join("").trimEnd().split("\n");
  expect(each.map((line) => JSON.parse(line))).toEqual(document.history);
  const table = await longDesk();
  isInPieces(await past(table), table);
  const rows = table.written.join("").trimEnd().split("\n");
  expect(rows.map((row) => row.split("\t")[5])).toEqual(["Number", ...numbers]);
});

test("a reader that goes away ends it", async () => {
  const written: string[] = [];
  const write = async (piece: string): Promise<boolean> => written.push(piece) < 1;
  expect((await past(await longDesk({ write }))).outcome).toBe("done");
  expect(written).toHaveLength(1);
});

test("a long list of what is due is written in pieces, in the same order and forms", async () => {
  const whole = await longDesk({ asJson: true, profile: noProfile });
  isInPieces(await open(whole), whole);
  const document = JSON.parse(whole.written.join(""));
  const rows = document.due as Record<string, string>[];
  expect(rows.map((row) => row.document_number)).toEqual(numbers);
  expect(rows.map((row) => row.days_left)).toEqual(rows.map(() => rows[0]?.days_left));
  for (const form of ["csv", "plain"] as const) {
    const desk = await longDesk({ profile: noProfile });
    isInPieces(await open(desk, form), desk);
    const lines = desk.written.join("").trimEnd().split(/\r?\n/);
    const cell = form === "csv" ? "," : "\t";
    expect(lines.map((line) => line.split(cell)[1])).toEqual(["document", ...numbers]);
  }
});

/** Without a profile, the due list covers all accounts. */
async function noProfile() {
  return fail(problem("no-profile", "There is no profile.", "Make one."));
}
