import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bookEntry, ledger, quickBooks, writeBook, zoho } from "../support/erp-lists.ts";
import { runSelfbill } from "../support/run-selfbill.ts";
import { keys, type TerminalRun } from "../support/terminal.ts";
import { Sitting, withoutTerminal } from "../support/wizard-sitting.ts";

/** Answers the questions about the QuickBooks list. */
async function mapsQuickBooks(run: TerminalRun): Promise<void> {
  await run.choose("Is this right?", "Yes, go on");
  await run.answer("Days from the issue date");
  await run.answer("Keep the meaning of these headings");
}

describe.skipIf(withoutTerminal)("a list of another program, at a terminal", () => {
  test("becomes documents at once, is sent with one more command, and needs no question next month", async () => {
    const sitting = new Sitting();
    writeBook(sitting.home);
    writeFileSync(sitting.file("bills.csv"), quickBooks);
    const run = sitting.start(["import", "bills.csv", "--sandbox"], { columns: 80 });
    await mapsQuickBooks(run);
    expect(await run.ended()).toBe(0);
    const screen = run.lines();
    expect(screen).toContain("✔ Is this right? Yes, go on");
    expect(Math.max(...screen.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(screen.join("\n")).toMatch(/│ Num +│ Document number +│/);
    expect(screen.join("\n")).toContain("Not used: Account.");
    expect(screen.join("\n")).toMatch(/2,175\.00 .*108\.75 .*2,283\.75/);
    expect(screen.at(-1)).toBe("selfbill create-invoice --sandbox bills.csv");
    // The map is stored as a practice map, separate from the maps for real documents.
    expect(existsSync(join(sitting.home, "data", "practice", "maps", "quickbooks.yaml"))).toBe(true);
    expect(existsSync(join(sitting.home, "config", "maps"))).toBe(false);

    const sent = sitting.start(["create-invoice", "--sandbox", "bills.csv"]);
    await sent.answer("Type 3 to send the 3 documents to the sandbox", "3");
    expect(await sent.ended()).toBe(0);
    expect(sent.lines().join("\n")).toContain("3 documents were sent to the sandbox");

    writeFileSync(sitting.file("next.csv"), quickBooks.replaceAll("/11/", "/12/").replaceAll("B-1", "B-2"));
    const next = await runSelfbill(["import", "next.csv", "--sandbox"], { home: sitting.home, cwd: sitting.folder });
    expect(next.code).toBe(0);
    expect(next.stderr).toContain("next.csv has the headings that were kept as quickbooks, so they mean the same.");

    // An additional column may change the meaning of the others.
    writeFileSync(
      sitting.file("other.csv"),
      quickBooks.replaceAll(/^(.*)$/gm, "$1,x").replace("Total,x", "Total,Discount"),
    );
    const other = await runSelfbill(["import", "other.csv", "--sandbox"], { home: sitting.home, cwd: sitting.folder });
    expect([other.code, other.stderr.includes("kept as quickbooks")]).toEqual([20, false]);
  });

  test("create-invoice leads to the same, and then to its question", async () => {
    const sitting = new Sitting();
    writeBook(sitting.home);
    writeFileSync(sitting.file("bills.csv"), quickBooks);
    const run = sitting.start(["create-invoice", "bills.csv", "--sandbox"]);
    await mapsQuickBooks(run);
    await run.answer("Type 3 to send the 3 documents to the sandbox", "no");
    expect(await run.ended()).toBe(28);
    expect(run.lines().join("\n")).toContain("2,283.75");
  });

  test("suppliers that the book does not have are asked for, each with what the list says of it", async () => {
    const sitting = new Sitting();
    writeBook(sitting.home, [bookEntry("Desert Lime Trading LLC", "100234567400003")]);
    writeFileSync(sitting.file("bills.csv"), quickBooks.replace(/.*Sahara.*\n/, "").replace("05/11", "25/11"));
    const run = sitting.start(["import", "bills.csv", "--sandbox"]);
    await mapsQuickBooks(run);
    await run.choose("1 supplier is not in your supplier book: Blue Dhow Logistics FZE.", "Type it now");
    await run.answer("Country");
    await run.asks("TRN, 15 digits");
    run.type(`?${keys.enter}`);
    await run.says("The tax registration number for VAT.");
    await run.answer("TRN, 15 digits", "100345678500003");
    await run.answer("TIN, 10 digits");
    await run.answer("Street", "Jebel Ali Free Zone, Gate 4");
    await run.answer("City", "Dubai");
    await run.answer("Emirate", "Dubai");
    await run.answer("E-mail", "accounts@bluedhow.example");
    await run.answer("Telephone", "+97148000222");
    await run.answer("Kind of registration");
    await run.answer("Number of the registration", "CN-5550123");
    await run.answer("Authority", "Jebel Ali Free Zone Authority");
    await run.answer("IBAN", "AE560990000001234567890");
    await run.answer("Account holder", "Blue Dhow Logistics FZE");
    await run.answer("Number of the self-billing agreement", "SBA-2");
    await run.answer("Date of the agreement", "2026-01-01");
    await run.answer("Agreement valid until");
    expect(await run.ended()).toBe(0);
    expect(run.lines().join("\n")).toMatch(/1,935\.00 .*96\.75 .*2,031\.75/);
  });

  test("a TRN in Arabic digits is read, one that is not valid is asked for, and a broken book loses no answer", async () => {
    const sitting = new Sitting();
    const book = join(sitting.home, "data", "practice", "suppliers.yaml");
    const bills = zoho.replaceAll("100234567400003", "١٠٠٢٣٤٥٦٧٤٠٠٠٠٣").replaceAll("100345678500003", "10034567850003");
    writeFileSync(sitting.file("bills.csv"), bills.replace(",USD,", ",AED,"));
    const run = sitting.start(["import", "bills.csv", "--sandbox"]);
    await run.choose("Is this right?", "Yes, go on");
    await run.answer("Keep the meaning of these headings");
    await run.choose("2 suppliers are not in your supplier book", "Type it now");
    await run.answer("Country");
    await run.asks("TIN, 10 digits");
    const described = async (): Promise<void> => {
      await run.answer("TIN, 10 digits");
      await run.answer("Street", "Al Quoz Street 14");
      for (const words of ["City", "Emirate"]) await run.answer(words, "Dubai");
      for (const words of ["E-mail", "Telephone", "Kind of registration", "Number of the registration"])
        await run.answer(words);
      for (const words of ["Authority", "IBAN", "Number of the self-billing agreement", "Date of the agreement"])
        await run.answer(words);
    };
    await described();
    mkdirSync(join(book, ".."), { recursive: true });
    writeFileSync(book, "suppliers: [");
    await run.answer("Agreement valid until");
    await run.asks("is not in your supplier book yet. What now?");
    rmSync(book);
    await run.choose("What now?", "Try again");
    await run.says("Desert Lime Trading LLC is in your supplier book.");
    await run.answer("Country");
    await run.says("10034567850003 is not a TRN: it has 14 digits, not 15");
    await run.answer("TRN, 15 digits", "100345678500003");
    await described();
    await run.answer("Agreement valid until");
    await run.ended();
    const kept = readFileSync(book, "utf8");
    expect(kept.match(/company_id: .*/g)).toEqual(['company_id: "100345678500003"', 'company_id: "100234567400003"']);
  });

  test("or written into one list to fill in, which the book takes over", async () => {
    const sitting = new Sitting();
    writeBook(sitting.home, []);
    writeFileSync(sitting.file("bills.csv"), quickBooks);
    const run = sitting.start(["import", "bills.csv", "--sandbox"]);
    await mapsQuickBooks(run);
    await run.choose("3 suppliers are not in your supplier book", "Write a list");
    expect(await run.ended()).toBe(28);
    expect(run.lines().join("\n").replace(/\s+/g, " ")).toContain(
      "selfbill suppliers --sandbox import bills-suppliers.xlsx --update",
    );
    const words = ["suppliers", "--sandbox", "import", "bills-suppliers.xlsx", "--update"];
    const taken = await runSelfbill(words, { home: sitting.home, cwd: sitting.folder });
    expect(taken.code).toBe(0);
    const book = readFileSync(join(sitting.home, "data", "practice", "suppliers.yaml"), "utf8");
    expect(book.match(/party_name: .*/g)).toHaveLength(3);
  });

  test("a ledger of debit and credit: the amount and its VAT are asked for, payments are left out", async () => {
    const sitting = new Sitting();
    writeBook(sitting.home);
    writeFileSync(sitting.file("ledger.csv"), ledger);
    const run = sitting.start(["import", "ledger.csv", "--sandbox"]);
    await run.choose("Which column has the amount of a bill?", "Credit");
    await run.choose("Credit: does it include VAT?", "Yes");
    await run.choose("Is this right?", "Yes, go on");
    await run.answer("Days from the issue date");
    await run.answer("What are these bills for?", "Building materials");
    await run.answer("Keep the meaning of these headings");
    expect(await run.ended()).toBe(0);
    expect(run.lines().join("\n")).toMatch(/AED .* 2 .*1,935\.00 .*96\.75 .*2,031\.75/);
  });

  test("a rate of 1 for dollars is not taken: the rate is asked for, and stays in the next command", async () => {
    const sitting = new Sitting();
    writeBook(sitting.home);
    writeFileSync(sitting.file("zoho.csv"), zoho);
    const run = sitting.start(["import", "zoho.csv", "--sandbox"], { columns: 120 });
    await run.choose("Is this right?", "Yes, go on");
    await run.answer("Keep the meaning of these headings");
    await run.answer("AED for one USD", "3.6725");
    expect(await run.ended()).toBe(0);
    expect(run.lines().join("\n")).toMatch(/USD .* 1 .*200\.00 .*10\.00 .*210\.00/);
    expect(run.lines().at(-1)).toMatch(/^selfbill create-invoice --sandbox zoho\.csv --exchange-rate '?USD=3\.6725'?$/);
  });

  test("a column whose heading says something else is changed before anything is kept", async () => {
    const sitting = new Sitting();
    writeBook(sitting.home);
    writeFileSync(sitting.file("bills.csv"), quickBooks.replace("Num,", "Slip,"));
    const run = sitting.start(["import", "bills.csv", "--sandbox"]);
    await run.choose("Which column is the same in all rows of one bill?", "Slip");
    await run.choose("Is this right?", "Change what a column means");
    await run.choose("Which column?", "Account: not used");
    await run.choose("What is in Account?", "Note");
    await run.choose("Is this right?", "Stop");
    expect(await run.ended()).toBe(28);
    expect(run.lines().join("\n")).toMatch(/│ Account +│ Note +│/);
    expect(existsSync(join(sitting.home, "data", "practice", "maps"))).toBe(false);
  });
});

test("in a pipe a list with unknown headings is an error that names the command", async () => {
  const sitting = new Sitting();
  writeBook(sitting.home);
  writeFileSync(sitting.file("bills.csv"), quickBooks);
  const how = { home: sitting.home, cwd: sitting.folder };
  const refused = await runSelfbill(["import", "bills.csv", "--sandbox"], how);
  expect([refused.code, refused.stderr.includes("selfbill map --sandbox bills.csv")]).toEqual([20, true]);
});
