import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const page = readFileSync(join(top, "src/manual/questions.md"), "utf8");
const answers = page.split(/^### /m).slice(1);

const commandsOf = (answer: string): string[] =>
  [...answer.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, lines = ""]) => lines.trim().split("\n"));

/** The arguments of a command, as a shell passes them. */
const wordsOf = (command: string): string[] =>
  (command.match(/"[^"]*"|\S+/g) ?? []).slice(1).map((word) => word.replace(/^"|"$/g, ""));

/** Commands whose exit code is not 0 without a terminal and with no service at the address. */
const ends: Readonly<Record<string, number>> = {
  "selfbill new invoice": 2,
  "selfbill suppliers add desert-lime": 2,
  "selfbill login": 2,
  // Documents sent in the meantime are not in the books.
  "selfbill report --month 2026-06 --against ledger.csv": 20,
};

/** The number of the document that a question is about. */
function numberIn(question: string): string {
  const numbers: readonly (readonly [RegExp, string])[] = [
    [/^The invoice was rejected|dealt with/, "SBX-INV-000006"],
    [/approved and is wrong/, "SBX-INV-000002"],
    [/wrong month/, "SBX-INV-000005"],
    [/cancel/, "SBX-INV-000003"],
    [/returned/, "SBX-INV-000004"],
  ];
  return numbers.find(([words]) => words.test(question))?.[1] ?? "SBX-INV-000001";
}

/** Adds the options that choose practice mode and skip the confirmation, if the command has them. */
async function practised(words: readonly string[]): Promise<string[]> {
  // `journal restore` does not accept --sandbox, because practice mode shares the journal.
  if (words[1] === "restore") return [...words, "--yes"];
  const command = await commands.find(({ name }) => name === words[0])?.load();
  const known = Object.values(command?.options ?? {}).map(({ flags }) => flags);
  const isAsked = !words.includes("--dry-run") && words[0] !== "suppliers";
  const more = ["--sandbox", ...(isAsked ? ["--yes"] : [])];
  return [...words, ...more.filter((option) => known.includes(option) && !words.includes(option))];
}

/**
 * Sets up an office after a month: approved and rejected invoices, a supplier book, an export from its accounting
 * program.
 */
async function office() {
  const [home, next, folder] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const run = (...words: string[]) => {
    // A handover is received on a different computer.
    const isThere = words[0] === "handover" && words.includes("--from");
    return runSelfbill(words, { home: isThere ? next : home, cwd: folder, env: { COLUMNS: "120" } });
  };
  const template = (name: string) => readFileSync(join(top, `templates/${name}.yaml`), "utf8");
  const standard = template("standard-invoice");
  const files: Readonly<Record<string, string>> = {
    "march.yaml": standard.replace("quantity: 40", "quantity: 11"),
    "dollars.yaml": template("foreign-currency-invoice").replace(/^exchange_rate.*\n/m, ""),
    "export.csv":
      "Bill No,Bill Date,Vendor,TRN,Description,Qty,Rate\nB-1,2026-06-01,Lime,100234567400003,Tiles,2,10.00\n",
    "ledger.csv": "Number,Net,VAT\nSBX-INV-000001,12220.00,611.00\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await run("templates", "copy", "sheet");
  writeFileSync(join(folder, "invoices.csv"), readFileSync(join(folder, "sheet.csv")));
  for (const quantity of [51, 52, 53, 54, 55]) {
    writeFileSync(join(folder, `${quantity}.yaml`), standard.replace("quantity: 40", `quantity: ${quantity}`));
    expect((await run("create-invoice", `${quantity}.yaml`, "--sandbox", "--yes")).code).toBe(0);
  }
  const rejected = standard.replaceAll("1002345674", "1999999913").replace("quantity: 40", "quantity: 56");
  writeFileSync(join(folder, "rejected.yaml"), rejected);
  const options = ["--sandbox", "--yes", "--accept-changed-supplier"];
  expect((await run("create-invoice", "rejected.yaml", ...options)).code).toBe(0);
  expect((await run("status", "--sandbox", "--watch", "--all")).code).toBe(26);
  const supplier = ["--set", "name=Desert Lime Trading LLC", "--set", "trn=100234567400003"];
  expect((await run("suppliers", "add", "desert-lime", ...supplier)).code).toBe(0);
  return { run, folder };
}

/** Changes the copy as a person would before it is sent. */
function corrected(copy: string): void {
  writeFileSync(copy, readFileSync(copy, "utf8").replace(/quantity: .*/, "quantity: 7"));
}

test("each answer of the page of questions works as it is typed", { timeout: 600_000 }, async () => {
  const { run, folder } = await office();
  const wrong: string[] = [];
  for (const answer of answers)
    for (const command of commandsOf(answer)) {
      const words = await practised(wordsOf(command.replace("NUMBER", numberIn(answer))));
      if (words.includes("--send")) corrected(join(folder, `${words[1]}-corrected.yaml`));
      const ran = await run(...words);
      if (ran.code !== (ends[command] ?? 0)) wrong.push(`${ran.code} ${words.join(" ")}\n${ran.stdout}${ran.stderr}`);
    }
  expect(wrong).toEqual([]);
});

test("the page has at least thirty questions, each with an answer in one or two commands", () => {
  expect(answers.length).toBeGreaterThanOrEqual(30);
  for (const answer of answers) expect(commandsOf(answer).length, answer).toBeOneOf([1, 2]);
});
