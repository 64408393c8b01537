import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runSelfbill } from "../support/run-selfbill.ts";
import { keys, type TerminalRun } from "../support/terminal.ts";
import {
  describeGoods,
  describeSupplier,
  hasTerminal,
  payByTransfer,
  Sitting,
  takeGoodsOfLastTime,
  takeUsualDates,
  withoutTerminal,
  writeAndSend,
} from "../support/wizard-sitting.ts";

if (!hasTerminal) console.log("skipped: the wizard in a terminal needs script of util-linux");

/** The messages of `validate --strict` about a file, which must be valid. */
async function judged(sitting: Sitting, name: string): Promise<string> {
  const { stderr } = await runSelfbill(["validate", sitting.file(name), "--strict"], { home: sitting.home });
  return stderr;
}

describe.skipIf(withoutTerminal)("in a real terminal", () => {
  test("an invoice is written from the first question on, checked, and created on the sandbox", async () => {
    const sitting = new Sitting();
    const run = sitting.start(["new", "--sandbox"]);
    await run.choose("What do you write?", "An invoice");
    await run.tick("Which of these apply?");
    await describeSupplier(run, "Lime");
    await takeUsualDates(run);
    await run.answer("Date of supply");
    await run.answer("Currency");
    await describeGoods(run);
    await run.shows("So far: net 10,000.00 + VAT 500.00 = AED 10,500.00");
    await payByTransfer(run);
    await run.choose("What now?", "Change an answer");
    await run.asks("Which answer?");
    run.type("quantity line");
    await run.shows("❯ Line 1, Quantity  40");
    run.type(keys.enter);
    await run.answer("Quantity");
    expect(await writeAndSend(run, "march.yaml")).toBe(0);
    const screen = run.lines().join("\n");
    expect(screen).toContain("selfbill create-invoice --sandbox march.yaml");
    expect(screen).not.toContain("share this book");
    expect(existsSync(join(sitting.home, "data", "practice", "suppliers.yaml"))).toBe(true);
    expect(existsSync(join(sitting.home, "config", "suppliers.yaml"))).toBe(false);
    expect(screen).toContain("The document was sent to the sandbox on this computer as SBX-INV-000001");
    expect(readFileSync(sitting.file("march.yaml"), "utf8")).toMatch(
      /^# yaml-language-server: \$schema=invoice\.schema\.json\n/,
    );
    expect(existsSync(sitting.file("invoice.schema.json"))).toBe(true);
    expect(screen).toContain("Beside it: invoice.schema.json, by which an editor checks the file.");
    expect(await judged(sitting, "march.yaml")).toContain("✓ The file is valid.");
    expect(readdirSync(join(sitting.home, "data", "drafts"))).toEqual([]);
  });

  test("a summary, a continuous supply and a sale on a market place follow, and a credit note of the first", async () => {
    const sitting = new Sitting();
    const first = sitting.start(["create-invoice", "--sandbox"]);
    await first.tick("Which of these apply?", "Summary invoice");
    await describeSupplier(first);
    await takeUsualDates(first);
    await first.answer("Currency");
    // A summary of an earlier month would be late on some days of this one.
    const today = new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 10);
    await first.answer("First day of the period", `${today.slice(0, 8)}01`);
    await first.answer("Last day of the period", today);
    await first.choose("How often is it billed?", "monthly");
    await describeGoods(first);
    await first.answer("Delivery note of this line", "DN-2201");
    await payByTransfer(first);
    expect(await writeAndSend(first, "summary.yaml")).toBe(0);

    const again = async (run: TerminalRun, ...scenarios: string[]): Promise<void> => {
      await run.tick("Which of these apply?", ...scenarios);
      await run.choose("Who supplied you?", "Desert Lime Trading LLC");
      await takeUsualDates(run);
      await run.answer("Date of supply");
      await run.answer("Currency");
    };
    const second = sitting.start(["new", "invoice", "--sandbox"]);
    await again(second, "Continuous supply");
    await second.answer("First day of the period");
    await takeGoodsOfLastTime(second, "12");
    await payByTransfer(second, "");
    expect(await writeAndSend(second, "continuous.yaml")).toBe(0);

    const third = sitting.start(["new", "invoice", "--sandbox"]);
    await again(third, "E-commerce", "Free trade zone");
    await third.answer("Identifier of the beneficiary", "1010110110");
    await third.answer("Country of delivery");
    await third.answer("Street of delivery", "Marina Walk 3");
    await third.answer("City of delivery", "Dubai");
    await third.choose("Emirate of delivery", "Dubai");
    await takeGoodsOfLastTime(third, "13");
    await payByTransfer(third, "");
    expect(await writeAndSend(third, "shop.yaml")).toBe(0);

    const credit = sitting.start(["new", "credit-note", "--sandbox"]);
    await credit.asks("Which invoice is corrected?");
    await credit.shows("AED 10,500.00  ");
    await credit.choose("Which invoice is corrected?", "SBX-INV-000001");
    await credit.choose("Why is it corrected?", "Goods or services were returned");
    await credit.answer("The reason in your words", "Four boxes broken");
    await credit.answer("Date of issue");
    await credit.answer("Your own document number");
    await credit.choose("What is credited?", "Some lines");
    await credit.asks("Line 1, Ceramic floor tile");
    credit.type(`41${keys.enter}`);
    await credit.shows("has 40 boxes (XBX) left to credit");
    credit.type(`${keys.clear}4${keys.enter}`);
    expect(await writeAndSend(credit, "credit.yaml")).toBe(0);
    for (const name of ["summary.yaml", "continuous.yaml", "shop.yaml", "credit.yaml"])
      expect([name, await judged(sitting, name)]).toEqual([name, expect.stringContaining("✓ The file is valid.")]);
  });

  test("wrong answers are told at once, Esc and < go back, Ctrl-C keeps everything and --resume goes on", async () => {
    const sitting = new Sitting();
    const first = sitting.start(["new", "invoice"], { columns: 80 });
    await first.tick("Which of these apply?", "Deemed supply", "E-commerce");
    await first.shows("Deemed supply and E-commerce exclude each other");
    await first.press(keys.space);
    await first.tick("Which of these apply?", "Deemed supply");
    await first.choose("Where is the supplier established?", "In the United Arab");
    await first.answer("Registered name", "Desert Lime LLC");
    await first.asks("Name for daily use");
    first.type(keys.escape);
    await first.answer("Registered name", "Desert Lime Trading LLC");
    await first.answer("Name for daily use", "<");
    await first.answer("Registered name", "Desert Lime Trading Company LLC");
    await first.answer("Name for daily use");
    await first.asks("Name in Arabic");
    first.type(`Desert Lime${keys.enter}`);
    await first.shows("has no Arabic letter");
    first.type(keys.clear);
    await first.answer("Name in Arabic", "تجارة الليمون");
    await first.asks("TRN");
    first.type(`10023456740003${keys.enter}`);
    await first.shows("it has 14 digits, not 15");
    first.type(keys.interrupt);
    expect(await first.ended()).toBe(130);
    expect(first.lines().at(-1)).toContain("selfbill new --resume");
    const folder = join(sitting.home, "data", "drafts");
    const [draft = ""] = readdirSync(folder);
    expect(statSync(join(folder, draft)).mode & 0o777).toBe(0o600);

    const listed = await runSelfbill(["new", "--drafts"], { home: sitting.home });
    expect(listed.stdout).toContain("Desert Lime Trading Company LLC");
    const second = sitting.start(["new", "--resume"]);
    await second.asks("TRN");
    expect(second.lines().join("\n")).not.toMatch(/^. (?:Registered name:|Which of these)/m);
    expect(second.lines().join("\n")).toMatch(
      /Answered so far:[\s\S]*Registered name {2}Desert Lime Trading Company LLC/,
    );
    second.type(keys.escape);
    await second.asks("Name in Arabic");
    second.type(keys.end);
    expect(await second.ended()).toBe(130);
    expect(second.lines().at(-1)).toContain("selfbill new --resume");
    const gone = await runSelfbill(["new", "--discard", draft.replace(".json", "")], { home: sitting.home });
    expect([gone.code, readdirSync(folder)]).toEqual([0, []]);
  });

  test("a draft of practice is never finished for a real service, nor a real one on a sandbox", async () => {
    const sitting = new Sitting();
    const real = ["--base-url", "https://einvoice.example", "--business-profile", "BP-7Q2M4X9KTD"];
    const set = await runSelfbill(["profile", "set", "acme", ...real], { home: sitting.home });
    expect([set.code, set.stderr]).toEqual([0, expect.any(String)]);
    const folder = join(sitting.home, "data", "drafts");
    const begun = async (words: string[], supplier: string, said: string): Promise<string> => {
      const before = existsSync(folder) ? readdirSync(folder) : [];
      const run = sitting.start(["new", "invoice", ...words], { columns: 160 });
      await run.tick("Which of these apply?");
      await run.choose("Where is the supplier established?", "In the United Arab");
      await run.answer("Registered name", supplier);
      await run.asks("Name for daily use");
      run.type(keys.interrupt);
      expect(await run.ended()).toBe(130);
      const [counted = ""] = run.lines().filter((line) => line.includes("not finished"));
      expect(counted).toContain(said);
      if (said === "") expect(counted).toBe("");
      const [made = ""] = readdirSync(folder).filter((name) => !before.includes(name));
      return made.replace(".json", "");
    };
    const practised = await begun(["--sandbox"], "Practice Trading LLC", "");
    const own = await begun([], "Real Trading LLC", "");
    expect(JSON.parse(readFileSync(join(folder, `${practised}.json`), "utf8"))).toMatchObject({ practice: true });
    expect(JSON.parse(readFileSync(join(folder, `${own}.json`), "utf8"))).toMatchObject({ practice: false });
    const refused = async (...words: string[]): Promise<string> => {
      const run = sitting.start(["new", "--resume", ...words], { columns: 160 });
      expect(await run.ended()).toBe(2);
      return run.lines().join("\n");
    };
    const asPractice = await refused(practised, "--profile", "acme");
    expect(asPractice).toContain(
      `The draft ${practised} was started as practice on a sandbox, so it cannot become a document for https://einvoice.example.`,
    );
    expect(asPractice).toContain(`selfbill new --resume ${practised}`);
    const asReal = await refused(own, "--sandbox");
    expect(asReal).toContain(`The draft ${own} was started for a real service, so it cannot be finished on a sandbox.`);
    expect(asReal).toContain(`selfbill new --resume ${own} --profile NAME`);
    // Of two drafts, the one for practice mode is resumed without asking.
    const further = sitting.start(["new", "--resume", "--sandbox"], { columns: 160 });
    await further.asks("Name for daily use");
    further.type(keys.escape);
    await further.asks("Registered name");
    await further.shows("Practice Trading LLC");
    further.type(keys.interrupt);
    expect(await further.ended()).toBe(130);
    await runSelfbill(["new", "--discard", own], { home: sitting.home });
    expect(await refused("--profile", "acme")).toContain("There is no draft for this profile.");
    await begun(
      ["--sandbox"],
      "Another Trading LLC",
      "A document was started as practice and not finished. To continue: selfbill new --resume --sandbox",
    );
  });

  test("an existing file is overwritten after a yes only, and nothing is sent without one", async () => {
    const sitting = new Sitting();
    writeFileSync(sitting.file("credit.yaml"), "mine\n");
    const run = sitting.start(["new", "credit-note", "--sandbox"], { columns: 120, env: { NO_COLOR: "1" } });
    await run.choose("Which invoice is corrected?", "An invoice that is not known");
    await run.answer("Number of the invoice", "SB-2026-0001");
    await run.answer("Date of issue of that invoice", "2026-06-15");
    await run.choose("Why is it corrected?", "Volume discount");
    await run.answer("The reason in your words");
    await run.tick("Which of these apply?");
    await describeSupplier(run);
    await run.answer("Your own document number");
    await run.answer("Date of issue");
    await run.answer("Currency");
    await describeGoods(run);
    await run.choose("What comes next?", "No more lines");
    await run.tick("Keep in your item book");
    await run.choose("Any discount or charge", "None");
    await run.tick("What else belongs on it?");
    await run.choose("What now?", "Correct: save");
    await run.answer("Name of the file", "credit.yaml");
    await run.choose("credit.yaml already exists", "No, another name");
    await run.asks("Name of the file");
    run.type(keys.escape);
    await run.choose("What now?", "Correct: save");
    await run.answer("Name of the file", "second.yaml");
    await run.choose("Send it to the sandbox?", "Not now");
    expect(await run.ended()).toBe(0);
    expect(readFileSync(sitting.file("credit.yaml"), "utf8")).toBe("mine\n");
    expect(run.lines().join("\n")).toContain("selfbill create-credit-note --sandbox second.yaml");
    expect(
      run
        .raw()
        .split("\u001b[")
        .filter((each) => /^[39]\dm/.test(each)),
    ).toEqual([]);
  });

  test("? explains and leaves an empty line, and what begins with a key is never an answer", async () => {
    const sitting = new Sitting();
    const run = sitting.start(["new", "invoice"]);
    await run.asks("Which of these apply?");
    await run.press(keys.space);
    run.type("?");
    await run.says("Look at the");
    await run.tick("Which of these apply?", "Deemed supply");
    await run.asks("Where is the supplier established?");
    expect(run.lines().join("\n")).toContain("Which of these apply? Free trade zone, Deemed supply");
    await run.press(keys.down);
    run.type("?");
    await run.says("not where the goods come from");
    run.type(keys.enter);
    await run.asks("Registered name");
    expect(run.lines()).toContain("✔ Where is the supplier established? In another country");
    run.type(keys.escape);
    await run.choose("Where is the supplier established?", "In the United Arab");
    await run.asks("Registered name");
    run.type(`?${keys.enter}`);
    await run.says("Write it as it is registered");
    await run.asks("Registered name");
    await run.answer("Registered name", "Al Noor Stationery LLC");
    await run.asks("Name for daily use: (Al Noor Stationery LLC)");
    run.type(`?Noor${keys.enter}`);
    await run.says("An answer cannot begin with ?.");
    await run.asks("Name for daily use: (Al Noor Stationery LLC)");
    await run.answer("Name for daily use", "Noor");
    expect(run.lines().filter((line) => /^. (?:Registered|Name for)/.test(line))).toEqual([
      "✔ Registered name: Al Noor Stationery LLC",
      "✔ Name for daily use: Noor",
    ]);
    await run.asks("Name in Arabic");
    run.type(keys.interrupt);
    expect(await run.ended()).toBe(130);
  });

  test("a document number that begins with a key is refused, and the next one stands alone", async () => {
    const sitting = new Sitting();
    const run = sitting.start(["new", "invoice"], { columns: 80 });
    await run.tick("Which of these apply?");
    await describeSupplier(run);
    for (const typed of ["?<", "<SB-1"]) {
      await run.asks("Your own document number");
      run.type(`${typed}${keys.enter}`);
      await run.says(`An answer cannot begin with ${typed[0]}.`);
    }
    await run.answer("Your own document number", "SB-2026-0042");
    await run.asks("Date of issue");
    expect(run.lines()).toContain("✔ Your own document number: SB-2026-0042");
    run.type(keys.interrupt);
    expect(await run.ended()).toBe(130);
  });

  test("SELFBILL_PLAIN=1 asks line by line, with numbers in place of lists", async () => {
    const sitting = new Sitting();
    const run = sitting.start(["new"], { env: { SELFBILL_PLAIN: "1" } });
    await run.says("Question 1: What do you write?");
    await run.says("Number:");
    run.type("7\r");
    await run.says("Type a number from 1 to 2.");
    run.type("1\r");
    await run.says("Question 2: Which of these apply?");
    run.type("2,7\r");
    await run.says("exclude each other");
    run.type("4\r");
    await run.says("Question 3: Where is the supplier established?");
    run.type("<\r");
    await run.says("Numbers with commas, 0 for none (Enter for 4):");
    run.type("\r");
    run.type("1\r");
    await run.says("Question 4: Registered name:");
    run.type("?\r");
    await run.says("Write it as it is registered");
    run.type("?Al Noor\r");
    await run.says("An answer cannot begin with ?.");
    run.type("\r");
    await run.says("This is required.");
    expect(run.raw()).not.toContain("\u001b");
    run.type(keys.interrupt);
    expect(await run.ended()).toBe(130);
    expect(run.lines().at(-1)).toContain("selfbill new --resume");
  });
});

test.each([
  [["new"], "selfbill create-invoice standard-invoice.yaml"],
  [["new", "credit-note"], "selfbill create-credit-note credit-note.yaml"],
  [["new", "--resume"], "selfbill create-invoice"],
])("without a terminal %j asks nothing and names the way with a file", async (words, hint) => {
  const sitting = new Sitting();
  const { code, stderr } = await runSelfbill(words, { home: sitting.home });
  expect([code, stderr]).toEqual([2, expect.stringContaining(hint)]);
});

test("wrong words, and drafts that are not there, are told", async () => {
  const sitting = new Sitting();
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await runSelfbill(["new", ...words], { home: sitting.home });
    return `${code} ${stdout}${stderr}`;
  };
  expect(await run("letter")).toMatch(/^2 .*Unknown word for new: "letter"/);
  expect(await run("--discard", "nothing")).toMatch(/^2 .*There is no draft "nothing"/);
  expect(await run("--drafts")).toMatch(/^0 Draft\tDocument/);
});
