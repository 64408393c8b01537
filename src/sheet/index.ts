/**
 * Turns spreadsheets into documents, and writes their results back: workbooks and CSV files, the map of their
 * columns, and the cell that a problem comes from. Amounts remain exact strings throughout. This folder does not
 * apply rules, send or print; it is loaded only for spreadsheets.
 */
export { builtInMap, mapText } from "./built-in-map.ts";
export { type Cell, type Row, type Sheet, shownText } from "./cell.ts";
export { documentsOf, type SheetDocuments } from "./documents.ts";
export type { SheetDocument } from "./draft.ts";
export { failedSheet } from "./failed-rows.ts";
export { fieldInWords } from "./field-path.ts";
export { hasOwnHeadings, hasSameHeadings } from "./foreign.ts";
export type { SupplierKey } from "./map/map-parts.ts";
export { mapJsonSchema } from "./map/map-schema.ts";
export type { DecimalStyle } from "./numbers/number-sign.ts";
export { type HeaderFile, isCsvName, maxSheetBytes, openFittingSheet, openSheet } from "./open-sheet.ts";
export type { SayGaps } from "./places.ts";
export {
  constantsFor,
  isEitherKind,
  type MapAnswers,
  type MissingField,
  type MoneyDoubt,
  meaningsOf,
  type NeededRole,
  type OpenQuestion,
  type OpenTitle,
  type Proposal,
  proposeMap,
  type Role,
  roleWords,
  type Said,
  saidOf,
  subjectInWords,
  toFill,
  type UsedColumn,
  type WordSubject,
  wordsLine,
  type ZeroMeaning,
} from "./propose/index.ts";
export { isResultsSheet, type RowResult, resultsSheet } from "./results.ts";
export { lineFor, linesFor, undecidedColumns, undecidedProblems } from "./rules/undecided.ts";
export { readMap, type SheetMap } from "./sheet-map.ts";
export { type SheetSupplier, suppliersOfTable } from "./sheet-suppliers.ts";
export { gapHeadings, gapWorkbook, listWorkbook, supplierCsv, supplierWorkbook } from "./supplier-template.ts";
export { cellSpot, type Table, tableOf } from "./table.ts";
export type { FindSupplier } from "./take-cell.ts";
export { type DateOrder, takeDate } from "./take-date.ts";
export { takeNumber } from "./take-number.ts";
export { takeText } from "./take-text.ts";
export { templateCsv, templateWorkbook } from "./template.ts";
