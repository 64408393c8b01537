import type { ProblemCode } from "./codes.ts";

/** What a problem code means, in a sentence, and what to do about it; for the codes that a person meets in a report. */
export const problemMeanings: Partial<Record<ProblemCode, { readonly means: string; readonly todo: string }>> = {
  "bad-usage": {
    means: "The words typed are not understood, or do not go together.",
    todo: "selfbill COMMAND --help lists words, options and examples.",
  },
  "nothing-matches": {
    means: "A folder, a pattern or a list of files names no file, so that there is nothing to do.",
    todo: "Check the name and the folder you stand in. Folders are searched for .yaml, .yml, .json and .xml.",
  },
  "needs-answer": {
    means:
      "A question would be asked, and nobody can be asked here: there is no terminal, or --no-input or CI=true is set.",
    todo: "Give the flag that the message names.",
  },
  "file-unreadable": {
    means: "The file is not there, is no ordinary file, or may not be read.",
    todo: "Check name, folder and rights.",
  },
  "batch-too-big": {
    means:
      "The run would send more documents, or a higher sum, than --max-files or --max-total allow. Nothing was sent.",
    todo: "Look at what was named. If it is meant so, raise the limit.",
  },
  "changed-since-check": {
    means: "The file was written to between the check and the moment it was to be sent, so it was not sent.",
    todo: "Run the same command again: it checks the file as it stands now.",
  },
  "file-too-big": {
    means: "The file is larger than any document the service takes (16 MB; XML 64 MB).",
    todo: "Make attachments smaller or split the document.",
  },
  "bad-encoding": {
    means: "The bytes of the file are no text in UTF-8 or UTF-16, or are not what its first line says.",
    todo: "Open it in an editor and save it as UTF-8.",
  },
  "empty-document": { means: "The file holds nothing but blanks or remarks.", todo: "Start from a template." },
  "bad-syntax": {
    means: "The file breaks the rules of YAML, JSON or XML, so that nothing can be read from it.",
    todo: "Mend the place shown; the mistake is there or shortly before. XML may have no DTD.",
  },
  "too-deep": { means: "The file nests deeper than any document does.", todo: "Remove the nesting." },
  "forbidden-yaml": {
    means: "The file uses anchors, tags or merge keys of YAML, which a document never needs and which can hide values.",
    todo: "Write the values out.",
  },
  "duplicate-key": { means: "A field is there twice, and only one can count.", todo: "Remove the wrong one." },
  "forbidden-key": { means: "A name is used that would do harm to programs.", todo: "Remove the field." },
  "not-a-document": {
    means: "The file can be read, but is no invoice or credit note.",
    todo: "Start from a template, or name the right file.",
  },
  "unknown-field": {
    means: "The service does not know this field and will ignore it. Only a warning, but often a slip of the pen.",
    todo: "Take the name that is suggested, or remove the field.",
  },
  "attachment-unreadable": {
    means: "An attachment is missing, empty, too big or not of the kind its name says.",
    todo: "Check file_path; it counts from the folder of the document.",
  },
  "not-self-billed": {
    means: "The XML is an invoice or credit note of another kind, which the service does not create.",
    todo: "Convert self-billed documents only: type 389 (invoice) or 261 (credit note).",
  },
  "not-carried-over": {
    means: "An element of the XML has no field in a selfbill document, so that it is missing there.",
    todo: "Write it into note if the reader needs it, or leave it.",
  },
  "amount-changed": {
    means: "An amount of the XML differs from what the service calculates out of the same lines.",
    todo: "Compare both before you send: the service's own calculation counts.",
  },
  "missing-field": {
    means: "The service demands this field and refuses the document without it.",
    todo: "Add the field; the templates show and explain each.",
  },
  "wrong-value": {
    means: "The value has not the form that the service demands: a date, a TRN, an amount, a code of a list.",
    todo: "Write it as the hint shows.",
  },
  "never-send": {
    means: "The service fills this field in itself and refuses a document that brings it.",
    todo: "Remove the field.",
  },
  "scenario-field-missing": {
    means: "A flag of profile_execution_id says that this is a special supply, which demands another field.",
    todo: "Add the field, or set the flag to 0.",
  },
  "rule-broken": {
    means: "A rule of the network is broken. Findings show the rule's own id instead of this code.",
    todo: "selfbill explain with the rule's id says what it demands.",
  },
  "too-many-findings": {
    means: "So much is wrong in the file that the check was given up.",
    todo: "Put right what is shown, then check again.",
  },
  "body-too-big": { means: "The request is larger than the service takes.", todo: "Make attachments smaller." },
  "body-large": { means: "The request is near the limit of the service.", todo: "It can be sent as it is." },
  "over-credited": {
    means: "With this credit note more would be credited than was invoiced.",
    todo: "Lower quantities or amounts, or name the right invoice.",
  },
  "not-a-sheet": {
    means: "The file is no Excel workbook (.xlsx) and no CSV table, is damaged, or has a password.",
    todo: "Open it in your spreadsheet program and save it as .xlsx or as CSV UTF-8.",
  },
  "sheet-too-big": {
    means: "The spreadsheet is larger than is read: 16 MB, 192 MB unpacked, 50,000 rows.",
    todo: "Split it, or copy the rows that are meant into a new workbook.",
  },
  "bad-map": {
    means: "The map that tells which column feeds which field is wrong, or is for the other kind of document.",
    todo: "Mend the line shown; selfbill templates copy sheet brings a map to start from.",
  },
  "no-heading": {
    means: "The sheet has no row with the headings of the map, lacks one of them, or has one twice.",
    todo: "Write the headings as the map names them, or change the map.",
  },
  "unused-column": {
    means: "A column of the sheet feeds no field. Only a warning, but often a heading that is spelt another way.",
    todo: "Take the heading that is suggested, or leave it.",
  },
  "row-without-number": {
    means: "The cell is empty that says which document the row belongs to.",
    todo: "Write the number in every row of the document; delete totals and remarks below the table.",
  },
  "wrong-cell": {
    means: "The cell holds what its field cannot be: a failed formula, a word where a number belongs, no date.",
    todo: "Write it as the hint shows.",
  },
  "digits-lost": {
    means: "The spreadsheet took a long number, such as a TRN, for an amount and threw its last digits away.",
    todo: "Format the column as Text first, then type all digits again.",
  },
  "ambiguous-date": {
    means: "The date is written as text and can be read in two ways: 03/04/2026 is 3 April or 4 March.",
    todo: "Say --date-order dmy, mdy or ymd, or write 2026-04-03.",
  },
  "two-values": {
    means: "Rows of one document say different things of what belongs to the document as a whole, such as its date.",
    todo: "Write the same in all its rows, or in the first one only.",
  },
  "hidden-cells": {
    means: "Rows are hidden or filtered out, or cells are merged, so that the sheet does not show what is read.",
    todo: "Show the rows, unmerge the cells, and delete what is not meant.",
  },
  "settings-broken": { means: "selfbill's own settings cannot be read.", todo: "Mend or remove the file shown." },
  "no-profile": {
    means: "It is not known which service to speak to, or as which buyer.",
    todo: "selfbill profile set NAME --base-url URL --business-profile ID, or add --sandbox.",
  },
  "no-token": { means: "There is no token for this service.", todo: "selfbill login." },
  "token-refused": {
    means: "The service does not accept the token: it is wrong, expired or for another business.",
    todo: "selfbill login with a new one. Nothing was created.",
  },
  "service-refused": {
    means: "The service refused the document and created nothing.",
    todo: "Put right what it names; the place in your file is shown.",
  },
  "number-taken": {
    means: "The document number is already used at the service.",
    todo: "Look at that document before you take another number.",
  },
  "rate-limited": { means: "Too many requests in a minute.", todo: "Run the command again; nothing was created." },
  "not-connected": {
    means: "The service was not reached; nothing left this computer.",
    todo: "Check network and proxy, and run the command again: that is safe.",
  },
  "answer-lost": {
    means: "The request was sent and no answer came: the document may exist.",
    todo: "Do not send again before you have looked at the service.",
  },
  "answer-unclear": {
    means: "The answer does not tell whether the document was created: it may exist.",
    todo: "Do not send again before you have looked at the service.",
  },
  "totals-differ": {
    means: "The document was created, and the service counted other totals than this program.",
    todo: "Compare both before you pay or book it.",
  },
  "answer-too-long": {
    means: "The document was created and its id is recorded; the service's answer was too long to be read to its end.",
    todo: "Look at the document before you pay or book it.",
  },
  "date-ahead": {
    means: "The issue date is a day that has not come yet, by the clock of this computer.",
    todo: "Check the date and the clock. Where both are right it can be sent.",
  },
  fault: { means: "selfbill itself has a fault.", todo: "Run it again with --debug and report what it says." },
};
