import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { meanings } from "../../src/commands/help/other-words.ts";
import { commands } from "../../src/commands/index.ts";
import { runSelfbill, top } from "../support/run-selfbill.ts";
import { keys } from "../support/terminal.ts";
import { Sitting, withoutTerminal } from "../support/wizard-sitting.ts";

test("no word leads at once to a command that sends", async () => {
  for (const { words, command, isSafe } of meanings) {
    const entry = commands.find(({ name }) => name === command.split(" ")[1]);
    if (isSafe) expect((await entry?.load())?.facts.sends ?? false, `${words}: ${command}`).toBe(false);
  }
});

describe.skipIf(withoutTerminal)("a word of her own, at a terminal", () => {
  const sat = () => {
    const sitting = new Sitting();
    copyFileSync(join(top, "templates/standard-invoice.yaml"), sitting.file("march.yaml"));
    return sitting;
  };

  test("that sends is asked about: no runs nothing, yes runs it with the options typed behind it", async () => {
    const sitting = sat();
    const no = sitting.start(["send", "march.yaml", "--sandbox", "--yes"]);
    await no.answer('There is no command "send". Run selfbill create-invoice march.yaml --sandbox --yes?', "n");
    expect(await no.ended()).toBe(2);
    expect(no.lines().join("\n")).toContain("Type: selfbill create-invoice FILE");
    expect((await runSelfbill(["list", "--sandbox", "--json"], { home: sitting.home })).stdout).toContain(
      '"documents": []',
    );
    const yes = sitting.start(["send", "march.yaml", "--sandbox", "--yes"]);
    await yes.answer("Run selfbill create-invoice march.yaml --sandbox --yes?", "y");
    expect(await yes.ended()).toBe(0);
    expect(yes.lines().join("\n")).toContain("SBX-INV-000001");
  });

  test("that only reads runs at once, with its command above", async () => {
    const sitting = sat();
    await runSelfbill(["create-invoice", sitting.file("march.yaml"), "--sandbox", "--yes"], { home: sitting.home });
    const found = sitting.start(["find", "tile", "--all", "--sandbox"]);
    expect(await found.ended()).toBe(0);
    expect(found.lines().join("\n")).toMatch(/find means: selfbill list tile --all --sandbox[\s\S]*SBX-INV/);
    const month = sitting.start(["month", "--sandbox"]);
    expect(await month.ended()).toBe(0);
    expect(month.lines().join("\n")).toContain("month means: selfbill report --sandbox");
    const june = sitting.start(["find", "floor", "tiles", "june", "--sandbox"]);
    expect(await june.ended()).toBe(0);
    expect(june.lines().join("\n")).toContain("SBX-INV-000001");
    const page = sitting.start(["print", "SBX-INV-000001", "--sandbox"]);
    expect(await page.ended()).toBe(0);
    expect(existsSync(sitting.file("SBX-INV-000001.html"))).toBe(true);
    const named = sitting.start(["vat", "june", "--sandbox"]);
    expect(await named.ended()).toBe(0);
    expect(named.lines().join("\n")).toMatch(/vat means: selfbill report --month \d{4}-06 --sandbox/);
  });

  test("without what it needs asks for that; an empty answer runs nothing", async () => {
    const sitting = sat();
    await runSelfbill(["create-invoice", sitting.file("march.yaml"), "--sandbox", "--yes"], { home: sitting.home });
    const copy = sitting.start(["backup"]);
    await copy.answer("selfbill journal backup --out FILE: Which file?", "copy.db");
    expect(await copy.ended()).toBe(0);
    expect(existsSync(sitting.file("copy.db"))).toBe(true);
    const other = sitting.start(["backup", "--out", "other.db"]);
    expect(await other.ended()).toBe(0);
    expect(existsSync(sitting.file("other.db"))).toBe(true);
    const nothing = sitting.start(["backup"]);
    await nothing.answer("Which file?", "");
    expect(await nothing.ended()).toBe(2);
  });

  test("credit asks for the reason and the quantities, and credits no more", async () => {
    const sitting = sat();
    await runSelfbill(["create-invoice", sitting.file("march.yaml"), "--sandbox", "--yes"], { home: sitting.home });
    const run = sitting.start(["credit", "SBX-INV-000001", "--sandbox"]);
    await run.answer("Run selfbill create-credit-note --from SBX-INV-000001 --sandbox?", "y");
    await run.choose("Why is it corrected?", "Goods or services were returned");
    await run.choose("How much is credited?", "A part");
    await run.asks("Line 1: Ceramic floor tile, 40. Quantity to credit:");
    run.type("41\r");
    await run.shows("No more than 40 is left.");
    run.type(`${keys.clear}2\r`);
    await run.answer("Line 2: Laying of tiles, 18.5. Quantity to credit:", "0");
    await run.answer("Send this document to the sandbox?", "y");
    expect(await run.ended()).toBe(0);
    expect(run.lines().join("\n")).toContain("525.00");
  });

  test("with one wrong letter is asked about, whatever it means", async () => {
    const run = sat().start(["prnit", "march.yaml"]);
    await run.answer("Run selfbill preview march.yaml --html --open?", "n");
    expect(await run.ended()).toBe(2);
  });

  test("is a mistake as before where nobody can be asked", async () => {
    const run = sat().start(["find", "tile"], { env: { CI: "true" } });
    expect(await run.ended()).toBe(2);
    expect(run.lines().join("\n")).toContain('There is no command "find".');
  });
});
