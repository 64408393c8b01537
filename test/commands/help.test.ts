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

const ask = (...words: string[]) => helpOf(commands).run({ words, options: { man: false } }, offlineDesk());
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
  "the page %s is shown: as it is in a pipe, and at 80 columns without a broken word or a sign of Markdown, each line of an example by itself",
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
    const shown = screen.split("\n").map((line) => line.trim());
    for (const example of examples) {
      const typed = example.replace(/(?:^| {2,})# .*$/, "").trim();
      expect(typed === "" || shown.includes(typed) || shown.includes(example.trim()), example).toBe(true);
    }
    const prose = screen
      .split("\n")
      .filter((line) => !/[│┌├└]/.test(line) && !examples.some((each) => each !== "" && line.endsWith(each)));
    expect(prose.filter((line) => line.length > 80 && line.trim().includes(" "))).toEqual([]);
    expect(prose.filter((line) => /```|^#|\]\(/.test(line))).toEqual([]);
    expect(prose.filter((line) => /\S {2,}\S/.test(line))).toEqual([]);
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

  test.each([
    ["help", "due", "--json"],
    ["due", "--help", "--json"],
    ["--json", "--help"],
  ])("selfbill %s %s %s is one JSON document with the text", async (...words) => {
    const { code, stdout } = await runSelfbill(words.filter(Boolean), { home: temporaryFolder() });
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { outcome: "done", text: expect.stringMatching(/^Usage: /) }]);
  });

  const help = async (...words: string[]) => (await runSelfbill(words, { home: temporaryFolder() })).stdout;
  const names = (text: string) => [...text.matchAll(/^ {2}([a-z][a-z-]+) {2}/gm)].map(([, name]) => name);

  test("help all may be typed in other ways", async () => {
    const all = await help("help", "all");
    for (const words of [
      ["help", "--all"],
      ["--no-color", "help", "all"],
      ["help", "all", "--no-color"],
    ])
      expect(await help(...words), words.join(" ")).toBe(all);
    expect(await help("--no-color", "help", "status", "--all")).toBe(await help("help", "status", "--all"));
  });

  test("a page is found in capitals too, and --sandbox is not taken for an option of every command", async () => {
    expect(await help("help", "SENDING")).toBe(await help("help", "sending"));
    const ran = await runSelfbill(["logout", "--sandbox"], { home: temporaryFolder() });
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("has no option --sandbox: leave it out")]);
  });

  test("help of a command is that of --help", async () => {
    expect(await help("help", "status")).toBe(await help("status", "--help"));
  });

  test("--help lists the commands of every day on one screen, and help all lists every command", async () => {
    const [short, all] = [await help("--help"), await help("help", "all")];
    expect(short.match(/^[A-Z][a-z ]+:$/gm)).toEqual([
      "Options:",
      "Write:",
      "Check and send:",
      "What is open:",
      "The month:",
    ]);
    expect(short.split("\n").length - 1).toBeLessThanOrEqual(40);
    expect(names(short)).toHaveLength(12);
    expect(short).toContain("selfbill help all");
    expect(new Set(names(all))).toEqual(new Set(commands.map(({ name }) => name)));
    expect(`${short}${all}`.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("--help of a command leaves rare options out, and help with --all shows each", async () => {
    for (const { name, load } of commands) {
      const { options } = await load();
      const [short, all] = [await help(name, "--help"), await help("help", name, "--all")];
      expect(short).toContain(`selfbill help ${name} --all`);
      for (const { flags, rare } of [...Object.values(options), { flags: "--journal-mark <file>", rare: true }]) {
        expect(all, name).toContain(`${flags} `);
        expect(short.includes(`  ${flags} `), `${name} ${flags}`).toBe(rare !== true);
      }
    }
    expect((await help("create-invoice", "--help")).split("\n").length - 1).toBeLessThanOrEqual(45);
  });
});

test.skipIf(leavesOut(absentPrograms(["man"])))(
  "the manual page tells every command and option, and man shows it without a warning",
  async () => {
    const home = temporaryFolder();
    const { code, stdout } = await runSelfbill(["help", "--man"], { home });
    expect(stdout).toBe((await runSelfbill(["help", "man"], { home })).stdout);
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
