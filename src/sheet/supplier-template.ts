import { type OutCell, writeCsv, writeXlsx } from "../tables/index.ts";

interface SupplierColumn {
  readonly heading: string;
  readonly says: string;
  /** Values for the two example suppliers. */
  readonly examples: readonly [string, string];
  /** Formats the cells as text, so that no digits are lost. */
  readonly asText?: true;
}

const text = { asText: true } as const;

/** Columns are in the order of an invoice; `suppliers import` can read every heading. */
const columns: readonly SupplierColumn[] = [
  { heading: "Supplier", says: "Short name to call it by; each one once", examples: ["desert-lime", "oasis-paper"] },
  {
    heading: "Legal name",
    says: "As the trade licence has it",
    examples: ["Desert Lime Trading LLC", "Oasis Paper Trading LLC"],
  },
  {
    heading: "TRN",
    says: "15 digits; the TIN follows from it",
    examples: ["100234567400003", "100345678500003"],
    ...text,
  },
  {
    heading: "Trade licence no.",
    says: "Number of the licence, not the TRN",
    examples: ["CN-1029384", "CN-5550123"],
    ...text,
  },
  {
    heading: "Licence type",
    says: "TL (trade licence), CD (cabinet decision), EID (Emirates ID) or PAS (passport)",
    examples: ["TL", "TL"],
  },
  {
    heading: "Licence authority",
    says: "Who issued the licence",
    examples: ["Dubai Department of Economy and Tourism", "Sharjah Economic Development Department"],
  },
  { heading: "Street", says: "Street and number", examples: ["Al Quoz Street 14", "Industrial Area 5, Street 2"] },
  { heading: "City", says: "City", examples: ["Dubai", "Sharjah"] },
  { heading: "Emirate", says: "Name or code; abroad the region", examples: ["Dubai", "Sharjah"] },
  { heading: "Country", says: "Name or code", examples: ["United Arab Emirates", "United Arab Emirates"] },
  {
    heading: "E-mail",
    says: "Where it gets its invoices",
    examples: ["billing@desertlime.example", "accounts@oasispaper.example"],
  },
  { heading: "Telephone", says: "With the country's code", examples: ["+97142000111", "+97165000222"], ...text },
  {
    heading: "IBAN",
    says: "Account to pay to; 23 characters in the UAE",
    examples: ["AE560990000001234567890", ""],
    ...text,
  },
  { heading: "Account holder", says: "Whose account it is", examples: ["Desert Lime Trading LLC", ""] },
  {
    heading: "Agreement",
    says: "Number of the self-billing agreement",
    examples: ["SBA-2026-014", "SBA-2026-021"],
    ...text,
  },
  { heading: "Agreement date", says: "First day, YYYY-MM-DD", examples: ["2026-01-01", "2026-03-01"], ...text },
  {
    heading: "Agreement until",
    says: "Last day, YYYY-MM-DD; empty if open-ended",
    examples: ["2027-12-31", ""],
    ...text,
  },
];

/** Number of empty rows whose cells are formatted as text, so that a TRN typed there does not become a number. */
const readyRows = 300;

/** Returns the template for suppliers as a workbook: headings, two examples, and a sheet that explains each column. */
export function supplierWorkbook(): Promise<Uint8Array> {
  const rows = [0, 1].map((at) => columns.map(({ examples }) => examples[at] ?? ""));
  const remark =
    "Replace the two examples. Empty cells stay empty in the supplier book; selfbill suppliers list marks what is incomplete.";
  return listWorkbook("Suppliers", columns, rows, { readyRows, remark });
}

/** Columns that only some suppliers need. */
const rare: ReadonlyArray<Pick<SupplierColumn, "heading" | "says" | "asText">> = [
  { heading: "TIN", says: "10 digits; leave it empty where it is the first ten of the TRN", ...text },
  { heading: "VAT group", says: "yes where the TRN is that of a VAT group; write its own TIN as well" },
  { heading: "Electronic address", says: "Where it is reached on the network; in the UAE its TIN", ...text },
  { heading: "Name in Arabic", says: "Printed on the document" },
  { heading: "Country of the passport", says: "Of an individual who is registered by passport" },
];

/** The headings with which a list of suppliers to complete begins; `suppliers import` can read all of them. */
export const gapHeadings: readonly string[] = [...columns, ...rare].map(({ heading }) => heading);

/** The heading of the last column, which `suppliers import` ignores. */
export const gapHeading = "What is missing";

/**
 * Returns a list of suppliers to complete. Each row has the existing values under `gapHeadings` and `further`, and
 * names the missing ones in the last column.
 */
export function gapWorkbook(further: readonly string[], rows: ReadonlyArray<readonly string[]>): Promise<Uint8Array> {
  const more = further.map((heading) => ({ heading, says: "Field of the supplier book", ...text }));
  const last = { heading: gapHeading, says: "Empty cells and cells to correct; this column is not read" };
  const remark = "Fill in what is missing, save the file, then: selfbill suppliers import FILE --update";
  return listWorkbook("Suppliers", [...columns, ...rare, ...more, last], rows, { readyRows: 0, remark });
}

/**
 * Returns a list to fill in: headings, existing values, and a sheet that explains each column. `remark` says what to do
 * with the list.
 */
export function listWorkbook(
  name: string,
  columns: ReadonlyArray<Pick<SupplierColumn, "heading" | "says" | "asText">>,
  rows: ReadonlyArray<readonly string[]>,
  { readyRows, remark }: { readonly readyRows: number; readonly remark: string },
): Promise<Uint8Array> {
  const head = columns.map(({ heading }): OutCell => ({ text: heading, bold: true }));
  const cells = rows.map((row) =>
    columns.map(({ asText }, at): OutCell => ({ text: row[at] ?? "", ...(asText ? { format: "@" } : {}) })),
  );
  const empty = columns.map(({ asText }): OutCell | undefined => (asText ? { text: "", format: "@" } : undefined));
  const widths = columns.map(
    ({ heading }, at) => Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)) + 2,
  );
  const help = columns.map(({ heading, says }): OutCell[] => [{ text: heading }, { text: says, wrap: true }]);
  return writeXlsx([
    {
      name,
      rows: [head, ...cells, ...Array.from({ length: readyRows }, () => empty)],
      widths: widths.map((width) => Math.min(width, 80)),
      sticky: 1,
    },
    {
      name: "Help",
      rows: [["Column", "What it is"].map((text) => ({ text, bold: true })), ...help, [], [{ text: remark }]],
      widths: [22, 80],
      sticky: 1,
    },
  ]);
}

/** Returns the template for suppliers as CSV. */
export function supplierCsv(): string {
  const rows = [0, 1].map((at) => columns.map(({ examples }) => examples[at] ?? ""));
  return writeCsv([columns.map(({ heading }) => heading), ...rows]);
}
