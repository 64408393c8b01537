import { describe, expect, test } from "vitest";
import { inDirhams, isWithin, payableRange } from "../../src/contract/payable-range.ts";
import { amount, calculate, type SelfBilledDocument } from "../../src/document/index.ts";
import { invoice, line } from "../support/documents.ts";

const price = (base_amount: string) => ({ base_amount, base_quantity: "1" });
const lines = (...pairs: [string, string][]): SelfBilledDocument =>
  invoice({ document_lines: pairs.map(([quantity, each]) => line({ quantity, price: price(each) })) });
const s5 = { id: "S", percent: "5", tax_scheme: "VAT" };
const rangeOf = (document: SelfBilledDocument) => payableRange(calculate(document));
const may = (document: SelfBilledDocument, payable: string, isCut = false) =>
  isWithin(amount(payable), rangeOf(document), isCut);

describe("what a service may make of the payable amount", () => {
  test.each<[string, SelfBilledDocument, string]>([
    ["nothing", lines(["40", "250"]), "10500"],
    ["one fils of VAT", lines(["40", "250"]), "10500.01"],
    ["quantities rounded up", lines(["2.5", "100"]), "315"],
    ["quantities cut", lines(["2.5", "100"]), "210"],
    ["prices rounded", lines(["1000", "0.4"]), "0"],
    ["prices rounded up", lines(["1000", "0.4"]), "1050"],
    ["both", lines(["2.5", "10.4"]), "34.65"],
    ["an allowance left out", invoice({ allowances: [{ amount: "1000", tax_category: s5 }] }), "10500"],
    ["an allowance doubled", invoice({ allowances: [{ amount: "1000", tax_category: s5 }] }), "8400"],
    ["a charge left out", invoice({ charges: [{ amount: "1000", tax_category: s5 }] }), "10500"],
    ["a charge doubled", invoice({ charges: [{ amount: "1000", tax_category: s5 }] }), "12600"],
    ["a line's allowance doubled", invoice({ document_lines: [line({ allowances: [{ amount: "100" }] })] }), "10290"],
    [
      "a price's allowance left out",
      invoice({ document_lines: [line({ price: { base_amount: "250", allowance: { amount: "50" } } })] }),
      "10500",
    ],
    ["a prepaid amount left out", invoice({ prepaid_amount: "500" }), "10500"],
  ])("%s", (_, document, payable) => {
    expect(may(document, payable)).toBe(true);
  });

  test.each<[string, SelfBilledDocument, string]>([
    ["more than rounding", lines(["40", "250"]), "10502"],
    ["less than rounding", lines(["40", "250"]), "10498"],
    ["two units of the quantity", lines(["2.5", "100"]), "420"],
    ["an allowance three times", invoice({ allowances: [{ amount: "1000", tax_category: s5 }] }), "7350"],
    ["a charge three times", invoice({ charges: [{ amount: "1000", tax_category: s5 }] }), "13650"],
  ])("not %s", (_, document, payable) => {
    expect(may(document, payable)).toBe(false);
  });

  test("some of the lines, where lines may be cut", () => {
    const document = lines(["1", "100"], ["1", "1000"], ["1", "10000"]);
    for (const sum of ["105", "1155", "10605", "11655"]) expect([sum, may(document, sum, true)]).toEqual([sum, true]);
    for (const sum of ["210", "5000", "12000"]) expect([sum, may(document, sum, true)]).toEqual([sum, false]);
    expect(may(document, "105")).toBe(false);
  });

  test("as many lines as a document may have take no time, and the range is not too narrow", () => {
    const document = lines(...Array.from({ length: 400 }, (_, at): [string, string] => ["1", `${at * at + 3}`]));
    expect(may(document, "3.15", true)).toBe(true);
    expect(may(document, "1000000", true)).toBe(true);
  });

  test("dirhams at the stated rate, which may be rounded too", () => {
    const dirhams = inDirhams(rangeOf(lines(["40", "250"])), amount("3.6725"));
    for (const [sum, is] of [
      ["38561.25", true],
      ["42000", true],
      ["31500", true],
      ["43000", false],
    ] as const)
      expect([sum, isWithin(amount(sum), dirhams, false)]).toEqual([sum, is]);
  });
});
