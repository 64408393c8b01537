import type { ProblemEntry } from "./outcome.ts";

export const problemsOfSuppliersAndSheets = {
  // Problems with the supplier book
  "suppliers-broken": {
    outcome: "local_state",
    means: "The supplier book cannot be read or has errors. Documents that do not use it are not affected.",
    todo: "Fix the line shown. Or move the file away, and import the valid part of a copy.",
  },
  "no-supplier": {
    outcome: "invalid",
    means: "The name is not in the supplier book.",
    todo: "Correct the name (selfbill suppliers list), or add the supplier.",
  },
  "supplier-differs": {
    outcome: "invalid",
    means:
      "A document names a supplier of the book and describes it differently. One of the two is wrong; money or VAT may go to the wrong place.",
    todo: "Find out which is correct; remove the field from the document, or change the book.",
  },
  "supplier-exists": {
    outcome: "usage",
    means: "A supplier of that name is in the book already, and nothing was overwritten.",
    todo: "selfbill suppliers edit changes a field; --replace replaces the entry.",
  },
  "no-number-code": {
    outcome: "invalid",
    means:
      "The profile's number series has {supplier}, and the supplier book has no code for this supplier, or the same one for another.",
    todo: "Give the supplier a code: selfbill suppliers edit NAME --set number_code=CODE.",
  },
  "agreement-missing": {
    outcome: "done",
    means:
      "The supplier book has no self-billing agreement with this supplier. Without one the buyer may lose the input VAT.",
    todo: "Agree in writing, then add number and date to the book.",
  },
  "agreement-not-valid": {
    outcome: "done",
    means: "On the day of the document the self-billing agreement had ended, or had not begun.",
    todo: "Renew it, or correct the dates in the book or in the document.",
  },
  "tax-question": {
    outcome: "done",
    means:
      "Who accounts for the VAT depends on why the goods are bought, or on declarations that were given before; no field of a document says it.",
    todo: "Answer it once for the supplier; the answer is kept in the supplier book.",
  },
  "agreement-ending": {
    outcome: "done",
    means: "The self-billing agreement ends within 30 days, or its yearly review is due.",
    todo: "Renew it in time, and enter the new end date in the book. After a review: selfbill suppliers agreement NAME --reviewed.",
  },
  "supplier-changed": {
    outcome: "usage",
    means:
      "The TRN or TIN, or who is paid (account, bank, holder, payee, an IBAN in a text), differs from the last document to the same supplier, or from the supplier book. This is a common payment-fraud pattern.",
    todo: "Call the supplier on a telephone number that you knew before. If the change is correct, answer yes, or add --accept-changed-supplier.",
  },
  "account-shared": {
    outcome: "done",
    means:
      "Several suppliers have the same account, in the supplier book or in documents. They may belong together; it can also be a payment fraud.",
    todo: "Call each of them on a telephone number that you knew before, and correct the account that is wrong.",
  },
  // Problems with the item book
  "items-broken": {
    outcome: "local_state",
    means:
      "The item book cannot be read or has errors. Documents in files of their own do not use it; spreadsheets and questions do.",
    todo: "Fix the line shown. Or move the file away, and import the valid part of a copy.",
  },
  "no-item": {
    outcome: "invalid",
    means: "The code or name is not in the item book.",
    todo: "Correct the name (selfbill items list), or add the item with selfbill items set.",
  },
  "item-exists": {
    outcome: "usage",
    means: "The item book already has items of the list with other values, and nothing was changed.",
    todo: "If the list is correct, add --update; if the book is, correct the list.",
  },
  "item-from-book": {
    outcome: "done",
    means:
      "Lines of a spreadsheet do not say something about their item, and the value of the item book was taken. Told once for each item.",
    todo: "Nothing, if it is correct. To change the book: selfbill items set CODE FIELD=VALUE. A value in the sheet goes before the book.",
  },
  "item-differs": {
    outcome: "done",
    means:
      "Lines of a spreadsheet have another unit, VAT category or code than the item book has for their item. The sheet's own is used. Told once for each item.",
    todo: "Correct the sheet. If the book is wrong: selfbill items set CODE FIELD=VALUE.",
  },
  "item-unclear": {
    outcome: "done",
    means: "A name in a spreadsheet fits several items of the item book, so that none was used.",
    todo: "Write the item's code into the sheet.",
  },
  // Problems in the conversion of a spreadsheet to documents
  "not-a-sheet": {
    outcome: "invalid",
    means: "The file is not an Excel workbook (.xlsx) or a CSV table, is damaged, or has a password.",
    todo: "Open it in your spreadsheet program and save it as .xlsx or as CSV UTF-8. Copy a damaged file again.",
  },
  "sheet-too-big": {
    outcome: "invalid",
    means: "The file, or the sheet that was chosen, is too large. The limits: 64 MB, 192 MB unpacked, 50,000 rows.",
    todo: "Split it, or copy the rows that you need into a new workbook.",
  },
  "bad-map": {
    outcome: "usage",
    means: "The map of columns and fields has errors, or is for the other kind of document.",
    todo: "Fix the line shown; selfbill templates copy sheet gives a map to start from.",
  },
  "no-heading": {
    outcome: "invalid",
    means: "The sheet has no row with the headings of the map, lacks one of them, or has one twice.",
    todo: "Write the headings as the map names them, or change the map.",
  },
  "unused-column": {
    outcome: "done",
    means: "A column of the sheet is not mapped to any field. A warning only, but often a misspelt heading.",
    todo: "Use the suggested heading, or leave it.",
  },
  "row-without-number": {
    outcome: "invalid",
    means: "The cell that says which document the row belongs to is empty.",
    todo: "Write the number in every row of the document; delete totals and remarks below the table.",
  },
  "wrong-cell": {
    outcome: "invalid",
    means:
      "The cell has a value that its field cannot take: a failed formula, a word instead of a number, an invalid date.",
    todo: "Write it as the hint shows.",
  },
  "digits-lost": {
    outcome: "invalid",
    means: "The spreadsheet stored a long number, such as a TRN, as an amount and lost its last digits.",
    todo: "Format the column as Text first, then type all digits again.",
  },
  "ambiguous-date": {
    outcome: "invalid",
    means: "The date is written as text and can be read in two ways: 03/04/2026 is 3 April or 4 March.",
    todo: "Add --date-order dmy, mdy or ymd, or write 2026-04-03.",
  },
  "ambiguous-number": {
    outcome: "invalid",
    means:
      "The number is written as text and can be read in two ways: 1,250 is 1250 or 1.25. No other cell of the sheet decides.",
    todo: "Write decimals: point or decimals: comma in the map, or write 1250.00 or 1.2500.",
  },
  "undecided-column": {
    outcome: "invalid",
    means:
      "A column that the map does not use speaks of money, VAT, currency, quantity, unit, supplier or kind, or a line of the map is still to be decided. Nothing was sent.",
    todo: "Write the line shown into the map; below ignore: if the column is really not to be used.",
  },
  "two-values": {
    outcome: "invalid",
    means: "Rows of one document have different values for a field of the whole document, such as its date.",
    todo: "Write the same value in all its rows, or in the first one only.",
  },
  "hidden-cells": {
    outcome: "invalid",
    means: "Rows are hidden or filtered out, or cells are merged, so the sheet does not show all that selfbill reads.",
    todo: "Show the rows, unmerge the cells, and delete what does not belong there.",
  },
  "rows-left-out": {
    outcome: "done",
    means:
      "Rows of the sheet are not part of this run: totals, rows that only_when leaves out, or documents of the other kind or of another company.",
    todo: "Check the counts. Nothing to do if this is intended.",
  },
  "row-not-joined": {
    outcome: "invalid",
    means: "The sheet of documents and the sheet of lines differ: a line has no document, or a document appears twice.",
    todo: "Write each document once, with the number that its lines have.",
  },
  "price-not-exact": {
    outcome: "invalid",
    means: "The value of a line cannot be written as quantity and price without changing it.",
    todo: "Correct the quantity or the value. Values have two decimals, and quantities are above zero.",
  },
  "control-differs": {
    outcome: "invalid",
    means: "A total in the sheet differs from what the document comes to, or from the sum of the rows.",
    todo: "Find out which is correct before sending. Differences from rounding can be allowed with tolerance in the map.",
  },
} as const satisfies Record<string, ProblemEntry>;
