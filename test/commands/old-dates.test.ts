import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gulfDay } from "../../src/document/index.ts";
import { top } from "../support/run-selfbill.ts";
import type { TerminalRun } from "../support/terminal.ts";
import { Sitting, withoutTerminal } from "../support/wizard-sitting.ts";

const screen = (run: TerminalRun): string => run.lines().join(" ").replace(/\s+/g, " ");

describe.skipIf(withoutTerminal)("an issue date more than 14 days ago, at a terminal", () => {
  test("is remarked before the question, and a yes sends it; one of today is not", async () => {
    const sitting = new Sitting();
    copyFileSync(join(top, "templates/standard-invoice.yaml"), sitting.file("old.yaml"));
    const today = gulfDay(new Date());
    const text = readFileSync(sitting.file("old.yaml"), "utf8").replace("quantity: 40", "quantity: 39");
    writeFileSync(sitting.file("new.yaml"), text.replaceAll(/^(issue|due)_date: .*/gm, `$1_date: ${today}`));
    const old = sitting.start(["create-invoice", "old.yaml", "--sandbox"]);
    await old.asks("Send this document to the sandbox?");
    expect(screen(old)).toMatch(
      /! The issue date 2026-06-15 was \d+ days ago\. The law gives 14 days after the supply/,
    );
    await old.answer("Send this document", "y");
    expect(await old.ended()).toBe(0);
    const present = sitting.start(["create-invoice", "new.yaml", "--sandbox"]);
    await present.asks("Send this document to the sandbox?");
    expect(screen(present)).not.toContain("The law gives 14 days");
  });
});
