import { expect, test } from "vitest";
import { cellOf, importRows, row, sheetOf } from "../support/sheet-rows.ts";

test("a currency without its rate, and AED with one, are each one error at the cell of the rate", async () => {
  const rows = [
    row({ Currency: "EUR", "Exchange rate": "4.01" }),
    row({ "Invoice number": "SB-2", Currency: "USD" }),
    row({ "Invoice number": "SB-3", "Exchange rate": "3.6725" }),
  ];
  const { errors, document } = await importRows(rows);
  const [missing, superfluous] = [2, 3].map((at) => cellOf(sheetOf(rows), "Exchange rate", at + 1));
  expect(errors.map(({ message, where }) => [where?.cell, message])).toEqual([
    [missing, "Exchange rate is empty."],
    [superfluous, "Exchange rate: The document is in AED, which needs no exchange rate."],
  ]);
  expect(document("SB-1").tax_exchange_rate?.calculation_rate).toBe("4.01");
  const none = await importRows([row({ Currency: "USD" })]);
  expect(none.errors.map(({ where }) => where?.noColumn)).toEqual([["Exchange rate"]]);
  expect((await importRows([row({ Currency: "USD" })], { exchangeRate: ["3.6725"] })).errors).toEqual([]);
});

test("without a control column the quantities of a total must add up, and other amounts are said not to be compared", async () => {
  const rows = [row(), row({ "Invoice number": "SB-2", Quantity: "1" })];
  const withTotal = async (total: Readonly<Record<string, string>>) => {
    const { errors, report } = await importRows([...rows, { Item: "Total", ...total }], {
      out: undefined,
      skipInvalid: false,
    });
    const left = report.problems.filter(({ code }) => code === "rows-left-out").map(({ hint }) => hint);
    return { errors, left, end: (report.view.view === "table" && report.view.next) || "" };
  };
  const wrong = await withTotal({ Quantity: "99", Net: "10250" });
  expect(wrong.errors.map(({ code, message }) => [code, message])).toEqual([
    ["control-differs", "Quantity: the total in row 4 is 99.00, and the rows above it come to 41.00."],
  ]);
  expect(wrong.end).toContain(
    "2 documents valid, but rows that belong to no document have errors, so the sheet cannot be sent;",
  );
  expect(wrong.end).not.toContain("selfbill create-invoice");
  const right = await withTotal({ Quantity: "41", Net: "10250" });
  expect([right.errors, right.left]).toEqual([[], ["If it is a line, write its document number."]]);
  const unused = await withTotal({ Net: "99" });
  expect([unused.errors, unused.left]).toEqual([[], [expect.stringContaining("were not compared")]]);
  expect(unused.end).toContain("selfbill create-invoice");
});
