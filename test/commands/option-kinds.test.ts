import { expect, test } from "vitest";
import type { Option } from "../../src/commands/command.ts";
import { commands } from "../../src/commands/index.ts";
import { aed, day, month, monthCalled, oneOf, outputForm, someOf, whole } from "../../src/commands/kinds.ts";
import { sourcesBelow } from "../house/sources.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const page = whole("--page <number>", "which page", { least: 1, most: 99, such: 2 });
const most = whole("--max-files <n>", "no more", { such: 100 });
const total = aed("--max-total <aed>", "no more");
const status = oneOf("--status <status>", "only this status", ["PENDING", "APPROVED", "REJECTED"]);
const state = someOf("--state <state>", (states) => `only ${states}; repeatable`, ["sent", "open"]);
const tables = outputForm("how to write it", ["xlsx"]);

test.each<[Option<unknown>, unknown, unknown]>([
  [day("--on <date>", "the day"), "2024-02-29", "2024-02-29"],
  [day("--on <date>", "the day"), undefined, undefined],
  [month("--month <YYYY-MM>", "the month"), "2026-06", "2026-06"],
  [page, "1", 1],
  [page, "99", 99],
  [most, "0", 0],
  [most, "007", 7],
  [total, "250000.05", "250000.05"],
  [status, "APPROVED", "APPROVED"],
  [status, "approved", "APPROVED"],
  [state, ["open", "sent"], ["open", "sent"]],
  [state, undefined, []],
  [tables, "csv", "csv"],
])("%o takes %j", (option, given, value) => {
  expect(option.read(given)).toEqual({ ok: true, value });
});

test("a month is taken by its name, with or without a year: the latest one that has begun", () => {
  const read = (given: string): unknown => month("--month <YYYY-MM>", "the month").read(given);
  const now = new Date();
  expect(read("november 2025")).toEqual({ ok: true, value: "2025-11" });
  expect(read("Nov 2025")).toEqual({ ok: true, value: "2025-11" });
  expect(read("november")).toEqual({ ok: true, value: monthCalled(["november"])?.(now) });
  expect(read("this month")).toEqual({ ok: true, value: monthCalled(["this", "month"])?.(now) });
});

test.each<[Option<unknown>, unknown, string, string]>([
  [day("--on <date>", "the day"), "1 June", "--on: 1 June is not a date.", "Write the date as 2026-06-15."],
  [day("--on <date>", "the day"), "2026-06-31", "--on: 2026-06-31 does not exist: June has 30 days.", "Check the day"],
  [
    month("--month <YYYY-MM>", "the month"),
    "2026-13",
    "--month 2026-13 is not a month.",
    "Write 2026-06, or november.",
  ],
  [page, "0", "--page 0 is not a whole number from 1 to 99.", "Write --page 2."],
  [page, "100", "--page 100 is not a whole number from 1 to 99.", "Write --page 2."],
  [page, "", "--page  is not a whole number", "Write --page 2."],
  [most, "1.5", "--max-files 1.5 is not a whole number.", "Write --max-files 100."],
  [most, "-1", "--max-files -1 is not a whole number.", "Write --max-files 100."],
  [most, "5s", "--max-files 5s is not a whole number.", "Write --max-files 100."],
  [total, "1,000", "--max-total 1,000 is not an amount.", "Write --max-total 250000.00."],
  [total, "-5", "--max-total -5 is not an amount.", "Write --max-total 250000.00."],
  [status, "LOST", 'Unknown status "LOST" (--status).', "Use PENDING, APPROVED or REJECTED."],
  [state, ["sent", "OPEN"], 'Unknown state "OPEN" (--state).', "Use sent or open."],
  [tables, "xlsx", "--output xlsx needs a file.", "Write it into a file: --out NAME.xlsx"],
  [tables, "pdf", 'Unknown form "pdf" (--output).', "Use table, plain, csv or json."],
  [outputForm(), "xlsx", 'Unknown form "xlsx" (--output).', "Use table, plain, csv or json."],
])("%o refuses %j", (option, given, message, hint) => {
  const read = option.read(given);
  if (read.ok) throw new Error("it was taken");
  expect(read.problems[0]).toMatchObject({
    code: "bad-usage",
    message: expect.stringContaining(message),
    hint: expect.stringContaining(hint),
  });
});

test("the help of an option lists its values", () => {
  expect([status.does, state.does, tables.does]).toEqual([
    "only this status: PENDING, APPROVED or REJECTED",
    "only sent or open; repeatable",
    "how to write it: table, plain (with tabs), csv or json",
  ]);
});

const wrongFor = {
  date: "30.6.2026",
  "YYYY-MM-DD": "yesterday",
  "YYYY-MM": "2026-13",
  aed: "1,000",
  seconds: "5m",
  n: "1.5",
  years: "4",
  days: "soon",
  form: "pdf",
  kind: "receipt",
  status: "LOST",
  state: "lost",
};

test("what looks like a value of a kind is judged in every command", async () => {
  // `profile set --acceptance-days` also accepts `none`.
  const free = ["profile --acceptance-days <days>"];
  for (const { name, load } of commands) {
    for (const { flags, read, repeatable } of Object.values((await load()).options)) {
      const [, placeholder = ""] = /<(.+)>$/.exec(flags) ?? [];
      if (!Object.hasOwn(wrongFor, placeholder) || free.includes(`${name} ${flags}`)) continue;
      const wrong = wrongFor[placeholder as keyof typeof wrongFor];
      expect(read(repeatable ? [wrong] : wrong), `${name} ${flags}`).toMatchObject({ ok: false });
    }
  }
});

test("every option of a command is read by code", async () => {
  const sources = sourcesBelow("src").map(({ text }) => text);
  const isRead = (name: string): boolean => {
    const reads = new RegExp(`\\.${name}\\b|[{,] *${name}\\b[^;(]*\\} ?[:=,)]|"${name}"`);
    return sources.some((text) => reads.test(text));
  };
  const unread: string[] = [];
  for (const { name, load } of commands)
    for (const option of Object.keys((await load()).options)) if (!isRead(option)) unread.push(`${name} ${option}`);
  expect(unread).toEqual([]);
});

test("an option that names its values offers them", async () => {
  const open: string[] = [];
  for (const { name, load } of commands) {
    for (const { flags, read } of Object.values((await load()).options)) {
      const [, values] = /<([\w-]+(?:\|[\w-]+)+)>$/.exec(flags) ?? [];
      if (values !== undefined && read("something-else").ok) open.push(`${name} ${flags}`);
    }
  }
  expect(open).toEqual([]);
});

test("every command says what it does, and shows how it is typed", async () => {
  for (const { name, load } of commands) {
    const { summary, examples } = await load();
    expect(summary.trim(), name).not.toBe("");
    expect(examples.length, name).toBeGreaterThan(0);
    expect(
      examples.filter(({ type, does }) => type.trim() === "" || does.trim() === ""),
      name,
    ).toEqual([]);
  }
});

test("wrong values are told all at once, and nothing is sent", async () => {
  const words =
    "create-invoice templates/standard-invoice.yaml --sandbox --yes --max-files many --max-total 1,000 --json";
  const { code, stdout } = await runSelfbill(words.split(" "), { home: temporaryFolder() });
  const { results, problems } = JSON.parse(stdout);
  expect([code, results]).toEqual([2, []]);
  expect(problems.map(({ code, message }: { code: string; message: string }) => [code, message])).toEqual([
    ["bad-usage", "--max-total 1,000 is not an amount."],
    ["bad-usage", "--max-files many is not a whole number."],
  ]);
});
