import { money } from "../../document/index.ts";
import { type Row, shownText } from "../cell.ts";
import { type ColumnFacts, cellNumber } from "./facts.ts";
import { isCredit, isInvoice, isUnfinished, unitGuess, vatGuess } from "./guess-words.ts";
import type { Role } from "./headings.ts";
import { type Columns, isOfDocument, type Recognised } from "./roles.ts";

const line = "document_lines";

/** Fields that a role feeds as it stands. */
const fields: Readonly<Partial<Record<Role, string>>> = {
  number: "document_number",
  date: "issue_date",
  due: "due_date",
  supplyDate: "delivery.actual_delivery_date",
  periodFrom: "invoice_period.start_date",
  periodTo: "invoice_period.end_date",
  currency: "document_currency_code",
  rate: "tax_exchange_rate.calculation_rate",
  reference: "buyer_reference",
  quantity: `${line}.quantity`,
  unit: `${line}.unit_code`,
  discount: `${line}.allowances.amount`,
  itemType: `${line}.commodity_classification.commodity_code`,
  hsCode: `${line}.commodity_classification.item_classification_code`,
  serviceCode: `${line}.additional_item_identification.id`,
  iban: "payment_means.payee_financial_account.id",
  corrected: "billing_reference.id",
  correctedDate: "billing_reference.issue_date",
  reason: "discrepancy_response",
  note: "note",
};

/** Lines of a map, and what was supposed without a column that says so. */
interface MapLines {
  readonly lines: readonly string[];
  readonly assumed: readonly string[];
}

/** A heading or word as a name of YAML: letters and blanks stand as they are. */
export function yamlName(name: string): string {
  return /^[A-Za-z][A-Za-z ]*$/.test(name) && !/^(?:y|yes|n|no|true|false|on|off|null)$/i.test(name)
    ? name
    : JSON.stringify(name);
}

/** Columns that feed a field each; `only`: fields of invoices alone. */
export function columnLines({ columns, pricesWithVat }: Recognised): string[] {
  const plain = (Object.entries(fields) as [Role, string][]).flatMap(([role, field]) => {
    const found = columns[role];
    return found === undefined ? [] : [entry(found, field)];
  });
  const { item, description, unitPrice } = columns;
  const [name, text] = [`${line}.name`, `${line}.description`];
  const items =
    item && description
      ? [entry(item, name), entry(description, text)]
      : [item ?? description].flatMap((each) => (each ? [entry(each, `[${name}, ${text}]`)] : []));
  const price = unitPrice && !pricesWithVat ? [entry(unitPrice, `${line}.price.base_amount`)] : [];
  return ["columns:", ...plain, ...items, ...price];
}

const entry = ({ heading }: ColumnFacts, field: string): string => `  ${yamlName(heading)}: ${field}`;

/** The supplier by what the sheet says of it; the book has everything else. */
export function supplierLines({ trn, supplierCode, supplierName }: Columns): string[] {
  const [column, by] = trn ? [trn, "trn"] : supplierCode ? [supplierCode, "code"] : [supplierName, "name"];
  if (column === undefined) return [];
  return [
    "",
    "# The supplier is found in the supplier book (selfbill suppliers) by trn, code or name; the book has its address and account.",
    `supplier: { column: ${yamlName(column.heading)}, by: ${by} }`,
  ];
}

/** The price where no column has it as a document needs it. */
export function priceLines({ columns, pricesWithVat }: Recognised): string[] {
  const { unitPrice, net, gross, quantity } = columns;
  const divided = quantity === undefined ? "" : `, quantity: ${yamlName(quantity.heading)}`;
  const about = "# The price is calculated: exact, with a base quantity where value ÷ quantity does not end.";
  if (unitPrice && pricesWithVat)
    return [
      "",
      "# Prices include VAT: the net price is calculated.",
      `price: { unit_price: ${yamlName(unitPrice.heading)}, vat: included }`,
    ];
  if (unitPrice) return [];
  if (net) return ["", about, `price: { amount: ${yamlName(net.heading)}${divided} }`];
  return gross ? ["", about, `price: { amount: ${yamlName(gross.heading)}${divided}, vat: included }`] : [];
}

/** What the other program calculated, to be compared. */
export function controlLines({ columns }: Recognised, rows: readonly Row[]): string[] {
  const { net, vat, gross, number } = columns;
  const all = [
    ["net", net],
    ["vat", vat],
    ["gross", gross],
  ] as const;
  const known = all.flatMap(([name, column]) => (column ? [{ name, column }] : []));
  if (known.length === 0) return [];
  const ofDocument = number !== undefined && known.every(({ column }) => isOfDocument(rows, number, column));
  return [
    "",
    "# What the other program calculated: differences are shown before anything is sent, those up to the tolerance as warnings.",
    "control:",
    ...known.map(({ name, column }) => `  ${name}: ${yamlName(column.heading)}`),
    ...(ofDocument ? ["  of: document"] : []),
    '  tolerance: "0.00"',
  ];
}

/** What decides between invoices and credit notes, and which rows count. */
export function conditionLines(
  { columns }: Recognised,
  rows: readonly Row[],
  otherwise: string,
): { kind: string[]; only: string[] } {
  const { type, status } = columns;
  return { kind: kindLines(columns, type, rows, otherwise), only: onlyLines(status) };
}

function kindLines(
  { net, gross, quantity, number }: Columns,
  type: ColumnFacts | undefined,
  rows: readonly Row[],
  otherwise: string,
): string[] {
  const [credits, invoices] = [type?.words.filter(isCredit) ?? [], type?.words.filter(isInvoice) ?? []];
  if (type && credits.length > 0 && invoices.length > 0)
    return [
      "kind:",
      `  column: ${yamlName(type.heading)}`,
      `  invoice: [${invoices.map(yamlName).join(", ")}]`,
      `  credit-note: [${credits.map(yamlName).join(", ")}]`,
    ];
  const signed = [gross, net, quantity].find((each) => each && number && rows.some((row) => isNegative(row, each)));
  if (signed === undefined) return [`kind: ${otherwise}`];
  return ["# A document with a total below zero is a credit note.", `kind: { sign_of: ${yamlName(signed.heading)} }`];
}

function isNegative(row: Row, { column }: ColumnFacts): boolean {
  const value = cellNumber(row.cells[column]);
  return value !== undefined && money.isNegative(value) && shownText(row.cells[column]) !== "";
}

function onlyLines(status: ColumnFacts | undefined): string[] {
  const good = status?.words.filter((word) => !isUnfinished(word)) ?? [];
  if (status === undefined || good.length === 0 || good.length === status.words.length) return [];
  return [
    "",
    "# Only rows with one of these words count.",
    "only_when:",
    `  ${yamlName(status.heading)}: [${good.map(yamlName).join(", ")}]`,
  ];
}

/** Category and rate of the lines: by words of a tax code or rate, else the standard rate. */
export function vatLines({ taxCode, taxRate }: Columns): MapLines {
  const column = taxColumn(taxCode, taxRate);
  if (column === undefined) return { lines: [], assumed: [] };
  const words = column.words.map((word) => {
    const guess = vatGuess(word);
    return guess === undefined ? `    # ${yamlName(word)}: S 5` : `    ${yamlName(word)}: ${guess}`;
  });
  const lines = [
    "",
    "# Words of the column and the VAT category and rate of each: S 5, Z 0, E, O, AE 5, N 5.",
    "vat:",
    `  column: ${yamlName(column.heading)}`,
    "  words:",
    ...words,
  ];
  const assumed =
    column.words.some((word) => vatGuess(word) === "Z 0") && taxCode === undefined
      ? [`0 % in ${column.heading} is zero-rated (Z), not exempt (E)`]
      : [];
  return { lines, assumed };
}

/** The column whose words say the category; one with too many words says none. */
function taxColumn(taxCode: ColumnFacts | undefined, taxRate: ColumnFacts | undefined): ColumnFacts | undefined {
  return [taxCode, taxRate].find((each) => each !== undefined && each.words.length > 0);
}

/** Words of the unit column. */
export function wordLines({ unit }: Columns): string[] {
  const words = unit?.words.filter((word) => unitGuess(word) !== word) ?? [];
  if (unit === undefined || words.length === 0) return [];
  const lines = words.map((word) => {
    const guess = unitGuess(word);
    return guess === undefined ? `    # ${yamlName(word)}: H87` : `    ${yamlName(word)}: ${guess}`;
  });
  return ["", "words:", `  ${yamlName(unit.heading)}:`, ...lines];
}

/** Values that stand in where no column has them. */
export function fixedLines({ taxCode, taxRate, unit, quantity, currency }: Columns): {
  defaults: string[];
  constants: string[];
  assumed: string[];
} {
  const isTaxed = taxColumn(taxCode, taxRate) === undefined;
  const constants = [
    ...(isTaxed ? [`  ${line}.classified_tax_category.id: S`, `  ${line}.classified_tax_category.percent: 5`] : []),
    ...(unit === undefined ? [`  ${line}.unit_code: H87`] : []),
    ...(quantity === undefined ? [`  ${line}.quantity: 1`] : []),
  ];
  const assumed = [
    ...(isTaxed ? ["all lines have the standard rate of 5 %"] : []),
    ...(unit === undefined ? ["quantities are pieces (H87)"] : []),
    ...(quantity === undefined ? ["each row is a quantity of 1"] : []),
    ...(currency === undefined ? ["amounts are in AED"] : []),
  ];
  return {
    defaults: ["", "defaults:", '  profile_execution_id: "00000000"', "  document_currency_code: AED"],
    constants,
    assumed,
  };
}
