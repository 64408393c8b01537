import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runSelfbill, top } from "../support/run-selfbill.ts";
import type { TerminalRun } from "../support/terminal.ts";
import { Sitting, withoutTerminal } from "../support/wizard-sitting.ts";

const number = "SBX-INV-000001";

describe.skipIf(withoutTerminal)("an approved invoice with a mistake, at a terminal", () => {
  /** Returns a sitting at the terminal in which an invoice has been sent and approved. */
  async function approved(): Promise<Sitting> {
    const sitting = new Sitting();
    copyFileSync(join(top, "templates/standard-invoice.yaml"), sitting.file("march.yaml"));
    await runSelfbill(["create-invoice", sitting.file("march.yaml"), "--sandbox", "--yes"], { home: sitting.home });
    await runSelfbill(["status", number, "--sandbox", "--watch"], { home: sitting.home });
    return sitting;
  }

  const json = async (sitting: Sitting, words: readonly string[]) =>
    JSON.parse((await runSelfbill([...words, "--sandbox", "--json"], { home: sitting.home })).stdout);
  const credits = async (sitting: Sitting) => (await json(sitting, ["show", number])).documents[0].credited_by;

  async function quantity(run: TerminalRun, to: string): Promise<void> {
    await run.choose("What is wrong?", "The quantity or the price");
    // The first choice is not a reason, so that a user who just presses Enter does not choose one by mistake.
    await run.choose("Why is it corrected?", "(choose");
    await run.choose("Which reason?", "Tax was charged");
    await run.choose("Which line?", "Line 1: Ceramic floor tile, 40 boxes (XBX) × 250.00 = 10,000.00");
    await run.answer("Quantity", to);
    await run.answer("Price of one");
    await run.choose("Is anything else wrong?", "No, nothing else");
    await run.answer("Date of issue");
    await run.answer("Date on which payment is due");
  }

  test("is asked for the value, sees both documents side by side, and sends them with one yes", async () => {
    const sitting = await approved();
    const run = sitting.start(["correct", number, "--sandbox"], { columns: 80 });
    await quantity(run, "38");
    await run.asks(`Create the credit note of ${number}, and then the corrected copy?`);
    const screen = run.lines().join("\n");
    expect(screen).toMatch(/Line 1, Quantity +│ +40 │ +│ +38 │/);
    expect(screen).toMatch(/Net AED +│ +12,220.00 │ +-12,220.00 │ +11,720.00 │ +-500.00 │/);
    expect(screen.replace(/\s+/g, " ")).toMatch(
      /The copy is issued on ([\d-]+), so its payment is due on [\d-]+, not on 2026-07-15\./,
    );
    expect(screen).toMatch(/Gross AED +│ +12,831.00 │ +-12,831.00 │ +12,306.00 │ +-525.00 │/);
    await run.answer("Create the credit note", "y");
    expect(await run.ended()).toBe(0);
    expect(run.lines().every((line) => line.length <= 80)).toBe(true);
    expect(await credits(sitting)).toMatchObject([{ document_number: "SBX-CN-000002", gross: "12831" }]);
    const copy = (await json(sitting, ["get", "SBX-INV-000003"])).document;
    expect(copy.document_lines[0].quantity).toBe("38");
    expect(copy.issue_date).not.toBe("2026-06-15");
  });

  test("a no keeps both; the next run offers to send them, to begin again or to give it up", async () => {
    const sitting = await approved();
    const first = sitting.start(["correct", number, "--sandbox"]);
    await quantity(first, "38");
    await first.answer("Create the credit note", "n");
    expect(await first.ended()).toBe(28);
    expect(first.lines().join(" ").replace(/\s+/g, " ")).toContain(
      `To send it: selfbill correct --sandbox ${number} --send`,
    );
    const again = sitting.start(["correct", number, "--sandbox"]);
    await again.choose(`to correct ${number}`, "Begin again");
    await quantity(again, "37");
    await again.answer("Create the credit note", "n");
    expect(await again.ended()).toBe(28);
    expect(readFileSync(sitting.file(`${number}-corrected.yaml`), "utf8")).toMatch(/quantity: "?37"?/);
    const last = sitting.start(["correct", number, "--sandbox"]);
    await last.choose(`to correct ${number}`, "Give it up");
    expect(await last.ended()).toBe(0);
    expect(await json(sitting, ["due"])).toMatchObject({ due: [] });
    expect(await credits(sitting)).toEqual([]);
    const send = await runSelfbill(["correct", number, "--send", "--sandbox", "--yes"], { home: sitting.home });
    expect(send.stderr).toMatch(/Nothing was sent: .* ended the correction of/);
    expect(await credits(sitting)).toEqual([]);
  });

  test("several parts are corrected in one go, and a line that should not be there is left out", async () => {
    const sitting = await approved();
    const run = sitting.start(["correct", number, "--sandbox"]);
    await run.choose("What is wrong?", "A line that should not be there");
    await run.choose("Why is it corrected?", "Tax was charged");
    await run.choose("Which line?", "Line 2");
    await run.choose("Is anything else wrong?", "The text of a line");
    await run.answer("What was supplied");
    await run.answer("Description", "Ceramic wall tile");
    await run.choose("Is anything else wrong?", "The supplier's name");
    await run.choose("Where is the supplier established?", "In the United Arab");
    for (const [question, text] of [
      ["Registered name", ""],
      ["Name for daily use", ""],
      ["Name in Arabic", ""],
      ["TRN", ""],
      ["TIN", ""],
    ] as const)
      await run.answer(question, text);
    await run.choose("How is the supplier registered?", "Trade licence");
    await run.answer("Registration number");
    await run.answer("Issuing authority");
    await run.answer("Street and number", "Al Wasl Road 9");
    await run.answer("City");
    await run.choose("Emirate", "Dubai");
    await run.answer("E-mail address");
    await run.answer("Telephone");
    await run.choose("Is anything else wrong?", "No, nothing else");
    await run.answer("Date of issue");
    await run.answer("Date on which payment is due");
    await run.asks("Create the credit note");
    expect(run.lines().join("\n")).toMatch(/Line 2 +│ +18.5 Laying of tiles │ +│ +left out/);
    await run.answer("Create the credit note", "y");
    expect(await run.ended()).toBe(0);
    const { document } = await json(sitting, ["get", "SBX-INV-000003"]);
    expect(document.document_lines).toMatchObject([{ description: "Ceramic wall tile" }]);
    expect(document.accounting_supplier_party.postal_address.street_name).toBe("Al Wasl Road 9");
    expect(existsSync(sitting.file(`${number}-credit.yaml`))).toBe(true);
  });

  test("that the buyer numbered: its copy gets a number of the buyer, and the files still say the truth after it", async () => {
    const sitting = new Sitting();
    const text = readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8");
    writeFileSync(
      sitting.file("own.yaml"),
      text.replace("buyer_reference:", "document_number: MT-4\nbuyer_reference:"),
    );
    await runSelfbill(["create-invoice", sitting.file("own.yaml"), "--sandbox", "--yes"], { home: sitting.home });
    await runSelfbill(["status", "MT-4", "--sandbox", "--watch"], { home: sitting.home });
    const run = sitting.start(["correct", "MT-4", "--sandbox"], { columns: 80 });
    await quantity(run, "38");
    await run.answer("Your own document number", "MT-5");
    await run.answer("Create the credit note", "y");
    expect(await run.ended()).toBe(0);
    expect((await json(sitting, ["get", "MT-5"])).document.document_lines[0].quantity).toBe("38");
    const credit = readFileSync(sitting.file("MT-4-credit.yaml"), "utf8").replace(/\n# /g, " ");
    expect(credit).toContain("Whether it did: selfbill show --sandbox MT-4");
    expect(credit).not.toContain("then run selfbill correct");
  });
});
