import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { badDesk, badMonth, supplierCorrected, typedLine, wrongAt } from "../support/bad-month.ts";
import type { DueRow } from "../support/due-desk.ts";
import { given } from "../support/journal-file.ts";
import { sumOf, texts } from "../support/month.ts";

type Desk = Awaited<ReturnType<typeof badDesk>>;

const numberAt = (at: number): string => `SB-2026-${String(at + 1).padStart(4, "0")}`;
const isCredit = ({ credit_note_type_code: type }: SelfBilledDocument): boolean => type !== undefined;
/**
 * Failures that each affect a single document among successful ones: one lost answer, one status 500, one closed
 * connection.
 */
const singleFaults = [
  { fault: "created-but-lost", number: numberAt(33) },
  { fault: "status", status: 500, number: numberAt(133) },
  { fault: "close", number: numberAt(233) },
];
/** The three documents that are attempted during the forty minutes in which the service fails. */
const inOutage = [356, 357, 358].map(numberAt);

/** A clerk who does exactly what selfbill advises. */
class Clerk {
  readonly typed: string[][] = [];
  readonly #desk: Desk;
  readonly outbox: string;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.outbox = join(desk.desk.folder, "outbox");
    mkdirSync(this.outbox);
  }

  file(name: string): string {
    return join(this.outbox, name);
  }

  async run(...words: string[]): Promise<Report> {
    this.typed.push(words);
    return typedLine(words, this.#desk.desk);
  }

  /** Runs a command that must succeed. */
  async works(...words: string[]): Promise<Record<string, unknown>> {
    const report = await this.run(...words);
    expect([words.join(" "), report.outcome, ...said(report)]).toEqual([words.join(" "), "done"]);
    return renderJson(report);
  }

  /** The items that are due now; if no name is given, the service is queried first. */
  async due(named?: string): Promise<readonly DueRow[]> {
    const words = named === undefined ? [this.outbox, "--check"] : [named];
    return renderJson(await this.run("due", ...words, "--exit-code")).due as DueRow[];
  }
}

/** The errors of a report and of its results. */
function said({ problems, view }: Report): string[] {
  const results = view.view === "submissions" ? view.results.flatMap((each) => each.problems) : [];
  return [...problems, ...results].flatMap(({ severity, code, message }) =>
    severity === "error" ? [`${code}: ${message}`] : [],
  );
}

async function sendMonth(clerk: Clerk, { sandbox, clock }: Desk, month: readonly SelfBilledDocument[]): Promise<void> {
  const faults = (next: readonly object[]) =>
    sandbox.call("POST", "/sandbox/faults", { faults: next.map((each) => ({ method: "POST", ...each })) });
  for (const each of month)
    writeFileSync(
      clerk.file(`${each.document_number}.yaml`),
      writeYaml(each, isCredit(each) ? "credit-note" : "invoice"),
    );
  const files = (of: readonly SelfBilledDocument[]): string[] =>
    of.map((each) => clerk.file(`${each.document_number}.yaml`));
  const later = (each: SelfBilledDocument): boolean => inOutage.includes(each.document_number ?? "");
  await faults(singleFaults);
  const invoices = month.filter((each) => !isCredit(each) && !later(each));
  expect((await clerk.run("create-invoice", ...files(invoices), "--yes")).outcome).toBe("in_doubt");
  clock.advance(600);
  await faults([{ fault: "status", status: 503, times: 3 }]);
  for (const number of inOutage) {
    expect((await clerk.run("create-invoice", clerk.file(`${number}.yaml`), "--yes")).outcome).toBe("in_doubt");
    clock.advance(20 * 60);
  }
  // Three credit notes name a test supplier whose provider rejects them, not the supplier of their invoice.
  await clerk.works("create-credit-note", ...files(month.filter(isCredit)), "--yes", "--send-anyway");
  clock.advance(600);
}

/** The commands in an advised step, split into words; values that only a person can know are filled in. */
function commandsIn(step: string): string[][] {
  return [...step.matchAll(/selfbill ((?:[^\s();,]|"[^"]*"| )+)/g)].map(([, line = ""]) =>
    [
      ...line
        .trim()
        .replace("CODE", "DL8.61.1.E")
        .matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ].map(([, a, b, c]) => a ?? b ?? c ?? ""),
  );
}

/**
 * A test supplier rejects every document, so the copy of its credit note goes to another supplier than the invoice's.
 * That is never sent unless a person insists.
 */
const anyway = ([command]: readonly string[]): string[] => (command === "create-credit-note" ? ["--send-anyway"] : []);

/** Commands that override a warning, apart from the credit notes to another supplier than their invoice's. */
function overridden({ typed }: Clerk): string[][] {
  return typed.filter(
    ([command, ...words]) =>
      words.some((word) => /^--(?:allow|accept|credit-rejected|done)/.test(word)) ||
      (command !== "create-credit-note" && words.includes("--send-anyway")),
  );
}

/** A change that a person makes to a copy. */
type Change = (text: string) => string;

/** Follows the steps of a row in order until the row is done. */
async function follow(row: DueRow, clerk: Clerk, desk: Desk, change: Change): Promise<void> {
  const steps = row.todo.filter((step) => !step.startsWith("If you dealt with it in another way"));
  for (const step of steps) {
    for (const words of commandsIn(step)) {
      const [command = "", ...more] = words;
      if (command === "resolve" && words.includes("--check")) {
        const report = await clerk.run(...words);
        if (report.outcome === "done") return;
      } else if (command === "resolve") {
        await clerk.works(...(await settled(row, words, desk)));
      } else if (command === "correct" && !more.includes("--send")) {
        const copy = clerk.file(`${more[0]}-corrected.yaml`);
        const { next } = await clerk.works(...words, "--out", copy);
        writeFileSync(copy, change(readFileSync(copy, "utf8")));
        const [create = []] = commandsIn(String(next));
        await clerk.works(...create, "--yes", ...anyway(create));
      } else if (command === "status") {
        expect(said(await clerk.run(...words))).toEqual([]);
      } else await clerk.works(...words, ...(command === "codes" ? [] : ["--yes"]));
    }
  }
}

/** Adds what a person would state after looking at the service. */
async function settled(row: DueRow, words: readonly string[], desk: Desk): Promise<string[]> {
  const [command = "", attempt = ""] = words;
  const there = (await inService(desk)).find((each) => each.startsWith(`${row.document_number} `));
  const word = there === undefined ? ["--not-created"] : ["--created", there.split(" ")[1] ?? ""];
  return [command, attempt, ...word, "--yes"];
}

/**
 * Finds five approved invoices that are wrong and begins to correct them, as a person would; returns the intended
 * content of the copies.
 */
async function findWrong(clerk: Clerk, month: readonly SelfBilledDocument[]): Promise<SelfBilledDocument[]> {
  const copies: SelfBilledDocument[] = [];
  for (const [at, what] of Object.entries(wrongAt)) {
    const number = numberAt(Number(at));
    const document = month.find((each) => each.document_number === number);
    if (document === undefined) throw new Error(number);
    if (what === "all" && copies.length === 3 && number === numberAt(110)) {
      await clerk.works("cancel", number, "--reason", "DL8.61.1.A", "--yes");
      continue;
    }
    const copy = clerk.file(`${number}-corrected.yaml`);
    await clerk.works("correct", number, "--what", what, "--reason", "DL8.61.1.E", "--out", copy);
    if (what === "all") continue;
    const text = readFileSync(copy, "utf8");
    const [first, second] = document.document_lines ?? [];
    if (first === undefined || second === undefined) throw new Error("lines");
    if (what === "amount") {
      writeFileSync(copy, text.replace(/quantity: "?\d+"?/, "quantity: 9"));
      copies.push({ ...document, document_lines: [{ ...first, quantity: "9" }, second] });
    } else if (what === "supplier") {
      writeFileSync(copy, supplierCorrected(text));
      copies.push(document);
    } else {
      writeFileSync(copy, text.replace(/issue_date: "?2026-06-\d\d"?/, "issue_date: 2026-06-15"));
      copies.push(document);
    }
  }
  return copies;
}

const taken = (document: SelfBilledDocument): SelfBilledDocument => ({ ...document, credit_note_type_code: "261" });
const summed = (documents: readonly SelfBilledDocument[]) =>
  texts(sumOf(documents.map((document) => ({ document, fate: "approved" }))));

/** Follows the advice row by row, until nothing is due. */
async function dealWithAll(clerk: Clerk, desk: Desk): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    desk.clock.advance(600);
    for (const { document_number, attempt, file } of await clerk.due()) {
      // Handling one row may have completed another. A file that is named stands beside what is due of the account.
      const still = await clerk.due(String(attempt === null ? file : document_number));
      const row = still.find((each) => each.file === file && each.document_number === document_number);
      if (row !== undefined) await follow(row, clerk, desk, supplierCorrected);
    }
  }
  desk.clock.advance(600);
  const last = await clerk.run("due", clerk.outbox, "--check", "--exit-code");
  expect([last.outcome, renderJson(last).due, last.problems]).toEqual(["done", [], []]);
}

/** Number and id of each document at the service. */
async function inService({ sandbox }: Desk): Promise<string[]> {
  const there: string[] = [];
  for (const kind of ["invoices", "credit-notes"]) {
    for (let page = 0, pages = 1; page < pages; page += 1) {
      const headers = { "X-SERVICE-VERSION": "20260101" };
      const path = `/api/purchase-${kind}?page=${page}&size=100`;
      const { body } = await sandbox.call("GET", path, undefined, headers);
      pages = body.total_pages;
      for (const { id, document_number } of body.content) there.push(`${document_number} ${id}`);
    }
  }
  return there;
}

/** Checks that `count` documents exist, each only once, and that the journal has exactly those. */
async function sameLedger(at: Desk, count: number): Promise<void> {
  const there = await inService(at);
  const here: string[] = [];
  for (let after = 0, last = false; !last; ) {
    const some = given(await at.desk.openedJournal.tries.page({ states: ["created"] }, { after }, 200));
    for (const { documentNumber, id, record } of some) {
      here.push(`${documentNumber} ${id}`);
      after = record;
    }
    last = some.length < 200;
  }
  expect(here.sort()).toEqual(there.sort());
  expect(new Set(there.map((each) => each.split(" ")[0])).size, "each number once").toBe(there.length);
  expect(there).toHaveLength(count);
  expect((await at.sandbox.call("GET", "/sandbox/verify")).body).toMatchObject({ ok: true });
}

/** The number of invoices that the supplier's provider rejects but the tax authority accepts. */
const acceptedByAuthority = (month: readonly SelfBilledDocument[]): number =>
  month.filter((each) => !isCredit(each) && each.accounting_supplier_party?.tin === "1999999913").length;

test("a bad month, dealt with as due advises, leaves nothing open, and its report is right to the fils", async () => {
  const at = await badDesk(true);
  const clerk = new Clerk(at);
  const month = badMonth();
  expect(month).toHaveLength(400);
  await sendMonth(clerk, at, month);
  const first = await clerk.due();
  const those = (what: string): number => first.filter(({ due }) => due === what).length;
  expect([those("in-doubt"), those("rejected"), first.length]).toEqual([6, 19, 25]);
  expect((await clerk.run("due", "--exit-code")).outcome).toBe("in_doubt");
  const copies = await findWrong(clerk, month);
  await dealWithAll(clerk, at);

  const wrong = month.filter(({ document_number: number }) =>
    Object.keys(wrongAt).some((place) => number === numberAt(Number(place))),
  );
  const report = renderJson(await clerk.run("report", "--month", "2026-06"));
  // A rejected document is counted through its corrected copy, which has the same amounts; a wrong one is credited in
  // full.
  expect(report).toMatchObject({ counted: { in_aed: summed([...month, ...wrong.map(taken), ...copies]) } });
  const { outages, single_failures: single } = renderJson(await clerk.run("outage"));
  expect(outages).toMatchObject([
    { attempts: 3, documents: inOutage.map((number) => ({ document_number: number, state: "created" })) },
  ]);
  expect(
    (single as { document: { document_number: string; state: string } }[]).map(({ document }) => [
      document.document_number,
      document.state,
    ]),
  ).toEqual([
    [numberAt(33), "found"],
    [numberAt(133), "created"],
    [numberAt(233), "created"],
  ]);
  for (const words of [["status"], ["journal", "verify"]]) expect(await clerk.works(...words)).toBeDefined();
  expect(overridden(clerk)).toEqual([]);
  // 400 documents, a copy of each rejected one, a credit note for each wrong one, a credit note for each rejected one
  // that the tax authority accepted (the provider rejects the credit note, so there is also a copy of it), and copies
  // of three wrong ones.
  await sameLedger(at, 400 + 19 + wrong.length + 2 * acceptedByAuthority(month) + copies.length);
});

test("on a service without a status of invoices, what it cannot tell is never due", async () => {
  const at = await badDesk(false);
  const clerk = new Clerk(at);
  const month = badMonth();
  await sendMonth(clerk, at, month);
  const first = await clerk.due();
  // This service reports the legs of credit notes, so the three rejected ones are listed, but no rejected invoice is.
  expect(first.map(({ due }) => due).sort()).toEqual([...Array(6).fill("in-doubt"), ...Array(3).fill("rejected")]);
  await dealWithAll(clerk, at);
  const { single_failures: single, outages } = renderJson(await clerk.run("outage"));
  expect([outages, single]).toMatchObject([{ length: 1 }, { length: 3 }]);
  expect(renderJson(await clerk.run("due", "--exit-code"))).toMatchObject({ due: [], without_status: 400 });
  for (const words of [["status"], ["journal", "verify"]]) expect(await clerk.works(...words)).toBeDefined();
  expect(overridden(clerk)).toEqual([]);
  await sameLedger(at, 400 + 3);
});
