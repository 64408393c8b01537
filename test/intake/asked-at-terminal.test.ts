import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { earlierMap } from "../support/earlier-map.ts";
import { writeBook } from "../support/erp-lists.ts";
import { Sitting, withoutTerminal } from "../support/wizard-sitting.ts";

const head = "Bill No,Bill Date,Due Date,Vendor,Item,HS Code,Qty,Price";
const bill = "B-1,2026-11-10,2026-12-10,Desert Lime Trading LLC,Tile,69072100,100,5.00";

/** What a list says of VAT and amounts outside of its columns is asked at a terminal, as a script is refused. */
async function mapped(
  content: string,
  answers: ReadonlyArray<readonly [question: string, answer?: string | undefined]>,
) {
  const sitting = new Sitting();
  writeBook(sitting.home);
  writeFileSync(sitting.file("bills.csv"), content);
  const run = sitting.start(["map", "bills.csv", "--out", "map.yaml", "--sandbox"]);
  for (const [question, answer] of answers)
    await (answer === undefined ? run.answer(question) : run.choose(question, answer));
  const code = await run.ended();
  return { code, map: readFileSync(sitting.file("map.yaml"), "utf8"), screen: run.lines().join("\n") };
}

describe.skipIf(withoutTerminal)("a title is asked about", () => {
  test.each([
    ["Purchases under reverse charge", undefined, "AE"],
    ["Supplies with 0 % VAT", undefined, "Z"],
    ["Supplies with 0 % VAT", "Standard rate", "S"],
  ])("%s, answered with %s", async (title, answer, category) => {
    const { code, map } = await mapped(`${title},,,,,,,\n${head}\n${bill}\n`, [
      [`"${title}" speaks of VAT, and no column has it. What are the rows?`, answer],
    ]);
    expect([code, map.includes(`classified_tax_category.id: ${category}\n`)], map).toEqual([0, true]);
    expect(map).not.toContain('"?');
  });

  test.each([
    [undefined, "times:\n  Price: 1000\n"],
    ["1: they are", "columns:"],
  ])("All amounts in AED '000, answered with %s", async (answer, line) => {
    const { code, map } = await mapped(`All amounts in AED '000,,,,,,,\n${head}\n${bill}\n`, [
      [`"All amounts in AED '000": what are the amounts multiplied by?`, answer],
    ]);
    expect([code, map.includes(line), map.includes("times:")]).toEqual([0, true, answer === undefined]);
  });
});

describe.skipIf(withoutTerminal)("a column is asked about, with the likeliest first", () => {
  test("amounts in the local currency beside dollars", async () => {
    const list = `${head.replace("Qty,Price", "Crcy,Amount in LC")}\n${bill.replace("100,5.00", "USD,367.25")}\n`;
    const { code, map } = await mapped(list, [
      ["Amount in LC is in AED, and Crcy says USD: not used, if amounts are in AED. What is Crcy?"],
    ]);
    expect([code, map.includes("document_currency_code: AED\n"), map.includes("ignore: [Crcy]")]).toEqual([
      0,
      true,
      true,
    ]);
  });

  test("ST that has states", async () => {
    const list = `${head},VAT %,ST\n${bill},5,Posted\n${bill.replace("B-1", "B-2")},5,Draft\n`;
    const { code, map } = await mapped(list, [["ST speaks of whether a row counts. What is it?"]]);
    expect([code, /^only_when:\n {2}ST: \[Posted/m.test(map), /^leave_out:\n {2}ST: \[Draft/m.test(map)]).toEqual([
      0,
      true,
      true,
    ]);
  });
});

describe.skipIf(withoutTerminal)(
  "a map of an earlier version is asked about VAT and kind, with the meaning of words",
  () => {
    const words = ["import", "bills.csv", "--map", "map.yaml", "--sandbox"];
    test("the VAT of each row", async () => {
      const sitting = new Sitting();
      writeBook(sitting.home);
      writeFileSync(sitting.file("bills.csv"), `${head},Klass\n${bill},SR\n${bill.replace("B-1", "B-2")},0%\n`);
      writeFileSync(sitting.file("map.yaml"), earlierMap("Klass"));
      const run = sitting.start(words);
      await run.answer("Klass speaks of VAT. What is it?");
      await run.choose('Klass: what does "0%" mean?', "Zero-rated");
      await run.ended();
      const text = readFileSync(sitting.file("map.yaml"), "utf8");
      expect(text).toContain("columns:\n  Klass: vat\n");
      expect(text).toContain('words:\n  Klass: { SR: "S 5", "0%": "Z 0" }\n');
      expect(run.lines().join("\n")).toMatch(/B-1 .* 25\.00 [\s\S]*B-2 .* 0\.00 .* 500\.00 /);
    });

    test("the kind", async () => {
      const sitting = new Sitting();
      writeBook(sitting.home);
      writeFileSync(
        sitting.file("bills.csv"),
        `${head},Sort\n${bill},Invoice\n${bill.replace("B-1", "B-2")},Payment\n`,
      );
      writeFileSync(sitting.file("map.yaml"), earlierMap("Sort"));
      const run = sitting.start(words);
      await run.answer("Sort speaks of the kind of document. What is it?");
      await run.ended();
      const text = readFileSync(sitting.file("map.yaml"), "utf8");
      expect(text).toContain("columns:\n  Sort: kind\n");
      expect(text).toContain('Sort: { Invoice: "invoice", Payment: "left out" }');
      expect(run.lines().join("\n")).toMatch(/500\.00 .*25\.00 .*525\.00/);
    });
  },
);
