import type { MoneyTopic } from "./headings.ts";

const words: Readonly<Record<MoneyTopic, string>> = {
  discount: "a discount",
  charge: "a charge",
  deduction: "a deduction",
  vat: "VAT",
  currency: "a currency",
  count: "a quantity",
  quantity: "a quantity",
  unit: "a unit",
  price: "a price",
  amount: "an amount",
  rounding: "a rounding",
  kind: "the kind of document",
  status: "whether a row counts",
  supplier: "the supplier",
};

export const subjectInWords = (subject: MoneyTopic): string => words[subject];
