import { expect, test } from "vitest";
import { notFollowed, type SelfBilledDocument } from "../../src/document/index.ts";
import { creditNote, inDollars, invoice, line } from "../support/documents.ts";

const paths = (note: Partial<SelfBilledDocument>, ...invoices: Partial<SelfBilledDocument>[]) =>
  notFollowed(
    creditNote(note),
    invoices.map((each, at) => ({ number: `INV-${at + 1}`, document: invoice(each) })),
  ).map(({ path }) => path);
const atRate = (rate: string) => ({
  ...inDollars,
  tax_exchange_rate: { ...inDollars.tax_exchange_rate, calculation_rate: rate },
});
const hs = (code: string) => ({
  commodity_classification: { ...line().commodity_classification, item_classification_code: code },
});

test("of several invoices any rate between the lowest and the highest follows", () => {
  const both = [atRate("3.6"), atRate("3.8")];
  expect(["3.6", "3.7", "3.80"].map((rate) => paths(atRate(rate), ...both))).toEqual([[], [], []]);
  expect(paths(atRate("3.81"), ...both)).toEqual(["tax_exchange_rate.calculation_rate"]);
});

test("an item that is on two lines follows the one that it agrees with", () => {
  const dear = line({ price: { base_amount: "300" } });
  const zero = line({ classified_tax_category: { id: "Z", percent: "0", tax_scheme: "VAT" } });
  const invoiced = { document_lines: [zero, dear, line()] };
  expect(paths({ document_lines: [dear] }, invoiced)).toEqual([]);
  expect(paths({ document_lines: [zero] }, invoiced)).toEqual([]);
  expect(paths({ document_lines: [line({ price: { base_amount: "301" } })] }, invoiced)).toEqual([
    "document_lines[0].price.base_amount",
  ]);
});

test("a price is compared for one unit, and an HS code may be shorter", () => {
  const hundred = { document_lines: [line({ price: { base_amount: "25000", base_quantity: "100" } })] };
  expect(paths({}, hundred)).toEqual([]);
  expect(paths({ document_lines: [line(hs("690721"))] }, {})).toEqual([]);
  expect(paths({ document_lines: [line(hs("690722"))] }, {})).toEqual([
    "document_lines[0].commodity_classification.item_classification_code",
  ]);
});

test("a line that names the invoice's order line has its item", () => {
  const order_line_reference = { line_id: "3", order_reference_id: "PO-1" };
  const invoiced = { document_lines: [line({ order_line_reference })] };
  expect(paths({ document_lines: [line({ name: "Bathtub", order_line_reference })] }, invoiced)).toEqual([
    "document_lines[0].name",
  ]);
  expect(paths({ document_lines: [line({ name: "Bathtub" })] }, invoiced)).toEqual([]);
});

test("an allowance on the whole note needs a category of the invoice", () => {
  const allowances = [{ amount: "10", reason: "Discount", tax_category: { id: "E" } }];
  expect(paths({ allowances }, {})).toEqual(["allowances[0].tax_category"]);
});
