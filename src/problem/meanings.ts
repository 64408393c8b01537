import type { ProblemCode } from "./codes.ts";
import { computerMeanings } from "./computer-meanings.ts";
import { journalMeanings } from "./journal-meanings.ts";
import { meaningsOfDoubts } from "./meanings-of-doubts.ts";

/** What a problem code means, in a sentence, and what to do about it. */
export const problemMeanings: Readonly<Record<ProblemCode, { readonly means: string; readonly todo: string }>> = {
  "bad-usage": {
    means: "The command has invalid arguments, or arguments that cannot be combined.",
    todo: "selfbill COMMAND --help lists arguments, options and examples.",
  },
  "nothing-matches": {
    means: "No file matches the folder, pattern or list.",
    todo: "Check the name and the current folder. Folders are searched for .yaml, .yml, .json and .xml.",
  },
  "needs-answer": {
    means: "Confirmation is required, but this is not an interactive terminal, or --no-input or CI=true is set.",
    todo: "Add the flag that the message names.",
  },
  "file-unreadable": {
    means: "The file does not exist, is not a regular file, or cannot be read.",
    todo: "Check name, folder and permissions.",
  },
  "batch-too-big": {
    means:
      "The run would send more documents, or a higher sum, than --max-files or --max-total allow. Nothing was sent.",
    todo: "Check which files were named. If this is intended, raise the limit.",
  },
  "changed-since-check": {
    means: "The file changed after it was checked, so it was not sent.",
    todo: "Run the same command again: it checks the file as it is now.",
  },
  "not-as-confirmed": {
    means: "A person confirmed another content, business profile or service than this one. Nothing was sent.",
    todo: "Run the command again with --dry-run --json, have a person confirm what it shows, and give its confirm to --expect.",
  },
  "file-too-big": {
    means: "The file is larger than any document the service takes (16 MB; XML 64 MB).",
    todo: "Make attachments smaller or split the document.",
  },
  "bad-encoding": {
    means: "The file is not text in UTF-8 or UTF-16, or not in the encoding that its first line names.",
    todo: "Open it in an editor and save it as UTF-8.",
  },
  "empty-document": { means: "The file is empty or has only comments.", todo: "Start from a template." },
  "bad-syntax": {
    means: "The file is not valid YAML, JSON or XML, so it cannot be read.",
    todo: "Correct the place shown; the error is there or shortly before. XML must not have a DTD.",
  },
  "too-deep": { means: "The file is nested more deeply than any document.", todo: "Remove the nesting." },
  "forbidden-yaml": {
    means: "The file uses anchors, tags or merge keys of YAML, which a document never needs and which can hide values.",
    todo: "Write the values out.",
  },
  "duplicate-key": { means: "A field appears twice; only one can count.", todo: "Remove one of them." },
  "forbidden-key": {
    means: "The name of a field is not allowed, because it can damage programs.",
    todo: "Remove the field.",
  },
  "not-a-document": {
    means: "The file can be read, but is not an invoice or credit note.",
    todo: "Start from a template, or name the correct file.",
  },
  "unknown-field": {
    means: "The service does not know this field and will ignore it. A warning only, but usually a typing error.",
    todo: "Use the suggested name, or remove the field.",
  },
  "attachment-unreadable": {
    means: "An attachment is missing, empty, too big or not of the type that its name says.",
    todo: "Check file_path; it counts from the folder of the document.",
  },
  "not-self-billed": {
    means: "The XML is an invoice or credit note of another kind, which the service does not create.",
    todo: "Convert self-billed documents only: type 389 (invoice) or 261 (credit note).",
  },
  "not-carried-over": {
    means: "An element of the XML has no field in a selfbill document, so it is left out.",
    todo: "Write it into note if the reader needs it.",
  },
  "amount-changed": {
    means: "An amount of the XML differs from what the service calculates from the same lines.",
    todo: "Compare both before you send: the service's own calculation counts.",
  },
  "missing-field": {
    means: "The service requires this field and refuses the document without it.",
    todo: "Add the field; the templates show and explain each.",
  },
  "wrong-value": {
    means: "The value is not in the format that the service requires: a date, a TRN, an amount, a code of a list.",
    todo: "Write it as the hint shows.",
  },
  "never-send": {
    means: "The service fills this field in itself and refuses a document that contains it.",
    todo: "Remove the field.",
  },
  "scenario-field-missing": {
    means: "A scenario flag (profile_execution_id) is set, and the scenario requires another field.",
    todo: "Add the field, or set the flag to 0.",
  },
  "rule-broken": {
    means: "A rule of the network is broken. Findings show the rule's own id instead of this code.",
    todo: "selfbill explain with the rule's id shows what it requires.",
  },
  "too-many-findings": {
    means: "The file has too many errors; checking stopped.",
    todo: "Correct the errors shown, then check again.",
  },
  "body-too-big": { means: "The request is larger than the service takes.", todo: "Make attachments smaller." },
  "body-large": { means: "The request is near the limit of the service.", todo: "It can be sent as it is." },
  "over-credited": {
    means: "With this credit note more would be credited than was invoiced.",
    todo: "Lower quantities or amounts, or name the correct invoice.",
  },
  "not-a-sheet": {
    means: "The file is not an Excel workbook (.xlsx) or a CSV table, is damaged, or has a password.",
    todo: "Open it in your spreadsheet program and save it as .xlsx or as CSV UTF-8. Copy a damaged file again.",
  },
  "sheet-too-big": {
    means: "The spreadsheet is too large. The limits: 16 MB, 192 MB unpacked, 50,000 rows.",
    todo: "Split it, or copy the rows that you need into a new workbook.",
  },
  "bad-map": {
    means: "The map of columns and fields has errors, or is for the other kind of document.",
    todo: "Fix the line shown; selfbill templates copy sheet gives a map to start from.",
  },
  "no-heading": {
    means: "The sheet has no row with the headings of the map, lacks one of them, or has one twice.",
    todo: "Write the headings as the map names them, or change the map.",
  },
  "unused-column": {
    means: "A column of the sheet is not mapped to any field. A warning only, but often a misspelt heading.",
    todo: "Use the suggested heading, or leave it.",
  },
  "row-without-number": {
    means: "The cell that says which document the row belongs to is empty.",
    todo: "Write the number in every row of the document; delete totals and remarks below the table.",
  },
  "wrong-cell": {
    means:
      "The cell has a value that its field cannot take: a failed formula, a word instead of a number, an invalid date.",
    todo: "Write it as the hint shows.",
  },
  "digits-lost": {
    means: "The spreadsheet stored a long number, such as a TRN, as an amount and lost its last digits.",
    todo: "Format the column as Text first, then type all digits again.",
  },
  "ambiguous-date": {
    means: "The date is written as text and can be read in two ways: 03/04/2026 is 3 April or 4 March.",
    todo: "Add --date-order dmy, mdy or ymd, or write 2026-04-03.",
  },
  "two-values": {
    means: "Rows of one document have different values for a field of the whole document, such as its date.",
    todo: "Write the same value in all its rows, or in the first one only.",
  },
  "hidden-cells": {
    means: "Rows are hidden or filtered out, or cells are merged, so the sheet does not show all that selfbill reads.",
    todo: "Show the rows, unmerge the cells, and delete what does not belong there.",
  },
  "settings-broken": { means: "The settings of selfbill cannot be read.", todo: "Correct or remove the file shown." },
  "no-profile": {
    means: "No service, or no business profile, is set up.",
    todo: "selfbill profile set NAME --base-url URL --business-profile ID, or add --sandbox.",
  },
  "no-token": { means: "There is no token for this service.", todo: "selfbill login." },
  "token-refused": {
    means: "The service does not accept the token: it is invalid, expired or for another business.",
    todo: "selfbill login with a new one. Nothing was created.",
  },
  "service-refused": {
    means: "The service refused the document and created nothing.",
    todo: "Correct what it names; the place in your file is shown.",
  },
  "number-taken": {
    means: "The document number is already used at the service.",
    todo: "Look at that document before you use another number.",
  },
  "rate-limited": {
    means: "The rate limit of the service is reached.",
    todo: "Run the command again; nothing was created.",
  },
  "not-connected": {
    means: "The service was not reached; nothing left this computer.",
    todo: "Check network and proxy, then run the command again; this is safe.",
  },
  "answer-lost": {
    means: "The request was sent, but no answer came: the document may exist.",
    todo: "Do not send it again before you have looked in the service.",
  },
  "answer-unclear": {
    means: "The answer does not tell whether the document was created: it may exist.",
    todo: "Do not send it again before you have looked in the service.",
  },
  "totals-differ": {
    means: "The document was created, and the service calculated other totals than selfbill.",
    todo: "Compare both before you pay or book the document.",
  },
  "answer-too-long": {
    means: "The document was created and its id is recorded; the service's answer was too long to be read to its end.",
    todo: "Look at the document before you pay or book it.",
  },
  "date-ahead": {
    means: "The issue date is in the future, by the clock of this computer.",
    todo: "Check the date and the clock. If both are correct, it can be sent.",
  },
  declined: {
    means: "You answered no, or did not type the confirmation. Nothing was sent.",
    todo: "Run the command again when you are ready.",
  },
  interrupted: {
    means: "The run was stopped by Ctrl-C or by the system before anything was sent.",
    todo: "Run the same command again: it continues where it stopped.",
  },
  "buyer-unknown": {
    means:
      "The buyer (your business) is not known on this computer, so the rules about the buyer were not checked. The service fills the buyer in.",
    todo: "selfbill profile fetch keeps it.",
  },
  "rate-date-off": {
    means: "The exchange rate is not of a day near the supply; the law requires the rate of the date of supply.",
    todo: "Compare --rate-date with delivery.actual_delivery_date or issue_date.",
  },
  "left-out": {
    means: "Something of the invoice cannot be in the credit note and was left out.",
    todo: "Look at the prepared credit note before you send it.",
  },
  "credits-uncounted": {
    means: "It is not known what was credited of this invoice before.",
    todo: "Check yourself that no more is credited than was invoiced.",
  },
  "reference-not-needed": {
    means: "A credit note for a volume discount need not name an invoice. A warning only.",
    todo: "Leave it, or remove billing_reference if the service allows it.",
  },
  "invoice-not-valid": {
    means: "The invoice failed validation and was never delivered, so there is nothing to credit.",
    todo: "Correct it and send it again: selfbill resubmit.",
  },
  "suppliers-broken": {
    means: "The supplier book cannot be read or has errors. Documents that do not use it are not affected.",
    todo: "Fix the line shown. Or move the file away, and import the valid part of a copy.",
  },
  "no-supplier": {
    means: "The name is not in the supplier book.",
    todo: "Correct the name (selfbill suppliers list), or add the supplier.",
  },
  "supplier-differs": {
    means:
      "A document names a supplier of the book and describes it differently. One of the two is wrong; money or VAT may go to the wrong place.",
    todo: "Find out which is correct; remove the field from the document, or change the book.",
  },
  "supplier-exists": {
    means: "A supplier of that name is in the book already, and nothing was overwritten.",
    todo: "selfbill suppliers edit changes a field; --replace replaces the entry.",
  },
  "agreement-missing": {
    means:
      "The supplier book has no self-billing agreement with this supplier. Without one the buyer may lose the input VAT.",
    todo: "Agree in writing, then add number and date to the book.",
  },
  "agreement-not-valid": {
    means: "On the day of the document the self-billing agreement had ended, or had not begun.",
    todo: "Renew it, or correct the dates in the book or in the document.",
  },
  "agreement-ending": {
    means: "The self-billing agreement ends within 30 days.",
    todo: "Renew it in time, and enter the new end date in the book.",
  },
  "supplier-changed": {
    means:
      "The TRN, TIN or account differs from the last document to the same supplier, or from the supplier book. This is a common payment-fraud pattern.",
    todo: "Call the supplier on a telephone number that you knew before. If the change is correct, answer yes, or add --accept-changed-supplier.",
  },
  "settings-unwritable": {
    means: "The settings of selfbill cannot be written, so nothing was changed.",
    todo: "Check the folder's permissions and free space.",
  },
  "bad-setting": {
    means: "A value of a profile is not in the required format.",
    todo: "Write it as the hint shows.",
  },
  "bad-token": {
    means: "This is not a token: it is empty or has characters that no token has.",
    todo: "Copy the whole token again, without spaces and line breaks.",
  },
  "keychain-missing": {
    means: "This computer has no keychain that selfbill can use for the token.",
    todo: "Unlock it, or keep the token in a file that only you can read: --insecure-storage.",
  },
  "token-elsewhere": {
    means: "The stored token belongs to another address, and is never sent to this one.",
    todo: "selfbill login for this service.",
  },
  "unstable-version": {
    means: "The latest contract version is pinned for a real service. Try it in a sandbox first.",
    todo: "selfbill profile set NAME --service-version 20260101, unless this is intended.",
  },
  "base-url-moved": {
    means: "The service answered that it is at another address. Your token and your document were not sent there.",
    todo: "Ask the service for its address, then selfbill profile set NAME --base-url URL.",
  },
  "already-sent": {
    means: "The number belongs to an existing document with other content. Nothing was sent.",
    todo: "Give this document another number. To correct the existing one, use resubmit or a credit note.",
  },
  "looks-sent": {
    means:
      "A document with the same supplier and amounts exists, with the same date, or the same reference within 31 days.",
    todo: "If it is another supply, answer yes or add --allow-similar.",
  },
  "file-edited": {
    means: "This file was sent before and edited since.",
    todo: "If it is a new document, answer yes or add --allow-similar.",
  },
  "number-elsewhere": { means: "The number belongs to another supplier's document.", todo: "Use another number." },
  "amount-repeated": { means: "The same amounts and texts were sent within 31 days.", todo: "Check that it is due." },
  "name-look-alike": { means: "The name only looks like the one known with this TRN.", todo: "Correct the wrong one." },
  "prepayment-unnamed": { means: "The prepayment's invoice is not named.", todo: "Name it in billing_reference." },
  "number-open": {
    means: "Another document of that number may exist or not, because its answer was lost.",
    todo: "Resolve that one first: selfbill resolve ID --check.",
  },
  "read-failed": {
    means: "The answer of the service cannot be used. Nothing was changed.",
    todo: "Run the command again; if the problem remains, ask the service.",
  },
  "status-forbidden": {
    means: "The service does not show Peppol statuses to this account; its subscription may lack them.",
    todo: "Ask the service for Peppol status (phase 2).",
  },
  "status-unknown": {
    means: "The service has no status of this document yet. This is not a result.",
    todo: "Look again later, or add --watch.",
  },
  "file-changed": {
    means: "The file changed after it was sent, so lines may not match.",
    todo: "Use the field's name instead of the line.",
  },
  "not-resubmittable": {
    means: "Only a document that failed validation can be sent again under its number.",
    todo: "PENDING: wait. APPROVED or REJECTED: create a credit note and a new document.",
  },
  "clock-off": {
    means: "The clock of this computer differs from the service's by minutes. Dates and limits depend on it.",
    todo: "Set the clock of this computer.",
  },
  "not-found": {
    means: "It does not exist at the service, or not under this profile.",
    todo: "Check the id or number, and the profile.",
  },
  ...journalMeanings,
  ...computerMeanings,
  "result-set-aside": {
    means: "The answer of the service could not be written to the journal and was saved beside it. Nothing is lost.",
    todo: "Free disk space; the next run records it.",
  },
  "being-sent": {
    means: "Another selfbill process is sending this document, or one with its number, now.",
    todo: "Wait until it has ended, then run the same command again.",
  },
  "file-exists": {
    means: "A file of that name already exists and was not overwritten.",
    todo: "Choose another name, or add --force.",
  },
  "output-unwritable": {
    means: "A file could not be written.",
    todo: "Check the folder's permissions and free space.",
  },
  "sandbox-unusable": {
    means: "The practice service in this program could not be started.",
    todo: "Check its data folder, and whether the port is free.",
  },
  fault: { means: "selfbill has an internal error.", todo: "Run it again with --debug and report the output." },
  ...meaningsOfDoubts,
};
