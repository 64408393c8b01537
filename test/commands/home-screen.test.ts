import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { menu, setUp } from "../../src/commands/home/menu.ts";
import { commands } from "../../src/commands/index.ts";
import { readWords } from "../../src/program.ts";
import { startRecorder } from "../support/recorder.ts";
import { optionsOf } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { keys } from "../support/terminal.ts";
import { variablesOf } from "../support/variables-of.ts";
import { Sitting, withoutTerminal } from "../support/wizard-sitting.ts";

const invoice = readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8");

/**
 * An interactive desk with a service that selfbill does not recognise as a sandbox; `count` documents for a supplier
 * with an Arabic name have been sent to it this month.
 */
async function month(count: number) {
  const sandbox = await startTestSandbox();
  const service = await startRecorder(sandbox.baseUrl, { tunnel: true });
  const sitting = new Sitting();
  const env = variablesOf({ ...sandbox, baseUrl: service.baseUrl });
  const today = new Date().toISOString().slice(0, 10);
  for (let at = 0; at < count; at++) {
    const text = invoice
      .replace(/^issue_date: .*/m, `issue_date: ${today}`)
      .replace("party_name: Desert Lime Trading LLC", "party_name: شركة الجير الصحراوي للتجارة")
      .replace("quantity: 40", `quantity: ${40 + at}`);
    writeFileSync(sitting.file(`${at}.yaml`), text);
  }
  if (count > 0) {
    const files = Array.from({ length: count }, (_, at) => sitting.file(`${at}.yaml`));
    const sent = await runSelfbill(["create-invoice", ...files, "--yes", "--allow-similar"], {
      home: sitting.home,
      env,
    });
    expect(sent.code, sent.stderr).toBe(0);
  }
  return { sitting, env, service };
}

describe.skipIf(withoutTerminal)("selfbill alone, at a terminal", () => {
  test("tells whose books, the counts and the month out of the journal, and asks no service", async () => {
    const { sitting, env, service } = await month(2);
    const asked = service.requests.length;
    for (const [columns, more] of [
      [80, {}],
      [120, {}],
      [80, { NO_COLOR: "1" }],
    ] as const) {
      const run = sitting.start([], { columns, env: { ...env, ...more } });
      await run.asks("What do you want to do?");
      await run.shows("Leave");
      const screen = run.lines();
      expect(screen.length, screen.join("\n")).toBeLessThanOrEqual(20);
      expect(screen.join("\n")).toContain("they are real");
      expect(screen.join("\n")).toContain("Open: in doubt 0 · rejected 0 · late 0 · pending 2");
      expect(screen.join("\n")).toMatch(/\d{4}-\d\d: 2 documents, VAT AED 1,[\d,.]+/);
      await run.choose("What do you want to do?", "Leave");
      expect(await run.ended()).toBe(0);
    }
    expect(service.requests.length).toBe(asked);
  });

  test("an entry shows the command, runs it, and comes back; practice lasts while the screen is open", async () => {
    const sitting = new Sitting();
    writeFileSync(sitting.file("march.yaml"), invoice);
    const run = sitting.start([]);
    await run.choose("What do you want to do?", "Practice");
    await run.shows("selfbill — PRACTICE");
    await run.choose("What do you want to practise?", "Check and send");
    await run.shows("selfbill create-invoice FILE --sandbox");
    await run.choose("Check and send:", "Check a file");
    await run.answer("Which file?", "march.yaml");
    await run.says("selfbill validate march.yaml --sandbox");
    await run.says("✓ The file is valid.");
    await run.answer("Enter shows the home screen.");
    await run.asks("What do you want to practise?");
    run.type(keys.escape);
    expect(await run.ended()).toBe(0);
    expect(readdirSync(sitting.home).filter((name) => name !== "data")).toEqual([]);
    const again = sitting.start([]);
    await again.shows("No service is set up yet.");
    again.type(keys.interrupt);
    expect(await again.ended()).toBe(130);
  });

  test("without a profile it says what to do first, and looking makes nothing", async () => {
    const sitting = new Sitting();
    const run = sitting.start([]);
    await run.shows("First: switch practice on and try everything, or log in to your service.");
    await run.shows("selfbill login --base-url URL");
    await run.choose("What do you want to do?", "Leave");
    expect([await run.ended(), readdirSync(sitting.home)]).toEqual([0, []]);
  });

  test("a journal that cannot be read is one line, and the menu still works", async () => {
    const { sitting, env } = await month(0);
    mkdirSync(join(sitting.home, "data"), { recursive: true });
    writeFileSync(
      join(sitting.home, "data", "journal.db"),
      "this is not a database, but long enough to be one".repeat(100),
    );
    for (const [place, kept] of [
      [join(sitting.home, "data"), true],
      ["postgres://amina@127.0.0.1:1/books", false],
    ] as const) {
      const run = sitting.start([], { env: { ...env, SELFBILL_JOURNAL: place } });
      await run.shows("The journal cannot be read:");
      await run.choose("What do you want to do?", "Leave");
      expect([await run.ended(), existsSync(join(sitting.home, "data", "journal.db"))]).toEqual([0, true]);
      if (kept) expect(readFileSync(join(place, "journal.db"), "utf8")).toMatch(/^this is not a database/);
    }
  });

  test("it is read line by line in plain mode", async () => {
    const sitting = new Sitting();
    const run = sitting.start([], { env: { SELFBILL_PLAIN: "1" } });
    await run.says("1: Practice: switch it on, until you leave");
    await run.says("3: Write: selfbill new invoice");
    await run.says("Number:");
    run.type("10\r");
    expect(await run.ended()).toBe(0);
    expect(run.lines().length).toBeLessThanOrEqual(20);
  });

  test("in CI it is the help, as in a pipe", async () => {
    const sitting = new Sitting();
    const run = sitting.start([], { env: { CI: "true" } });
    expect(await run.ended()).toBe(0);
    expect(run.lines().join("\n")).toContain("Usage: selfbill");
    const piped = await runSelfbill([], { home: temporaryFolder() });
    expect([piped.code, piped.stdout]).toEqual([0, expect.stringContaining("Usage: selfbill")]);
  });
});

test("the command of every entry fits a terminal of 80 columns, in practice, too", () => {
  for (const { entries } of [...menu, setUp]) {
    const width = Math.max(...entries.map(({ says }) => says.length)) + 2;
    for (const { words, asks } of entries) {
      const command = ["selfbill", ...words, ...(asks === undefined ? [] : [asks.called]), "--sandbox"].join(" ");
      expect(width + command.length, command).toBeLessThanOrEqual(77);
    }
  }
});

test("every entry is a command as it is typed", async () => {
  const output = { columns: 80, write: () => undefined };
  for (const { words, asks } of [...menu, setUp].flatMap(({ entries }) => entries)) {
    if (!commands.some(({ name }) => name === words[0])) continue;
    const read = await readWords([...words, ...(asks === undefined ? [] : ["x"])], output);
    if (!read.ok || read.value === undefined) throw new Error(words.join(" "));
    const judged = read.value.command.input?.(
      read.value.words,
      optionsOf(read.value.command, read.value.given) as never,
    );
    expect([words.join(" "), judged?.ok ?? true]).toEqual([words.join(" "), true]);
  }
});
