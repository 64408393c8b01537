import { type Amount, money, unitInWords } from "../../document/index.ts";
import { type Row, shownText } from "../cell.ts";
import { normal } from "../map/map-parts.ts";
import type { MoneyDoubt } from "./doubt.ts";
import { amountIn, type ColumnFacts } from "./facts.ts";
import { meantBy, unitGuess } from "./guess-words.ts";
import type { Role } from "./headings.ts";
import { type Columns, isNoRate, isOfDocument, type Recognised } from "./roles.ts";

const line = "document_lines";

/** Fields that are filled with the unchanged value of a role's column. */
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
  order: "order_reference.id",
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
  priceBase: `${line}.price.base_quantity`,
  discountPercent: `${line}.allowances.multiplier_factor_numeric`,
  documentDiscount: "allowances.amount",
  charge: `${line}.charges.amount`,
  prepaid: "prepaid_amount",
  rounding: "payable_rounding_amount",
  receipt: "receipt_document_reference.id",
  receiptDate: "receipt_document_reference.issue_date",
  orderLine: `${line}.order_line_reference.line_id`,
};

/** Returns the field that a column with this role fills; undefined if it is read by another part of the map. */
export const fieldOfRole = (role: Role): string | undefined =>
  role === "unitPrice" ? `${line}.price.base_amount` : fields[role];

/** Lines for a map, and assumptions that no column confirms. */
export interface MapLines {
  readonly lines: readonly string[];
  readonly assumed: readonly string[];
}

/** Quotes a name for YAML, unless it consists of letters and spaces and is not a keyword such as `yes`. */
export function yamlName(name: string): string {
  return /^[A-Za-z][A-Za-z ]*$/.test(name) && !/^(?:y|yes|n|no|true|false|on|off|null)$/i.test(name)
    ? name
    : JSON.stringify(name);
}

/** `doubts`: lines for columns that are still to be decided. */
export function columnLines(recognised: Recognised, doubts: readonly string[] = []): string[] {
  const isOpen = (heading: string): boolean => doubts.some((each) => each.startsWith(`  ${yamlName(heading)}: `));
  const lines = pairs(recognised)
    .filter(([heading]) => !isOpen(heading))
    .map(([heading, [field = "", ...more]]) => {
      const paths = more.length === 0 ? field : `[${[field, ...more].join(", ")}]`;
      return `  ${yamlName(heading)}: ${paths}`;
    });
  const about = "# To decide: keep one of the words behind ?, without the sign; until then nothing is sent.";
  return ["columns:", ...lines, ...(doubts.length === 0 ? [] : [about, ...doubts]), ...timesLines(recognised.columns)];
}

/** Returns the part that multiplies numbers, as the heading `Qty '000` says. */
function timesLines(columns: Columns): string[] {
  const lines = Object.values(columns).flatMap(({ heading, says }) =>
    says.factor === undefined ? [] : [`  ${yamlName(heading)}: ${says.factor}`],
  );
  return lines.length === 0
    ? []
    : ["", "# Numbers of these columns are multiplied, as their headings say.", "times:", ...new Set(lines)];
}

/** Returns the heading of the column for each field, by the field's path. */
export function columnsByField(recognised: Recognised): ReadonlyMap<string, string> {
  const { quantity } = recognised.columns;
  const measured = quantity?.isMeasured ? [`${line}.quantity`, `${line}.unit_code`] : [];
  const all = [...pairs(recognised), ...(quantity ? [[quantity.heading, measured] as const] : [])];
  return new Map(all.flatMap(([heading, paths]) => paths.map((path) => [path, heading])));
}

function pairs(recognised: Recognised): (readonly [heading: string, fields: readonly string[]])[] {
  const { columns } = recognised;
  const plain = (Object.entries(fields) as [Role, string][]).map(([role, field]) => {
    const found = columns[role];
    return [found?.isMeasured ? undefined : found, [field]] as const;
  });
  const { item, description, unitPrice } = columns;
  const [name, text] = [`${line}.name`, `${line}.description`];
  const items =
    item && description
      ? ([
          [item, [name]],
          [description, [text]],
        ] as const)
      : ([[item ?? description, [name, text]]] as const);
  const price = [
    [inclusionOf(recognised) === "excluded" ? unitPrice : undefined, [`${line}.price.base_amount`]],
  ] as const;
  return [...plain, ...items, ...price].flatMap(([found, paths]) => (found ? [[found.heading, paths] as const] : []));
}

/** Returns the lines that find the supplier in the supplier book, which provides all its other data. */
export function supplierLines({ trn, supplierCode, supplierName }: Columns): string[] {
  const [column, by] = trn ? [trn, "trn"] : supplierCode ? [supplierCode, "code"] : [supplierName, "name"];
  if (column === undefined) return [];
  return [
    "",
    "# The supplier is found in the supplier book (selfbill suppliers) by trn, code or name; the book has its address and account.",
    `supplier: { column: ${yamlName(column.heading)}, by: ${by} }`,
  ];
}

/** Returns the lines that calculate the price; none if a column has it without VAT. */
export function priceLines(recognised: Recognised): string[] {
  const { unitPrice, net, gross, quantity, inclusive, metalAmount } = recognised.columns;
  const inclusion = inclusionOf(recognised);
  const divided = quantity === undefined ? "" : `, quantity: ${yamlName(quantity.heading)}`;
  const about = "# The price is calculated: exact, with a base quantity where value ÷ quantity does not end.";
  if (metalAmount)
    return [
      "",
      about,
      `price: { amount: ${yamlName(metalAmount.heading)}${divided} }`,
      ...makingLines(recognised.columns),
    ];
  if (unitPrice && inclusive && inclusion === "by row")
    return [
      "",
      `# ${inclusive.heading} says for each row whether its price includes VAT; the net price is calculated.`,
      "price:",
      `  unit_price: ${yamlName(unitPrice.heading)}`,
      `  vat: { column: ${yamlName(inclusive.heading)}, ${(["included", "excluded"] as const).map((each) => `${each}: [${inclusionWords(inclusive, each).map(yamlName).join(", ")}]`).join(", ")} }`,
    ];
  if (unitPrice && inclusion === "included")
    return [
      "",
      "# Prices include VAT: the net price is calculated.",
      `price: { unit_price: ${yamlName(unitPrice.heading)}, vat: included }`,
    ];
  if (unitPrice) return [];
  if (net) return ["", about, `price: { amount: ${yamlName(net.heading)}${divided} }`];
  return gross ? ["", about, `price: { amount: ${yamlName(gross.heading)}${divided}, vat: included }`] : [];
}

function makingLines({ makingAmount }: Columns): string[] {
  return makingAmount === undefined
    ? []
    : [
        "",
        "# The making is a service that is priced apart, so that it bears VAT: a line of its own in each row that has one.",
        "# Its code is below additional_item_identification: remove the # and write it, or keep it in the item book.",
        "more_lines:",
        `  ${yamlName(makingAmount.heading)}:`,
        "    vat: S 5",
        `    ${line}.name: Making charge`,
        `    ${line}.commodity_classification.commodity_code: S`,
        `    # ${line}.additional_item_identification.id: ""   # The service accounting code`,
      ];
}

/** Returns `by row` if a column says whether VAT is included; otherwise, headings and the sums of the rows decide. */
function inclusionOf({ columns: { inclusive }, pricesWithVat }: Recognised): "included" | "excluded" | "by row" {
  const [included, excluded] = (["included", "excluded"] as const).map((each) =>
    inclusive ? wordsOf(inclusive, each).length : 0,
  );
  if (included || excluded) return "by row";
  return pricesWithVat ? "included" : "excluded";
}

/** Returns the sheet's own words for this meaning, otherwise the usual ones. */
function inclusionWords(column: ColumnFacts, meaning: "included" | "excluded"): string[] {
  const seen = wordsOf(column, meaning);
  return seen.length > 0 ? seen : meaning === "included" ? ["true", "yes", "inclusive"] : ["false", "no", "exclusive"];
}

const wordsOf = ({ words }: ColumnFacts, meaning: string): string[] =>
  words.filter((word) => meantBy("inclusive", word) === meaning);

export function controlLines({ columns }: Recognised, rows: readonly Row[]): string[] {
  const { net, vat, gross, number } = columns;
  const all = [
    ["net", net],
    ["vat", vat],
    ["gross", gross],
  ] as const;
  const there = all.flatMap(([name, column]) => (column ? [{ name, column }] : []));
  if (there.length === 0) return [];
  // If there are both document-level and line-level amounts, the document-level ones are compared, because they are
  // what the supplier is paid.
  const isWhole = (column: ColumnFacts): boolean => number !== undefined && isOfDocument(rows, number, column);
  const whole = there.filter(({ column }) => isWhole(column));
  const ofDocument = whole.length === there.length || (gross !== undefined && isWhole(gross));
  const known = ofDocument ? whole : there;
  return [
    "",
    "# What the other program calculated: differences are shown before anything is sent, those up to the tolerance as warnings.",
    "control:",
    ...known.map(({ name, column }) => `  ${name}: ${yamlName(column.heading)}`),
    ...(ofDocument ? ["  of: document"] : []),
    '  tolerance: "0.00"',
  ];
}

/**
 * Returns the `words:` part of a map, with units and item types; in it, an exchange rate of 1 and a discount of 0 count
 * as empty.
 */
export function wordLines({ unit, itemType, rate, discount }: Columns, more: readonly string[] = []): string[] {
  const units = listLines(unit, (word) => unitGuess(word), '""');
  const types = listLines(itemType, (word) => meantBy("itemType", word), "G");
  const all = [...units, ...types, ...emptied(rate, isNoRate), ...emptied(discount, money.isZero), ...more];
  return all.length === 0 ? [] : ["", "words:", ...all];
}

function listLines(
  column: ColumnFacts | undefined,
  guess: (word: string) => string | undefined,
  example: string,
): string[] {
  const meaning = (word: string): string | undefined => column?.said.get(normal(word)) ?? guess(word);
  const words = column?.words.filter((word) => meaning(word) !== word) ?? [];
  if (column === undefined || words.length === 0) return [];
  const lines = words.map((word) => {
    const meant = meaning(word);
    return meant === undefined ? `    # ${yamlName(word)}: ${example}` : `    ${yamlName(word)}: ${meant}`;
  });
  return [`  ${yamlName(column.heading)}:`, ...lines];
}

/** Returns the lines that split cells with both a quantity and its unit. */
export function measureLines({ quantity }: Columns): MapLines {
  if (quantity?.isMeasured !== true) return { lines: [], assumed: [] };
  const from = (piece: string): string => `{ column: ${yamlName(quantity.heading)}, take: ${piece} }`;
  const words = listLines({ ...quantity, words: quantity.units }, (word) => unitGuess(word), '""').slice(1);
  const lines = [
    "",
    "# A number and its unit in one cell.",
    "fields:",
    `  ${line}.quantity: { from: ${from("number")} }`,
    `  ${line}.unit_code:`,
    `    from: ${from("unit")}`,
    ...(words.length === 0 ? [] : ["    words:", ...words.map((each) => `  ${each}`)]),
  ];
  return { lines, assumed: [`${quantity.heading} has the quantity and its unit in one cell`] };
}

/** Returns lines that make certain numbers, spelled as in the sheet, count as empty cells. */
function emptied(column: ColumnFacts | undefined, saysNothing: (value: Amount) => boolean): string[] {
  const found = (column?.rows ?? []).flatMap((row) => {
    const value = column && amountIn(row, column);
    return value && saysNothing(value) ? [shownText(row.cells[column.column]).trim()] : [];
  });
  const lines = [...new Set(found)].map((word) => `    ${JSON.stringify(word)}: ""`);
  return column && lines.length > 0 ? [`  ${yamlName(column.heading)}:`, ...lines] : [];
}

/** Returns the lines for values that are the same in all rows. `vat`: the category and rate, if no column shows VAT. */
export function fixedLines(
  columns: Columns,
  vat: string | undefined,
  money: string | undefined,
  doubts: readonly MoneyDoubt[],
): { defaults: string[]; constants: string[]; assumed: string[] } {
  const { unit, quantity, currency, item, description, unitPrice } = columns;
  const [category, rate] = vat?.split(" ") ?? [];
  const isAsked = (role: Role): boolean => doubts.some(({ may }) => may.includes(role));
  const any = unit === undefined ? (unitAsked(columns, doubts) ?? unitOfQuantity(columns)) : undefined;
  const of = isAsked("unit") ? undefined : any;
  const isOne = quantity === undefined && !isAsked("quantity");
  const constants = [
    ...(category === undefined ? [] : [`  ${line}.classified_tax_category.id: ${category}`]),
    ...(rate === undefined ? [] : [`  ${line}.classified_tax_category.percent: ${rate}`]),
    ...(of === undefined ? [] : [`  ${line}.unit_code: ${of}`]),
    ...(any === undefined || of !== undefined
      ? []
      : [`  # ${line}.unit_code: ${any}   # ${unitInWords("2", any)}, if no column above is the unit: remove the #`]),
    ...(isOne ? [`  ${line}.quantity: 1`] : []),
    ...(unitPrice?.says.per === undefined || columns.priceBase
      ? []
      : [`  ${line}.price.base_quantity: ${unitPrice.says.per}`]),
    ...(money === undefined
      ? []
      : [`  document_currency_code: ${money.startsWith("?") ? JSON.stringify(money) : money}`]),
    ...reasonLines(columns),
  ];
  const assumed = [
    ...(vat === "S 5" && !doubts.some(({ subject }) => subject === "vat")
      ? ["all lines have the standard rate of 5 %"]
      : []),
    ...(of === undefined || quantity === undefined || isUnitSaid(columns)
      ? []
      : [`quantities are in ${unitInWords("2", of)}`]),
    ...(isOne ? [`each row is a quantity of 1${of === undefined ? "" : ` ${unitInWords("1", of)}`}`] : []),
    ...(currency === undefined && money === undefined && !isAsked("currency") ? ["amounts are in AED"] : []),
    ...(item === undefined && description === undefined
      ? ["the sheet has no lines: each row is a line, and what it is for is the same in all"]
      : []),
  ];
  return {
    defaults: [
      "",
      "defaults:",
      '  profile_execution_id: "00000000"',
      ...(money === undefined ? ["  document_currency_code: AED"] : []),
    ],
    constants,
    assumed,
  };
}

/** The unit that heads a column which may be the quantity, such as `Days`. */
const unitAsked = ({ quantity }: Columns, doubts: readonly MoneyDoubt[]): string | undefined =>
  quantity === undefined
    ? doubts.flatMap(({ heading, may }) => (may[0] === "quantity" ? (unitGuess(heading) ?? []) : []))[0]
    : undefined;

/** Returns the reasons and the VAT of discounts and charges, which documents must state. */
function reasonLines({
  discount,
  discountPercent,
  documentDiscount,
  charge,
}: Partial<Record<Role, Pick<ColumnFacts, "heading">>>): string[] {
  return [
    ...((discount ?? discountPercent) ? [`  ${line}.allowances.reason: Discount`] : []),
    ...(charge ? [`  ${line}.charges.reason: ${yamlName(charge.heading)}`] : []),
    ...(documentDiscount
      ? ["  allowances.reason: Discount", "  allowances.tax_category.id: S", "  allowances.tax_category.percent: 5"]
      : []),
  ];
}

/** Returns what a map must state beside a column of this role, such as the reason of a discount. */
export const constantsFor = (heading: string, role: Role | undefined): string[] =>
  role === undefined ? [] : reasonLines({ [role]: { heading } }).map((each) => each.trim());

const isUnitSaid = ({ quantity, unitPrice }: Columns): boolean =>
  (quantity?.says.unit ?? unitPrice?.says.unit) !== undefined;

/** Returns the unit if no column has it: the one of a heading, pieces, or for a weight the unit in its heading; undefined if unknown. */
function unitOfQuantity({ quantity, weight, unitPrice }: Columns): string | undefined {
  if (quantity?.isMeasured) return undefined;
  const said = quantity?.says.unit ?? unitPrice?.says.unit;
  if (said !== undefined) return said;
  if (quantity === undefined || quantity !== weight) return "H87";
  const word = /(?:^|\W)(kgs?|gms?|g|grams?|cts?|carats?)(?:\W|$)/i.exec(quantity.heading)?.[1];
  // Jewellers give the weight of pure or fine metal in grams.
  return word === undefined ? (/pure|fine/i.test(quantity.heading) ? "GRM" : undefined) : unitGuess(word);
}
