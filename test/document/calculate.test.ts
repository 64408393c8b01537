import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amount, calculate, formatAmount, money, type SelfBilledDocument } from "../../src/document/index.ts";
import { inDollars, invoice, line } from "../support/documents.ts";

function totals(document: SelfBilledDocument): Record<string, string> {
  return Object.fromEntries(
    Object.entries(calculate(document).totals).map(([name, value]) => [name, formatAmount(value)]),
  );
}

describe("totals", () => {
  test("follow the worked example of a document in US dollars", () => {
    const document = invoice({
      ...inDollars,
      document_lines: [line({ quantity: "10", price: { base_amount: "99.99" } })],
      charges: [{ reason_code: "FC", amount: "50", tax_category: { id: "S", percent: "5" } }],
      allowances: [{ reason_code: "95", amount: "20", tax_category: { id: "S", percent: "5" } }],
    });
    expect(totals(document)).toMatchObject({
      line_extension_amount: "999.9",
      tax_exclusive_amount: "1029.9",
      tax_amount: "51.5",
      tax_inclusive_amount: "1081.4",
      tax_amount_in_aed: "189.13",
      payable_amount_in_aed: "3971.44",
    });
  });

  test("round half away from zero, also below zero", () => {
    expect(formatAmount(money.round2(amount("2.345")))).toBe("2.35");
    expect(formatAmount(money.round2(amount("-2.345")))).toBe("-2.35");
    expect(formatAmount(money.round2(amount("1.005")))).toBe("1.01");
  });

  test("keep every digit of a large amount", () => {
    const document = invoice({
      document_lines: [line({ quantity: "1", price: { base_amount: "12345678901234567.89" } })],
    });
    expect(totals(document)).toMatchObject({
      tax_amount: "617283945061728.39",
      tax_inclusive_amount: "12962962846296296.28",
    });
  });

  test("price a base quantity: 3 pieces of a price for 100", () => {
    const [first] = calculate(
      invoice({
        document_lines: [
          line({
            quantity: "3",
            price: { base_amount: "99.995", base_quantity: "100", allowance: { amount: "0.005" } },
          }),
        ],
      }),
    ).lines;
    expect(first && [formatAmount(first.priceAmount), formatAmount(first.netAmount)]).toEqual(["99.99", "3"]);
  });

  test("price one piece where the base quantity is zero, negative or no number", () => {
    for (const base_quantity of ["0", "-10", "ten", "-0.5"]) {
      const document = invoice({
        document_lines: [line({ quantity: "3", price: { base_amount: "10", base_quantity } })],
      });
      const [first] = calculate(document).lines;
      expect(first && [formatAmount(first.baseQuantity), formatAmount(first.netAmount)], base_quantity).toEqual([
        "1",
        "30",
      ]);
    }
  });

  test("work a charge out from percentage and base when its amount is left out", () => {
    const document = invoice({
      charges: [
        {
          reason_code: "FC",
          multiplier_factor_numeric: "2.5",
          base_amount: "10486",
          tax_category: { id: "S", percent: "5" },
        },
      ],
    });
    expect(totals(document).charge_total_amount).toBe("262.15");
  });
});

describe("the VAT breakdown", () => {
  const categories = (document: SelfBilledDocument): string[] =>
    calculate(document).breakdown.map(
      (part) =>
        `${part.category} ${part.percent?.toFixed() ?? "-"} ${formatAmount(part.taxableAmount)} ${formatAmount(part.taxAmount)}`,
    );

  test("has one group a category, and one a rate for the standard rate; 5 and 5.00 are one rate", () => {
    const s = (percent: string) =>
      line({ quantity: "1", price: { base_amount: "100" }, classified_tax_category: { id: "S", percent } });
    const e = line({ quantity: "1", price: { base_amount: "7" }, classified_tax_category: { id: "E" } });
    expect(categories(invoice({ document_lines: [s("5"), s("5.00"), e, e, s("10")] }))).toEqual([
      "S 5 200 10",
      "E - 14 0",
      "S 10 100 10",
    ]);
  });

  test("begins a group with a charge or an allowance of a category or a rate that no line has, and taxes it", () => {
    const document = invoice({
      document_lines: [line({ quantity: "1", price: { base_amount: "100" } })],
      charges: [
        { reason_code: "FC", amount: "40", tax_category: { id: "S", percent: "10" } },
        { reason_code: "FC", amount: "7", tax_category: { id: "Z", percent: "0" } },
      ],
      allowances: [{ reason_code: "95", amount: "3", tax_category: { id: "E" } }],
    });
    expect(categories(document)).toEqual(["S 5 100 5", "S 10 40 4", "Z 0 7 0", "E - -3 0"]);
    expect(totals(document)).toMatchObject({
      tax_exclusive_amount: "144",
      tax_amount: "9",
      total_non_taxable_amount: "-3",
    });
  });

  test("takes tax from the group, not from the lines: three lines of 0.33 bear 0.05, not 0.06", () => {
    const small = line({ quantity: "1", price: { base_amount: "0.33" } });
    const { lines, totals: sums } = calculate(invoice({ document_lines: [small, small, small] }));
    expect(lines.map((each) => formatAmount(each.taxAmount))).toEqual(["0.02", "0.02", "0.02"]);
    expect(formatAmount(sums.tax_amount)).toBe("0.05");
  });

  test("gives the reverse charge the lines' rate and no tax", () => {
    const ae = line({ classified_tax_category: { id: "AE", percent: "5" } });
    const document = invoice({
      document_lines: [ae],
      allowances: [{ reason_code: "95", amount: "10", tax_category: { id: "AE", percent: "0" } }],
    });
    expect(categories(document)).toEqual(["AE 5 9990 0"]);
  });
});

test("the parts always add up to the whole, whatever the amounts", () => {
  const cents = fc
    .integer({ min: 1, max: 99_999_999 })
    .map((value) => `${Math.trunc(value / 100)}.${String(value % 100).padStart(2, "0")}`);
  const anyLine = fc
    .record({ quantity: cents, price: cents, id: fc.constantFrom("S", "Z", "E", "O") })
    .map(({ quantity, price, id }) =>
      line({
        quantity,
        price: { base_amount: price },
        classified_tax_category: id === "S" ? { id, percent: "5" } : { id },
      }),
    );
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), cents, (lines, charge) => {
      const { totals: sums, breakdown } = calculate(
        invoice({
          document_lines: lines,
          charges: [{ reason_code: "FC", amount: charge, tax_category: { id: "S", percent: "5" } }],
        }),
      );
      const taxable = money.sum(breakdown.map((part) => part.taxableAmount));
      expect(formatAmount(taxable)).toBe(formatAmount(sums.tax_exclusive_amount));
      expect(formatAmount(money.subtract(sums.tax_inclusive_amount, sums.tax_exclusive_amount))).toBe(
        formatAmount(sums.tax_amount),
      );
      expect(formatAmount(money.add(sums.total_taxable_amount, sums.total_non_taxable_amount))).toBe(
        formatAmount(sums.tax_exclusive_amount),
      );
    }),
  );
});
