import type { DocumentKind } from "../document/index.ts";
import { type OutCell, writeCsv, writeXlsx } from "../tables/index.ts";
import { type TemplateColumn, templateColumns } from "./template-columns.ts";
import { exampleRows } from "./template-examples.ts";

/** Number of empty rows whose cells are formatted as text, so that a TRN typed there does not become a number. */
const readyRows = 300;

const columnsOf = (kind: DocumentKind): TemplateColumn[] =>
  templateColumns.filter(({ only, isAdded }) => !isAdded && (only === undefined || only === kind));

/** Returns the ready-made sheet as a workbook: headings, example documents, and a sheet that explains each column. */
export function templateWorkbook(kind: DocumentKind): Promise<Uint8Array> {
  const columns = columnsOf(kind);
  const head = columns.map(({ heading }): OutCell => ({ text: heading, bold: true }));
  const examples = exampleRows(kind).map((row) => columns.map((column) => exampleCell(row[column.heading], column)));
  const empty = columns.map((column): OutCell | undefined => (column.asText ? { text: "", format: "@" } : undefined));
  const rows = [head, ...examples, ...Array.from({ length: readyRows }, () => empty)];
  const widths = columns.map(({ heading, asText }) => Math.max(heading.length + 2, asText ? 18 : 14));
  const name = kind === "invoice" ? "Invoices" : "Credit notes";
  return writeXlsx([{ name, rows, widths, sticky: 1 }, helpSheet(columns)]);
}

/** Returns the table of `templateWorkbook` as CSV, without the sheet of explanations. */
export function templateCsv(kind: DocumentKind): string {
  const columns = columnsOf(kind);
  return writeCsv([
    columns.map(({ heading }) => heading),
    ...exampleRows(kind).map((row) => columns.map(({ heading }) => row[heading] ?? "")),
  ]);
}

function exampleCell(text: string | undefined, { asText, meta }: TemplateColumn): OutCell | undefined {
  if (text === undefined) return asText ? { text: "", format: "@" } : undefined;
  if (asText) return { text, format: "@" };
  const form = meta?.form?.is;
  if (form === "decimal" && meta?.cell === undefined) return { text, is: "number", format: "#,##0.00##" };
  if (form === "date") return { text: serialOf(text), is: "number", format: "yyyy-mm-dd" };
  return { text };
}

/** Returns the day number of a date, which must be after February 1900. */
function serialOf(date: string): string {
  return String((Date.parse(`${date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000);
}

function helpSheet(columns: readonly TemplateColumn[]) {
  const lines = columns.map(({ heading, fields, words, meta }): OutCell[] => {
    const description = meta?.description ?? "A name of your supplier book";
    const each = fields[0]?.startsWith("document_lines.") ? "each line" : "the document";
    return [heading, each, description, Object.keys(words ?? {}).join(", "), fields.join(", ")].map((text) => ({
      text,
      wrap: true,
    }));
  });
  const head = ["Column", "Belongs to", "What it is", "Words it takes (or the code)", "Field"].map(
    (text): OutCell => ({ text, bold: true }),
  );
  const remarks = [
    "Each row is a line. Rows with the same number are one document; what belongs to the document can be in its first row only.",
    "Columns that you do not need may be left empty or deleted. TRN, TIN, IBAN and codes are texts: keep the format Text.",
  ].map((text): OutCell[] => [{ text }]);
  return { name: "Help", rows: [head, ...lines, [], ...remarks], widths: [26, 14, 50, 50, 60], sticky: 1 };
}
