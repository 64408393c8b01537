import type { ProblemCode } from "./codes.ts";
import { computerMeanings } from "./computer-meanings.ts";
import { journalMeanings } from "./journal-meanings.ts";
import { meaningsOfDoubts } from "./meanings-of-doubts.ts";

/** What a problem code means, in a sentence, and what to do about it. */
export const problemMeanings: Readonly<Record<ProblemCode, { readonly means: string; readonly todo: string }>> = {
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
    means: "The file is not an Excel workbook (.xlsx) or a CSV table, is damaged, or has a password.",
    todo: "Open it in your spreadsheet program and save it as .xlsx or as CSV UTF-8. Copy a damaged file again.",
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
  declined: {
    means: "Somebody answered no to a question, or did not type what was asked for. Nothing was sent.",
    todo: "Run the command again when you are ready.",
  },
  interrupted: {
    means: "The run was stopped by Ctrl-C or by the system before anything was sent.",
    todo: "Run the same command again: it goes on where it was.",
  },
  "buyer-unknown": {
    means:
      "Your own party is not known on this computer, so the rules about the buyer were not asked. The service fills it in.",
    todo: "selfbill profile fetch keeps it.",
  },
  "rate-date-off": {
    means: "The day of the exchange rate is not near the day of the supply, whose rate the law asks for.",
    todo: "Compare --rate-date with delivery.actual_delivery_date or issue_date.",
  },
  "left-out": {
    means: "Something of the invoice cannot stand in the credit note and was left out of it.",
    todo: "Look at the prepared credit note before you send it.",
  },
  "credits-uncounted": {
    means: "It could not be looked up what was credited of this invoice before.",
    todo: "Make sure by yourself that no more is credited than was invoiced.",
  },
  "reference-not-needed": {
    means: "A credit note for a volume discount need not name an invoice. Only a warning.",
    todo: "Leave it, or take billing_reference out if the service allows it.",
  },
  "invoice-not-valid": {
    means: "The invoice failed in validation and never reached the supplier, so there is nothing to credit.",
    todo: "Correct it and send it again: selfbill resubmit.",
  },
  "suppliers-broken": {
    means:
      "The file of the supplier book cannot be read or is not as it should be. Documents that name no supplier of it are not concerned.",
    todo: "Mend the line shown. Or move the file away, and import what is still good in a copy of it.",
  },
  "no-supplier": {
    means: "The name does not stand in the supplier book.",
    todo: "Correct the name (selfbill suppliers list), or add the supplier.",
  },
  "supplier-differs": {
    means:
      "A document names a supplier of the book and describes it differently. One of the two is wrong, and money or VAT may go astray.",
    todo: "Find out which is right; take the field out of the document, or change the book.",
  },
  "supplier-exists": {
    means: "A supplier of that name is in the book already, and nothing was overwritten.",
    todo: "selfbill suppliers edit changes a field; --replace puts the new one in its place.",
  },
  "agreement-missing": {
    means:
      "The supplier book knows no self-billing agreement with this supplier. Without one the buyer may lose the input VAT.",
    todo: "Agree in writing, then put number and date into the book.",
  },
  "agreement-not-valid": {
    means: "On the day of the document the self-billing agreement had ended, or had not begun.",
    todo: "Renew it, or correct the dates in the book or in the document.",
  },
  "agreement-ending": {
    means: "The self-billing agreement ends within 30 days.",
    todo: "Renew it in time, and put its new last day into the book.",
  },
  "supplier-changed": {
    means:
      "The TRN, TIN or account is not that of the last document to the same supplier, or not that of the supplier book. Swindlers change just that.",
    todo: "Ask the supplier by a telephone number that you knew before. If the change is right, answer yes, or add --accept-changed-supplier.",
  },
  "settings-unwritable": {
    means: "A file of selfbill's own settings cannot be written, so nothing was changed.",
    todo: "Check the folder's rights and free space.",
  },
  "bad-setting": {
    means: "A value of a profile has not the form that it must have.",
    todo: "Write it as the hint shows.",
  },
  "bad-token": {
    means: "What was given is no token: it is empty or has signs that no token has.",
    todo: "Copy the whole token again, without blanks and line ends.",
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
    means: "The latest contract version is pinned for a real service. It should be tried in a sandbox first.",
    todo: "selfbill profile set NAME --service-version 20260101, unless you mean it.",
  },
  "base-url-moved": {
    means: "The service answered that it is at another address. Your token and your document were not sent there.",
    todo: "Ask the service for its address, then selfbill profile set NAME --base-url URL.",
  },
  "already-sent": {
    means: "The number belongs to a document of another content, which exists. Nothing was sent.",
    todo: "Give this one another number. What exists is corrected by resubmit or a credit note.",
  },
  "looks-sent": {
    means: "The same supplier and amounts exist with the same date, or the same reference within 31 days.",
    todo: "If it is another supply, answer yes or add --allow-similar.",
  },
  "file-edited": { means: "This file was sent before and edited since.", todo: "If it is a new document, say yes." },
  "number-elsewhere": { means: "The number belongs to another supplier's document.", todo: "Take another number." },
  "amount-repeated": { means: "The same amounts and texts were sent within 31 days.", todo: "Check that it is due." },
  "name-look-alike": { means: "The name only looks like the one known with this TRN.", todo: "Correct the wrong one." },
  "prepayment-unnamed": { means: "The prepayment's invoice is not named.", todo: "Name it in billing_reference." },
  "number-open": {
    means: "Another document of that number may exist or not, because its answer was lost.",
    todo: "Settle that one first: selfbill resolve ID --check.",
  },
  "read-failed": {
    means: "The service did not answer a question in a way that can be used. Nothing was changed.",
    todo: "Run the command again; if it stays so, ask the service.",
  },
  "status-forbidden": {
    means: "The service does not show Peppol statuses to this account; its subscription may lack them.",
    todo: "Ask the service for Peppol status (phase 2).",
  },
  "status-unknown": {
    means: "The service tells nothing about this document yet. That is no verdict.",
    todo: "Look again later, or add --watch.",
  },
  "file-changed": {
    means: "The file is not as it was when it was sent, so places may not fit.",
    todo: "Look at the field's name instead of the line.",
  },
  "not-resubmittable": {
    means: "Only a document that failed in validation can be sent again in its own place.",
    todo: "PENDING: wait. APPROVED or REJECTED: correct it by a document of its own.",
  },
  "clock-off": {
    means: "The clock of this computer is minutes off that of the service: dates and limits depend on it.",
    todo: "Set the clock of this computer.",
  },
  "not-found": {
    means: "What was asked for does not exist there, or not under this profile.",
    todo: "Check the id or number, and the profile.",
  },
  ...journalMeanings,
  ...computerMeanings,
  "result-set-aside": {
    means: "The answer of the service could not be written into the journal and was put beside it. Nothing is lost.",
    todo: "Make room on the disk; the next run takes it over.",
  },
  "being-sent": {
    means: "Another selfbill is sending this document, or one of its number, at this moment.",
    todo: "Wait until it has ended, then run the same command again.",
  },
  "file-exists": {
    means: "A file of that name is there already, and was not overwritten.",
    todo: "Name another one, or add --force.",
  },
  "output-unwritable": {
    means: "A file could not be written.",
    todo: "Check the folder's rights and free space.",
  },
  "sandbox-unusable": {
    means: "The practice service in this program could not be started.",
    todo: "Check its data folder, and whether the port is free.",
  },
  fault: { means: "selfbill itself has a fault.", todo: "Run it again with --debug and report what it says." },
  ...meaningsOfDoubts,
};
