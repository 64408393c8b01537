import { expect, test } from "vitest";
import { suggestFor } from "../../src/commands/answer/suggest-for.ts";
import { commands } from "../../src/commands/index.ts";
import type { Desk } from "../../src/desk/index.ts";
import { listedCommands } from "../../src/manual/index.ts";
import { suggest } from "../../src/problem/index.ts";
import { makeStyle, renderJson, renderReport } from "../../src/render/index.ts";
import { runCommand } from "../support/run-command.ts";
import { wholeMonth } from "../support/whole-month.ts";
import { ofItself, ofTheMonth, type View } from "./views.ts";

/** What goes wrong names what to do next. */
const refused: readonly View[] = [
  ...["show NONE", "get NONE", "download NONE", "logs NONE", "resubmit SH-001", "correct NONE", "cancel NONE"],
  ...["resolve NONE", "evidence NONE", "suppliers", "suppliers show", "items", "items list", "numbers skip NONE"],
  ...["approvals", "policy", "list invoices x", "due NONE", "create-invoice", "validate", "preview NONE", "rules"],
].map((words): View => [words]);

const journal = { journal: "books/team.j", journalMark: "books/mark" };
const placed = ["--journal books/team.j", "--journal-mark books/mark"];

const books: ReadonlyArray<readonly [of: Parameters<typeof suggestFor>[0], options: readonly string[]]> = [
  [{ sandbox: true, ...journal }, ["--sandbox", ...placed]],
  [{ company: "Acme Retail" }, ["--company 'Acme Retail'"]],
  [
    { profile: "office", businessProfile: "BP-2", ...journal },
    ["--profile office", "--business-profile BP-2", ...placed],
  ],
];

/** Widths at which each view is asked for: a command may lay out a part of its answer by itself. */
const asked = [60, 80, 120];
/** Widths at which each answer is drawn; SELFBILL_TEST_ALL takes each from 60 to 140. */
const widths =
  process.env.SELFBILL_TEST_ALL === "1"
    ? Array.from({ length: 81 }, (_, at) => 60 + at)
    : [60, 61, 74, 80, 97, 101, 105, 120, 140];

const takenAs: Readonly<Record<string, "sandbox" | "businessProfile" | "journal">> = {
  "--sandbox": "sandbox",
  "--business-profile": "businessProfile",
  "--journal": "journal",
  "--journal-mark": "journal",
};

function takes(option: string): readonly string[] {
  const taken = takenAs[option.split(" ")[0] ?? ""] ?? "profile";
  return Object.values(listedCommands).flatMap((each) => each[taken]);
}

const allNames = Object.keys(takenAs).flatMap(takes).concat(takes("--profile")).join("|");

/** Options of a command, before its other words. */
const before = "(?: --[a-z-]+(?: (?:[^-' ]\\S*|'[^']*'))?)*";

/** The commands that a text suggests without the option, although they take it. */
function without(text: string, option: string): string[] {
  const line = text.replace(/[│┌┐└┘├┤┬┴┼─\s]+/g, " ");
  const names = takes(option).join("|");
  const named = line.match(new RegExp(`selfbill (?:${names})(?![\\w-]).{0,160}`, "g")) ?? [];
  const whole = new RegExp(`^selfbill (?:${allNames})${before} ${option}`);
  return named.filter((each) => !whole.test(each) && !isElsewhere(each, option));
}

/** Whether a command names other books on purpose: practice, or, for an option of the journal, another journal. */
function isElsewhere(command: string, option: string): boolean {
  if (option.startsWith("--journal") && /^selfbill (?:(?!selfbill)[^;:])* --journal(?! books)/.test(command))
    return true;
  return command.startsWith("selfbill outage --sandbox");
}

const styleOf = (columns: number) => makeStyle({ isTerminal: true, columns, environment: {}, noColor: true });

async function reportOf([typed, given = {}]: View, desk: Desk) {
  const [name, ...words] = typed.split(" ");
  const command = await commands.find((each) => each.name === name)?.load();
  if (command === undefined) throw new Error(typed);
  return runCommand(command, desk, words, given);
}

test.each(books)("with %j no view, refusal or --json names a command without %s, at any width", async (of, options) => {
  const said: string[] = [];
  const { desk } = await wholeMonth(44, () => undefined);
  const flaws = new Set<string>();
  let named = 0;
  const look = (view: View, text: string): void => {
    for (const option of options) {
      named += text.split(option).length - 1;
      for (const each of without(text, option)) flaws.add(`${view[0]}: ${each}`);
    }
  };
  await suggestFor(of, async () => {
    // The pages of explain are of no run: it takes neither option.
    const itself = ofItself.filter(([words]) => !words.startsWith("explain"));
    for (const view of [...ofTheMonth, ...itself, ...refused]) {
      for (const [at, columns] of asked.entries()) {
        const spoken = styleOf(columns);
        const report = await reportOf(view, {
          ...desk,
          dataStyle: spoken,
          talkStyle: spoken,
          say: (line) => void said.push(line),
        });
        look(view, said.splice(0).join("\n"));
        for (const width of widths.filter((each) => each >= columns && each < (asked[at + 1] ?? Infinity))) {
          const { data, talk } = renderReport(report, styleOf(width), styleOf(width));
          look(view, `${data}\n${talk}`);
        }
      }
      const answer = renderJson(await reportOf(view, { ...desk, asJson: true }));
      look(view, JSON.stringify(answer).replaceAll("\\n", " "));
    }
  });
  expect([...flaws]).toEqual([]);
  expect(named).toBeGreaterThan(100);
});

test("what another person is to type names the database with a user of their own, and a folder as it is", () => {
  const both = (of: string) =>
    suggestFor({ journal: of }, () => [`${suggest`approve R-1`.byAnother()}`, `${suggest`approve R-1`}`]);
  expect(both("postgres://amal@books.example/j?sslmode=require")).toEqual([
    "selfbill approve --journal 'postgres://THEIR_NAME@books.example/j?sslmode=require' R-1",
    "selfbill approve --journal 'postgres://amal@books.example/j?sslmode=require' R-1",
  ]);
  expect(both("postgres://books.example/j")[0]).toBe("selfbill approve --journal postgres://books.example/j R-1");
  expect(both("books/a@b.j")[0]).toBe("selfbill approve --journal books/a@b.j R-1");
});

test("one that lacks the option is found", () => {
  expect(without("Look: selfbill status\n  SB-1 │ selfbill show --sandbox x", "--sandbox")).toEqual([
    "selfbill status SB-1 selfbill show --sandbox x",
  ]);
  const text =
    "selfbill show x; selfbill status --sandbox --journal a SB-1; selfbill resolve --journal /b; selfbill explain 2";
  expect(without(text, "--journal a")).toEqual([text]);
});
