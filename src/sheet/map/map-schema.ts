import { vatWords } from "./map-parts.ts";

type Schema = Readonly<Record<string, unknown>>;

const text = (description: string): Schema => ({ type: "string", description });
/** YAML may read a string as a number or boolean. */
const scalar = { type: ["string", "number", "boolean"] } as const;
const heading = (description: string): Schema => text(`Heading of a column: ${description}`);
const words = (description: string): Schema => ({
  type: "object",
  description,
  additionalProperties: { type: ["string", "number", "null"] },
});
const headings = (description: string): Schema => ({
  description,
  anyOf: [{ type: "string" }, { type: "array", items: { type: "string" }, minItems: 1 }],
});
const group = (
  description: string,
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema => ({
  type: "object",
  description,
  additionalProperties: false,
  properties,
  ...(required.length === 0 ? {} : { required }),
});

const wordList = (description: string): Schema => ({
  description,
  anyOf: [scalar, { type: "array", items: scalar, minItems: 1 }],
});

const wordsByColumn = (description: string): Schema => ({
  type: "object",
  description,
  additionalProperties: wordList("Words"),
});

const kind: Schema = {
  description: "What the rows are, or what decides it",
  anyOf: [
    { enum: ["invoice", "credit-note"] },
    group(
      "By the sign: a document whose rows add up to less than zero is a credit note",
      { sign_of: heading("the amount") },
      ["sign_of"],
    ),
    group(
      "By a word",
      {
        column: heading("the type"),
        invoice: wordList("Words for invoices"),
        "credit-note": wordList("Words for credit notes"),
      },
      ["column", "invoice", "credit-note"],
    ),
  ],
};

const source: Schema = {
  description: "Where a field comes from",
  anyOf: [
    heading("its value"),
    group("A column, a piece of it, or several joined", {
      from: {
        anyOf: [
          heading("its value"),
          group(
            "A piece of a cell",
            { column: heading("its value"), take: { type: "string", pattern: takePattern() } },
            ["column"],
          ),
        ],
      },
      join: { type: "array", items: { type: "string" }, minItems: 1, description: "Headings of cells that are joined" },
      with: text("Text between joined cells (default: a blank)"),
      words: words("Words of the cells and what each means"),
    }),
  ],
};

function takePattern(): string {
  return "^(?:(?:first|last) [1-9][0-9]{0,2}|(?:before|after) .+|number|unit)$";
}

const price: Schema = {
  description: "The price out of the value of a line, or out of a price with VAT",
  anyOf: [
    { type: "string", pattern: "^.+\\s/\\s.+$", description: "Amount / Quantity: two headings" },
    group("The same in parts", {
      amount: heading("the value of the line"),
      unit_price: heading("the price of one, with VAT"),
      quantity: heading("the quantity, where nothing else feeds it"),
      vat: {
        description: "Whether the amount or price includes VAT: in all rows, or by the word of a column",
        anyOf: [
          { enum: ["included", "excluded"] },
          group(
            "By a word",
            {
              column: heading("whether VAT is included"),
              included: wordList("Words for included"),
              excluded: wordList("Words for excluded"),
            },
            ["column", "included"],
          ),
        ],
      },
    }),
  ],
};

const category: Schema = { type: "string", pattern: vatWords.source, description: "Category and rate, such as S 5" };

const vat: Schema = {
  description: "VAT category and rate of the lines",
  anyOf: [
    { ...category, description: "Of all lines: category and rate, such as S 5" },
    group(
      "By words of tax codes",
      { column: heading("the tax code"), words: { type: "object", additionalProperties: category } },
      ["column", "words"],
    ),
    group(
      "By an amount: what rows without VAT are, and all others",
      {
        amount: heading("the VAT, or the amount with VAT"),
        less: heading("the amount without VAT, where amount is the one with VAT"),
        zero: category,
        other: category,
      },
      ["amount", "zero", "other"],
    ),
  ],
};

const moreLines: Schema = {
  type: "object",
  description: "Amounts of a row that are lines of their own, such as the making of gold; empty and 0 make none",
  additionalProperties: {
    type: "object",
    description: "The VAT of the line, and fields that are the same in all of them",
    properties: { vat: category },
    required: ["vat"],
    additionalProperties: scalar,
  },
};

const control: Schema = group("What the other program calculated; differences are shown before anything is sent", {
  net: heading("the net amount"),
  vat: heading("the VAT"),
  gross: heading("the total with VAT"),
  of: {
    enum: ["line", "document"],
    description: "Whether the columns have values of lines, or the document's in its rows",
  },
  tolerance: {
    type: ["string", "number"],
    description: "Largest difference that is only a warning, such as 0.01",
  },
});

const headers: Schema = group(
  "A second sheet, or a second CSV file in the same folder, with one row for each document",
  { sheet: text("Its name, such as Bills or bills.csv"), key: heading("what joins it to the lines") },
  ["sheet", "key"],
);

const dueDays: Schema = {
  type: ["integer", "string"],
  description: "Days from the issue date to the due date, where no cell has a due date",
};

const fillDown: Schema = {
  enum: ["yes", "no"],
  description: "yes: rows that have nothing in the columns of the document are further lines of the one above",
};

const version: Schema = {
  enum: [2, "2"],
  description: "Columns below ignore were decided by a person; without it, those that speak of money are asked about",
};

const times: Schema = {
  type: "object",
  description: "By heading: what the numbers of the column are multiplied by, such as 1000",
  additionalProperties: { type: ["string", "number"] },
};

const wordsByHeading: Schema = {
  type: "object",
  description: "By heading: words of the cells and what each means",
  additionalProperties: words("Words"),
};

/** Returns the JSON Schema of a map, for editors. It does not check field paths and headings; reading the map does. */
export function mapJsonSchema(): Schema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "selfbill map of columns and fields",
    type: "object",
    additionalProperties: false,
    properties: {
      version,
      kind,
      sheet: text("The sheet of a workbook"),
      headers,
      date_order: { enum: ["dmy", "mdy", "ymd"], description: "Order of dates that are written as text" },
      due_days: dueDays,
      decimals: { enum: ["point", "comma"], description: "Numbers written as text: 1,250.00 or 1.250,00" },
      group_by: headings(
        "The column that is the same in all rows of a document, or several, such as [Vendor, GRN No] or supplier + month; without it the one of document_number; each row: every row is a document",
      ),
      fill_down: fillDown,
      only_when: wordsByColumn("Rows count only where the cell has one of these words"),
      leave_out: wordsByColumn(
        "Rows with one of these words do not count; with only_when of the same column, any other word is an error",
      ),
      columns: {
        type: "object",
        description: "Headings and the field, or fields, that each is mapped to",
        additionalProperties: headings(
          "Path of a field; ignore; or what the column is, with the meaning of its words below words: vat, vat amount, net, gross, kind, status",
        ),
      },
      times,
      words: wordsByHeading,
      fields: {
        type: "object",
        description: "Fields and where each comes from, where that is more than a column",
        additionalProperties: source,
      },
      vat,
      price,
      more_lines: moreLines,
      supplier: group(
        "Finds an entry of the supplier book",
        { column: heading("what names the supplier"), by: { enum: ["trn", "code", "name"] } },
        ["column", "by"],
      ),
      control,
      defaults: {
        type: "object",
        description: "Values for empty cells, or for columns that do not exist",
        additionalProperties: scalar,
      },
      constants: {
        type: "object",
        description:
          "Values that are the same everywhere and have no column; several fields of one value with a comma between",
        additionalProperties: scalar,
      },
      ignore: headings("Headings that are known and not mapped"),
    },
  };
}
