import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { helpOf } from "../../src/commands/help.ts";
import { commands } from "../../src/commands/index.ts";
import { topics } from "../../src/manual/index.ts";
import { makeStyle, renderMarkdown } from "../../src/render/index.ts";
import { absentPrograms } from "../support/browser.ts";
import { leavesOut } from "../support/left-out.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const ask = (...words: string[]) => helpOf(commands).run({ words, options: {} }, offlineDesk());
const page = (topic: string): string => readFileSync(`src/manual/${topic}.md`, "utf8");

test("without a topic all topics are listed, each with a sentence", async () => {
  const { outcome, view } = await ask();
  expect(outcome).toBe("done");
  expect(view.view === "table" && view.rows.map(([topic]) => topic)).toEqual([...topics]);
  for (const [topic, says = ""] of view.view === "table" ? view.rows : [])
    expect(says, topic).toMatch(/^[A-Z].{15,}\.$/);
});

test("an unknown topic ends with 2 and names the nearest one", async () => {
  const { outcome, problems } = await ask("sendin");
  expect([outcome, problems[0]?.hint]).toEqual(["usage", "Did you mean selfbill help sending?"]);
});

test.each(topics)(
  "the page %s is shown: as it is in a pipe, and at 80 columns without a broken word or a sign of Markdown",
  async (topic) => {
    const { view } = await ask(topic);
    expect(view.view === "raw" && view.data).toMatchObject({ topic, markdown: page(topic) });
    const at = (isTerminal: boolean) =>
      renderMarkdown(page(topic), makeStyle({ isTerminal, columns: 80, environment: {}, noColor: true }));
    expect(at(false)).not.toContain("<!--");
    const screen = at(true);
    const examples = [...page(topic).matchAll(/```[^\n]*\n([\s\S]*?)```/g)].flatMap(([, text = ""]) =>
      text.split("\n"),
    );
    const prose = screen
      .split("\n")
      .filter((line) => !/[│┌├└]/.test(line) && !examples.some((each) => each !== "" && line.endsWith(each)));
    expect(prose.filter((line) => line.length > 80 && line.trim().includes(" "))).toEqual([]);
    expect(prose.filter((line) => /```|^#|\]\(/.test(line))).toEqual([]);
    for (const word of page(topic)
      .replace(/```[\s\S]*?```|<!--.*?-->|\|.*\|/g, "")
      .match(/[A-Za-z]{4,}/g) ?? [])
      expect(screen).toContain(word);
  },
);

describe("the program", () => {
  test.each([
    ["NOSUCH", "--help"],
    ["NOSUCH", "-h"],
    ["help", "nosuch"],
  ])("selfbill %s %s is an error", async (...words) => {
    const ran = await runSelfbill(words, { home: temporaryFolder() });
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr).toMatch(/NOSUCH|nosuch/);
  });

  test("help of a command is that of --help, and the commands are in groups, the daily ones first", async () => {
    const [one, same, all] = await Promise.all(
      [["help", "status"], ["status", "--help"], ["--help"]].map((words) =>
        runSelfbill(words, { home: temporaryFolder() }),
      ),
    );
    expect([one?.code, one?.stdout]).toEqual([0, same?.stdout]);
    const headings = all?.stdout.match(/^[A-Z][a-z ]+:$/gm);
    expect(headings).toEqual(["Options:", "Every day:", "Write:", "Check:", "Send:", "Follow:", "Records:", "Set up:"]);
    expect(all?.stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});

test.skipIf(leavesOut(absentPrograms(["man"])))(
  "the manual page tells every command and option, and man shows it without a warning",
  async () => {
    const home = temporaryFolder();
    const { code, stdout } = await runSelfbill(["help", "man"], { home });
    expect(code).toBe(0);
    const file = join(home, "selfbill.1");
    writeFileSync(file, stdout);
    const env = { ...process.env, MANWIDTH: "100", LC_ALL: "C.UTF-8", MANROFFOPT: "-ww" };
    const shown = spawnSync("man", ["-l", file], { encoding: "utf8", env });
    expect([shown.status, shown.stderr]).toEqual([0, ""]);
    const words = shown.stdout.replace(new RegExp(`.${String.fromCharCode(8)}`, "g"), "");
    for (const each of commands) {
      expect(words, each.name).toMatch(new RegExp(`^ +${each.name}\\b`, "m"));
      for (const { flags } of Object.values((await each.load()).options)) expect(words).toContain(flags.split(" ")[0]);
    }
    for (const part of ["EXIT STATUS", "ENVIRONMENT", "23 in_doubt", "SELFBILL_TOKEN_FILE", "--ca-file"])
      expect(words).toContain(part);
  },
);
