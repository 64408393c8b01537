import type { DocumentKind } from "../document/index.ts";
import { bug } from "../problem/index.ts";
import { readMap, type SheetMap } from "./sheet-map.ts";
import { readersColumns, type TemplateColumn, templateColumns, templateDefaults } from "./template-columns.ts";

/**
 * Returns the map file of the sheet template (YAML) for one kind of document; leaves out fields that only the other
 * kind has.
 */
export function mapText(of: DocumentKind): string {
  return textOf(of, ({ isAdded }) => !isAdded);
}

function textOf(of: DocumentKind, isMeant: (column: TemplateColumn) => boolean): string {
  const columns = templateColumns.filter((each) => (each.only === undefined || each.only === of) && isMeant(each));
  return [
    "# The map of columns and fields. Left of the colon the heading as the sheet writes it (case does not matter),",
    "# right of it the field: a path as in selfbill templates show standard-invoice, or a list of paths.",
    "# Each row is a line of a document (document_lines); rows with the same number are one document.",
    `kind: ${of}`,
    "",
    "# The sheet of a workbook; without it the one that has these headings.",
    "# sheet: Invoices",
    "",
    "# Dates that are written as text, such as 03/04/2026: dmy, mdy or ymd. Real dates of the spreadsheet need no order.",
    "# date_order: dmy",
    "",
    "# Numbers that are written as text: point (1,250.00) or comma (1.250,00); without it, a cell that can be read in one way only decides.",
    "# decimals: point",
    "",
    "# The column that is the same in all rows of a document; without it the one that feeds document_number. Name another one",
    "# where the service is to give the numbers.",
    "# group_by: Batch",
    "",
    "columns:",
    ...columns.map(
      ({ heading, fields }) => `  ${key(heading)}: ${fields.length === 1 ? fields[0] : `[${fields.join(", ")}]`}`,
    ),
    "",
    "# Words that the cells of a column may have, and the code for each. Codes can be written as well.",
    "words:",
    ...columns.flatMap(({ heading, words = {} }) => wordLines(heading, words)),
    "",
    "# Values for empty cells, or for columns that do not exist.",
    "defaults:",
    ...Object.entries(templateDefaults).map(
      ([path, value]) => `  ${path}: ${/^\d/.test(value) ? `"${value}"` : value}`,
    ),
    "",
    "# Values that are the same in every document or line and have no column.",
    "# constants:",
    "#   document_lines.classified_tax_category.id: S",
    "",
  ].join("\n");
}

function wordLines(heading: string, words: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(words);
  if (entries.length === 0) return [];
  return [`  ${key(heading)}:`, ...entries.map(([word, means]) => `    ${key(word)}: "${means}"`)];
}

/** Adds quotes unless the name has only letters, spaces and hyphens, which need none in YAML. */
function key(name: string): string {
  return /^[A-Za-z][A-Za-z -]*$/.test(name) ? name : JSON.stringify(name);
}

/** Returns the map of selfbill's own template; a sheet need not have all of its columns. */
export function builtInMap(kind: DocumentKind): SheetMap {
  const alike = Object.fromEntries(
    templateColumns.flatMap(({ heading, alike: other }) => (other ? [[heading, other]] : [])),
  );
  const read = readMap(Buffer.from(textOf(kind, () => true)), "built-in map", { kind, builtIn: true, alike });
  if (!read.ok) return bug(`its own map is wrong: ${read.problems[0].message}`);
  const ofOthers = templateColumns.flatMap(({ heading, only }) =>
    only === undefined || only === kind ? [] : [heading],
  );
  const corrected = templateColumns.find(({ fields }) => fields.includes("billing_reference.id"))?.heading;
  return {
    ...{ ...read.value, kind: undefined, ignored: [...readersColumns, ...ofOthers] },
    ofOtherKind: kind === "invoice" ? corrected : undefined,
  };
}
