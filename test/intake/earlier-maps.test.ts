import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { earlierMap } from "../support/earlier-map.ts";
import { writeBook } from "../support/erp-lists.ts";
import { runSelfbill } from "../support/run-selfbill.ts";
import { Sitting, withoutTerminal } from "../support/wizard-sitting.ts";

const head = "Bill No,Bill Date,Due Date,Vendor,Item,HS Code,Qty,Price,Disc Amt";
const bill = "B-1,2026-11-10,2026-12-10,Desert Lime Trading LLC,Tile,69072100,100,5.00,50.00";

/** A list, and a map of a version that asked nothing about the columns that it leaves out. */
function listWithMap(): Sitting {
  const sitting = new Sitting();
  writeBook(sitting.home);
  writeFileSync(sitting.file("bills.csv"), `${head}\n${bill}\n`);
  writeFileSync(sitting.file("map.yaml"), earlierMap("Disc Amt"));
  return sitting;
}

const words = ["import", "bills.csv", "--map", "map.yaml", "--sandbox"];

describe("a map of an earlier version", () => {
  test.skipIf(withoutTerminal)("is asked about a column of money once, and has the answer from then on", async () => {
    const sitting = listWithMap();
    const run = sitting.start(words);
    await run.answer("Disc Amt speaks of a discount. What is it?");
    await run.ended();
    expect(run.lines().join("\n")).toContain("Written into map.yaml: Disc Amt: document_lines.allowances.amount");
    expect(readFileSync(sitting.file("map.yaml"), "utf8")).toContain(
      "columns:\n  Disc Amt: document_lines.allowances.amount\n  Bill No: document_number\n",
    );
    const again = sitting.start(words);
    await again.ended();
    expect(again.lines().join("\n")).not.toContain("speaks of");
    expect(again.lines().join("\n")).toMatch(/450\.00/);
  });

  test("is refused in a script, with the line to write", async () => {
    const sitting = listWithMap();
    const { code, stderr } = await runSelfbill(words, { home: sitting.home, cwd: sitting.folder });
    expect(code).toBe(20);
    expect(stderr).toContain("Disc Amt: document_lines.allowances.amount, or Disc Amt:");
    expect(readFileSync(sitting.file("map.yaml"), "utf8")).toContain("ignore: [Disc Amt]");
  });
});

describe("map", () => {
  const list = `${head.replace("Disc Amt", "Freight")}\n${bill}\n`;

  test("ends with 20 where something is still to be decided, with the line to write", async () => {
    const sitting = listWithMap();
    writeFileSync(sitting.file("bills.csv"), list);
    const options = { home: sitting.home, cwd: sitting.folder };
    const { code, stdout, stderr } = await runSelfbill(["map", "bills.csv"], options);
    expect([code, stdout.includes('Freight: "? document_lines.charges.amount | ignore"')]).toEqual([20, true]);
    expect(stderr).toContain("Write into the map: Freight: document_lines.charges.amount, or Freight: ignore");
    const json = await runSelfbill(["map", "bills.csv", "--json"], options);
    expect([json.code, JSON.parse(json.stdout).unclear?.length ?? 1]).toEqual([20, 1]);
  });

  test.skipIf(withoutTerminal)("asks it at a terminal, as import does", async () => {
    const sitting = listWithMap();
    writeFileSync(sitting.file("bills.csv"), list);
    const run = sitting.start(["map", "bills.csv", "--out", "new.yaml"]);
    await run.answer("Freight speaks of a charge. What is it?");
    expect(await run.ended()).toBe(0);
    expect(readFileSync(sitting.file("new.yaml"), "utf8")).toContain("Freight: document_lines.charges.amount");
  });
});
