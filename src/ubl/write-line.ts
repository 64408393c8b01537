import {
  type Amount,
  amount,
  type CalculatedEntry,
  type CalculatedLine,
  type DocumentLine,
  documentKinds,
  formatAmount,
  isDecimalText,
  money,
} from "../document/index.ts";
import { arrange, attributes, group, leaf } from "./build.ts";
import { type Attributes, UblElement } from "./element.ts";
import { type Writing, writeFields } from "./write-fields.ts";

const inAed: Attributes = { currencyID: "AED" };

/** Returns an amount with two decimal places, or more if the value has more. */
export function amountText(value: Amount): string {
  // Padded by hand: toFixed(2) would round an already rounded value, at three times the cost.
  const text = formatAmount(value);
  const point = text.indexOf(".");
  if (point < 0) return `${text}.00`;
  return text.length - point === 2 ? `${text}0` : text;
}

/** Writes a document line (IBG-25); `index` counts from 0. */
export function writeLine(root: UblElement, calculated: CalculatedLine, index: number, writing: Writing): void {
  const { line } = calculated;
  const name = root.name === "Invoice" ? documentKinds.invoice.line : documentKinds["credit-note"].line;
  const element = new UblElement(name, "", undefined, `document_lines[${index}]`);
  root.append(element);
  leaf(element, "cbc:ID", String(index + 1));
  leaf(element, "cbc:LineExtensionAmount", amountText(calculated.netAmount), "", writing.currency);
  writeFields(element, writing.plans.line, withoutNoRate(line), writing);
  // An allowance or charge on a line has the line's category, so none is written (Decision 23).
  const entry = ({ entry, amount }: CalculatedEntry) => ({
    ...entry,
    amount: amountText(amount),
    tax_category: undefined,
  });
  writeEntries(element, calculated.allowances.map(entry), "allowances", writing);
  writeEntries(element, calculated.charges.map(entry), "charges", writing);
  writePrice(element, calculated, writing.currency);
  group(element, "cac:ItemPriceExtension", undefined, (extension) => {
    leaf(extension, "cbc:Amount", amountText(calculated.totalAmountInAed), "", inAed);
    if (line.classified_tax_category?.id === "E") return; // IBR-163-AE: an exempt line has no VAT amount
    group(extension, "cac:TaxTotal", undefined, (tax) =>
      leaf(tax, "cbc:TaxAmount", amountText(calculated.taxAmountInAed), "", inAed),
    );
  });
  arrange(element);
}

/**
 * Leaves out a rate of 0 for E and O, which have none; any other rate is written, so that its rule reports it (§4.7).
 */
function withoutNoRate(line: DocumentLine): DocumentLine {
  const category = line.classified_tax_category;
  if ((category?.id !== "E" && category?.id !== "O") || category.percent === undefined) return line;
  if (!isDecimalText(category.percent) || !money.isZero(amount(category.percent))) return line;
  return { ...line, classified_tax_category: { ...category, percent: undefined } };
}

function writePrice(element: UblElement, calculated: CalculatedLine, currency: Attributes): void {
  const { price, unit_code: unitCode } = calculated.line;
  group(element, "cac:Price", "price", (holder) => {
    leaf(holder, "cbc:PriceAmount", formatAmount(calculated.priceAmount), "base_amount", currency);
    leaf(holder, "cbc:BaseQuantity", formatAmount(calculated.baseQuantity), "base_quantity", attributes({ unitCode }));
    group(holder, "cac:AllowanceCharge", "allowance", (discount) => {
      leaf(discount, "cbc:ChargeIndicator", "false");
      leaf(discount, "cbc:Amount", price?.allowance?.amount ?? "0", "amount", currency);
      leaf(
        discount,
        "cbc:BaseAmount",
        price?.base_amount ?? "0",
        "/".concat(`${element.origin}.price.base_amount`),
        currency,
      );
    });
  });
}

/** Writes the charges or allowances of a document or line, with their calculated amounts. */
export function writeEntries(
  element: UblElement,
  entries: readonly CalculatedEntry["entry"][],
  list: "charges" | "allowances",
  writing: Writing,
): void {
  for (const [at, entry] of entries.entries()) {
    group(element, "cac:AllowanceCharge", `${list}[${at}]`, (holder) => {
      leaf(holder, "cbc:ChargeIndicator", list === "charges" ? "true" : "false");
      writeFields(holder, writing.plans[list], entry, writing);
    });
  }
}
