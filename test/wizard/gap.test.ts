import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runSelfbill } from "../support/run-selfbill.ts";
import { describeGoods, payByTransfer, Sitting, takeUsualDates, withoutTerminal } from "../support/wizard-sitting.ts";

const list = [
  "Vendor Number,Vendor Name,Vendor Name (Arabic),Tax Registration Number,Trade License,Phone,Billing Address,Billing City,Billing Country,Emali",
  "V-001,Desert Lime Trading LLC,,1.00234E+14,CN-1029384,+97142000111,Al Quoz Street 14,Dubai,UAE,billing@desertlime.example",
].join("\n");

describe.skipIf(withoutTerminal)("in a real terminal", () => {
  test("what a listed supplier lacks is asked where it is chosen, kept in the book, and the document is sent", async () => {
    const sitting = new Sitting();
    writeFileSync(sitting.file("vendors.csv"), list);
    const imported = sitting.start(["suppliers", "import", "vendors.csv"]);
    await imported.says("Is the column Emali the field email?");
    imported.type("y\r");
    expect(await imported.ended()).toBe(0);
    const run = sitting.start(["new", "invoice", "--sandbox"]);
    await run.tick("Which of these apply?");
    await run.choose("Who supplied you?", "V-001");
    await run.shows("Missing: authority that issued the licence.");
    await run.answer("TRN", "100234567400003");
    await run.answer("TIN");
    await run.answer("Issuing authority", "Dubai Department of Economy and Tourism");
    await takeUsualDates(run);
    await run.answer("Date of supply");
    await run.answer("Currency");
    await describeGoods(run);
    await payByTransfer(run);
    await run.shows("The supplier book has no self-billing agreement with V-001.");
    await run.choose("What now?", "Correct: save");
    await run.answer("Name of the file", "march.yaml");
    await run.choose("Send it to the sandbox?", "Yes");
    await run.says("is in your supplier book now");
    const { stdout } = await runSelfbill(["suppliers", "missing", "--json", "--sandbox"], { home: sitting.home });
    expect(JSON.parse(stdout)).toMatchObject({ suppliers: [] });
    expect(await run.ended()).toBe(0);
  });
});
