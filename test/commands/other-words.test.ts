import { expect, test } from "vitest";
import { commandMeant, meanings } from "../../src/commands/help/other-words.ts";
import { commands } from "../../src/commands/index.ts";
import { topics } from "../../src/manual/index.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const names = commands.map(({ name }) => name);

test("each word leads to a command that exists, with options and subcommands that it has", async () => {
  for (const { words, command } of meanings) {
    const [, name, ...rest] = command.split(" ");
    const [entry] = commands.filter((each) => each.name === name);
    expect(entry, `${words}: ${command}`).toBeDefined();
    const { words: usage, options } = (await entry?.load()) ?? { words: "", options: {} };
    const flags = Object.values(options).map((option) => option.flags.split(" ")[0]);
    for (const word of rest.filter((each) => each.startsWith("--"))) expect(flags, command).toContain(word);
    const [sub] = rest;
    const isWritten =
      sub === undefined ||
      /^(?:--|[A-Z])/.test(sub) ||
      ["export", "codes"].includes(name ?? "") ||
      topics.some((topic) => topic === sub);
    if (!isWritten) expect(usage, command).toMatch(new RegExp(`[<[|]${sub}[\\]|>]`));
  }
});

test("no word is a command, and none is there twice", () => {
  const words = meanings.flatMap((each) => each.words);
  expect(words.filter((word) => names.includes(word))).toEqual([]);
  expect([...new Set(words)]).toEqual(words);
  for (const word of words) expect(commandMeant(word, commands)?.command).toMatch(/^selfbill /);
});

test.each([
  ["cancl", "selfbill cancel"],
  ["cnacel", "selfbill cancel"],
  ["statuss", "selfbill status"],
  ["STATUS", "selfbill status"],
  ["reports", "selfbill report"],
  ["prnit", "selfbill preview NUMBER --html --open"],
  ["Print", "selfbill preview NUMBER --html --open"],
  ["undp", "selfbill cancel NUMBER"],
  ["reconsile", "selfbill reconcile"],
  ["xyzzy", undefined],
  ["a", undefined],
  ["", undefined],
])("%s means %s", (word, command) => expect(commandMeant(word, commands)?.command).toBe(command));

test("a word that is not a command ends with 2 and says what to type", async () => {
  const { code, stdout, stderr } = await runSelfbill(["pdf", "SB-1", "--json"], { home: temporaryFolder() });
  expect([code, stderr]).toEqual([2, ""]);
  expect(JSON.parse(stdout).problems).toEqual([
    expect.objectContaining({
      code: "bad-usage",
      message: 'There is no command "pdf".',
      hint: "Type: selfbill preview NUMBER --pdf",
    }),
  ]);
});

test("a command with another name is the same command, its help too", async () => {
  const home = temporaryFolder();
  const said = (words: string[]) =>
    runSelfbill(words, { home }).then(({ code, stdout, stderr }) => [code, stdout, stderr]);
  expect(await said(["compare", "--help"])).toEqual(await said(["reconcile", "--help"]));
  expect(await said(["compare", "--since", "June"])).toEqual(await said(["reconcile", "--since", "June"]));
  expect(await said(["help", "compare"])).toEqual(await said(["help", "reconcile"]));
});

test.each([
  [
    ["suppliers"],
    /^One of these words must follow selfbill suppliers: list, missing, show, .* or handed-over\.$/,
    "suppliers",
  ],
  [["auth"], /^One of these words must follow selfbill auth: login, logout or status\.$/, "auth"],
  [["get"], /^A word is missing: selfbill get ID\.$/, "get"],
  [["show", "--profile", "list"], /^A word is missing: selfbill show DOCUMENT\.$/, "show"],
])("%j says which word is missing, in words that a line can be broken between", async (words, says, name) => {
  const { code, stdout } = await runSelfbill([...words, "--json"], { home: temporaryFolder() });
  expect(code).toBe(2);
  const [problem] = JSON.parse(stdout).problems;
  expect(problem.message).toMatch(says);
  expect(problem.hint).toBe(`selfbill ${name} --help shows examples.`);
});
