import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runSelfbill } from "../support/run-selfbill.ts";
import { keys } from "../support/terminal.ts";
import {
  describeGoods,
  describeSupplier,
  hasTerminal,
  payByTransfer,
  Sitting,
  takeUsualDates,
  withoutTerminal,
} from "../support/wizard-sitting.ts";

if (!hasTerminal) process.stderr.write("skipped: the wizard in a terminal needs script of util-linux\n");

describe.skipIf(withoutTerminal)("in a real terminal", { timeout: 60_000 }, () => {
  test("an invoice is written from the first question on, checked, and created on the sandbox", async () => {
    const sitting = new Sitting();
    const run = sitting.start(["new", "--sandbox"]);
    await run.choose("What do you write?", "An invoice");
    await run.tick("Which of these apply?");
    await describeSupplier(run);
    await takeUsualDates(run);
    await run.answer("Date of supply");
    await run.answer("Currency");
    await describeGoods(run);
    await run.shows("So far: net 10,000.00 + VAT 500.00 = AED 10,500.00");
    await payByTransfer(run);
    await run.shows("Everything was checked, and nothing was found.");
    await run.choose("What next?", "It is right");
    await run.answer("Name of the file", "march.yaml");
    await run.shows("selfbill create-invoice march.yaml --sandbox");
    await run.choose("Send it to the sandbox?", "Yes");
    await run.asks("Send this document to the sandbox?");
    run.type(`y${keys.enter}`);
    expect(await run.ended()).toBe(0);
    expect(run.lines().join("\n")).toContain("The document was created as SBX-INV-000001");
    const text = readFileSync(sitting.file("march.yaml"), "utf8");
    expect(text).toMatch(/^# yaml-language-server: \$schema=invoice\.schema\.json\n/);
    expect(existsSync(sitting.file("invoice.schema.json"))).toBe(true);
    const checked = await runSelfbill(["validate", sitting.file("march.yaml"), "--strict"], { home: sitting.home });
    expect(checked.stderr).toContain("✓ The file is right.");
    expect(readdirSync(join(sitting.home, "data", "drafts"))).toEqual([]);
  });

  test("Ctrl-C keeps every answer, and --resume asks none of them again", async () => {
    const sitting = new Sitting();
    const first = sitting.start(["new", "invoice"]);
    await first.tick("Which of these apply?");
    await first.choose("Where is the supplier established?", "In the United Arab");
    await first.answer("Registered name", "Desert Lime Trading LLC");
    await first.asks("Name for daily use");
    first.type(keys.interrupt);
    expect(await first.ended()).toBe(130);
    expect(first.lines().at(-1)).toContain("selfbill new --resume");
    const folder = join(sitting.home, "data", "drafts");
    const [draft = ""] = readdirSync(folder);
    expect(statSync(join(folder, draft)).mode & 0o777).toBe(0o600);
    const second = sitting.start(["new", "--resume"]);
    await second.asks("Name for daily use");
    expect(second.lines().join("\n")).not.toContain("Registered name:");
    second.type(keys.interrupt);
    expect(await second.ended()).toBe(130);
  });
});
