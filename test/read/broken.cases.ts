/** All problems of each file in test/fixtures/broken: `line:column code message → hint`, in file order. */
export const brokenFiles: Readonly<Record<string, readonly string[]>> = {
  "alias-bomb.yaml": [
    "1:4 forbidden-yaml Anchors (&name) are not allowed. → Write the value itself; if it is text, put it in quotes.",
    "2:4 forbidden-yaml Anchors (&name) are not allowed. → Write the value itself; if it is text, put it in quotes.",
    "2:8 forbidden-yaml Aliases (*name) are not allowed. → Write the value itself; if it is text, put it in quotes.",
    "2:12 forbidden-yaml Aliases (*name) are not allowed. → Write the value itself; if it is text, put it in quotes.",
    "2:16 forbidden-yaml Aliases (*name) are not allowed. → Write the value itself; if it is text, put it in quotes.",
    "2:20 forbidden-yaml Aliases (*name) are not allowed. → Write the value itself; if it is text, put it in quotes.",
    "2:24 forbidden-yaml Aliases (*name) are not allowed. → Write the value itself; if it is text, put it in quotes.",
    "3:4 forbidden-yaml Anchors (&name) are not allowed. → Write the value itself; if it is text, put it in quotes.",
    "4:4 forbidden-yaml Anchors (&name) are not allowed. → Write the value itself; if it is text, put it in quotes.",
    "5:4 forbidden-yaml Anchors (&name) are not allowed. → Write the value itself; if it is text, put it in quotes.",
  ],
  "anchor.yaml": [
    "30:11 forbidden-yaml Anchors (&name) are not allowed. → Write the value itself; if it is text, put it in quotes.",
  ],
  "arabic-digits.yaml": ["35:20 wrong-value ٢٥٠ is not a number. → Write 250."],
  "asterisk.yaml": [
    "30:11 bad-syntax A value cannot begin with * unless it is in quotes. → Put the value in double quotes.",
  ],
  "at-sign.yaml": [
    "9:9 bad-syntax A value cannot begin with @ unless it is in quotes. → Put the value in double quotes.",
  ],
  "attachment-device.yaml": [
    "46:16 attachment-unreadable /dev/zero is a pipe or device, not a file. → Name a file. To read the output of another program, pipe it in and write - instead of a name.",
  ],
  "attachment-empty.yaml": [
    "46:16 attachment-unreadable empty.csv is empty. → Name a file with content, or remove the attachment.",
  ],
  "attachment-folder.yaml": [
    "46:16 attachment-unreadable test/fixtures/broken/folder.pdf is a folder. → Name the file in it.",
  ],
  "attachment-missing.yaml": [
    "46:16 attachment-unreadable The file test/fixtures/broken/delivery-note-07.pdf does not exist. → Did you mean delivery-note-7.pdf?",
  ],
  "attachment-not-a-pdf.yaml": [
    "46:16 attachment-unreadable not-a-pdf.pdf is not a PDF, whatever its name says. → Save it in that format, or name another file.",
  ],
  "attachment-twice.yaml": [
    "46:16 attachment-unreadable file_path and file_content exclude each other. → Keep file_path; the content is read from the file.",
  ],
  "attachment-word.yaml": [
    "46:16 attachment-unreadable delivery-note.docx is not of a type that the service accepts. → It accepts .pdf, .png, .jpg, .jpeg, .csv, .xlsx, .ods, .xml.",
  ],
  "backslash.json": [
    '5:15 bad-syntax This is not JSON: a string contains a control character or an invalid escape. → Write \\\\ for a backslash; only \\n, \\t, \\" and \\u with four digits mean something else.',
  ],
  "backslash.yaml": [
    "31:22 bad-syntax This is not a valid escape after the backslash. → Write \\\\ for a backslash, or use single quotes.",
  ],
  "blank-in-number.yaml": [
    "35:20 wrong-value 1 250.00 is not a number. It contains a non-breaking space. → Write 1250.00.",
  ],
  "bracket-not-closed.yaml": [
    "19:21 bad-syntax The { here is not closed. → Close it with }, and put commas between the entries.",
  ],
  "colon-in-value.yaml": [
    "30:18 bad-syntax The value holds a colon, which begins another field in YAML. → Put the value in double quotes.",
  ],
  "comment.json": [
    "6:22 bad-syntax This is not JSON: a comma or } is expected. → JSON has no comments; remove it, or write the file as YAML.",
  ],
  "constructor-key.yaml": [
    "37:7 forbidden-key The key constructor is not allowed in a document. → Remove it.",
    "37:22 forbidden-key The key prototype is not allowed in a document. → Remove it.",
  ],
  "control-character.yaml": ["21:25 bad-syntax There is a control character here. → Remove it."],
  "cut-short.json": [
    "6:19 bad-syntax This is not JSON: the text ends too early. → The file is cut short, or something is not closed: look for a missing }, ] or quote.",
  ],
  "decimal-comma.yaml": ["35:20 wrong-value 1.250,00 is not a number. → Write 1250.00."],
  "deep-brackets.yaml": [
    "1:72 too-deep The file is nested more than 64 levels deep. → No document is nested so deeply; look for an extra bracket or dash.",
  ],
  "deep-indentation.yaml": [
    "66:131 too-deep The file is nested more than 64 levels deep. → No document is nested so deeply; look for an extra bracket or dash.",
  ],
  "deep.json": [
    "1:73 too-deep The JSON is nested more than 64 levels deep. → No document is nested so deeply; look for an extra bracket.",
  ],
  "duplicate-key.json": ["7:7 duplicate-key The key name appears twice in the same object. → Keep one of the two."],
  "duplicate-key.yaml": ["7:1 duplicate-key issue_date appears twice in the same group, first in line 2. → Keep one."],
  "empty-field.yaml": [
    "2:1 missing-field The issue date (issue_date) is missing. → Write the date of issue, such as 2026-06-15.",
  ],
  "empty-line.yaml": [
    "30:3 wrong-value Entry 1 of document_lines must be a group of fields. → Write a group of fields below it.",
  ],
  "empty.json": [
    "empty-document The file has no document: it is empty. → Start from a template: templates/standard-invoice.yaml.",
  ],
  "empty.yaml": [
    "empty-document The file has no document: it is empty or has only comments. → Start from a template: templates/standard-invoice.yaml.",
  ],
  "escaped-control.json": [
    "5:15 wrong-value The value contains U+0000, a character that an invoice cannot have. → Remove it, or type the text again.",
  ],
  "escaped-control.yaml": [
    "21:18 wrong-value The value contains U+0007, a character that an invoice cannot have. → Remove it, or type the text again.",
  ],
  "exponent.yaml": ["35:20 wrong-value 2.5e2 is not a number. → Write the number out, without an exponent."],
  "flag-without-field.yaml": [
    "1:23 scenario-field-missing A summary document must state its period. → Add invoice_period with start_date or end_date or, if it is not a summary invoice, set the fourth digit of profile_execution_id to 0.",
  ],
  "full-width-colon.yaml": ["2:11 bad-syntax This is not the ordinary colon. → Write : instead."],
  "german-date.yaml": ["2:13 wrong-value 15.06.2026 is not written as year-month-day. → Write 2026-06-15."],
  "greek-nu.yaml": [
    "38:11 wrong-value Ν is not a VAT category code. Its Ν is a Greek letter that looks like N. → Use one of: S (standard rate), Z (zero rated), E (exempt), O (out of scope), AE (reverse charge), N (margin scheme).",
  ],
  "half-character.json": [
    "5:15 wrong-value The value contains U+D800, a character that an invoice cannot have. → Remove it, or type the text again.",
  ],
  "latin-1.yaml": [
    "21:21 bad-encoding The byte E9 is not UTF-8; the file was saved with an older character set, such as Windows-1252. → Open it in an editor and save it as UTF-8.",
  ],
  "leading-point.json": [
    "6:19 bad-syntax This is not JSON: a value is expected. → Write a digit before the point, such as 0.5.",
  ],
  "leading-point.yaml": ["35:20 wrong-value .5 is not a number. → Write 0.5."],
  "leading-zero.json": [
    "6:20 bad-syntax This is not JSON: this is not a number as JSON writes it. → Write the number without leading zeros, or as text in double quotes.",
  ],
  "leading-zero.yaml": ["35:20 wrong-value 0755 is not a number. → Write 755."],
  "list-as-key.yaml": [
    "1:3 forbidden-yaml A group or list cannot be the name of a field. → Write the value itself; if it is text, put it in quotes.",
  ],
  "merge-key.yaml": ["37:7 forbidden-yaml Merge keys (<<) are not allowed. → Write the fields out here."],
  "missing-blank.yaml": ["2:12 bad-syntax A space is missing after the colon. → Write name: value."],
  "missing-comma.json": ["6:7 bad-syntax This is not JSON: a comma or } is expected. → Put a comma between the two."],
  "missing-field.yaml": [
    "34:5 missing-field The price (base_amount) is missing. → Write the price without VAT, before discount, for base_quantity units (for one unit where base_quantity is left out).",
  ],
  "missing-quote.yaml": [
    "31:18 bad-syntax The text that begins here with a double quote is not closed. → Close it with the same quote in the same line.",
  ],
  "missing-top-field.yaml": [
    "1:1 missing-field The issue date (issue_date) is missing. → Write the date of issue, such as 2026-06-15.",
  ],
  "nan.json": [
    "6:19 bad-syntax This is not JSON: a value is expected. → This is not a JSON value; write a number, true, false or null.",
  ],
  "never-send.yaml": [
    "33:5 never-send net_amount must not be sent. → Leave it out: the service calculates or sets it.",
  ],
  "no-colon.yaml": ["2:1 bad-syntax This line has no colon, so it is not a field. → Write name: value."],
  "no-key.yaml": ["2:1 bad-syntax This colon has no name before it. → Write the field's name."],
  "non-breaking-indentation.yaml": [
    "32:1 bad-syntax A non-breaking space is here instead of an ordinary space. → Replace it with a space; such characters come from text copied from a web page or Word.",
  ],
  "non-breaking-space.yaml": [
    "32:14 bad-syntax A non-breaking space is here instead of an ordinary space. → Replace it with a space; such characters come from text copied from a web page or Word.",
  ],
  "not-a-number.yaml": [
    "35:20 wrong-value .nan is not a number. → Write digits and at most one point, such as 1250.00.",
  ],
  "only-comments.yaml": [
    "empty-document The file has no document: it is empty or has only comments. → Start from a template: templates/standard-invoice.yaml.",
  ],
  "open-string.json": [
    "5:15 bad-syntax This is not JSON: a string contains a control character or an invalid escape. → Close the text with a double quote in the same line.",
  ],
  "picture.yaml": [
    "bad-encoding This is a picture, not a text file. → Name a YAML or JSON file; a template shows an example.",
  ],
  "plus-sign.json": ["6:19 bad-syntax This is not JSON: a value is expected. → Write the number without a plus sign."],
  "prototype-key.json": ["6:7 forbidden-key The key __proto__ is not allowed in a document. → Remove it."],
  "prototype-key.yaml": ["7:1 forbidden-key The key __proto__ is not allowed in a document. → Remove it."],
  "single-quotes.json": [
    "6:7 bad-syntax This is not JSON: a key in double quotes is expected. → Write straight double quotes.",
  ],
  "tab-indentation.yaml": [
    "32:1 bad-syntax The indentation has a tab; YAML allows spaces only. → Replace it with spaces.",
  ],
  "tag.yaml": [
    "32:15 forbidden-yaml Tags (!name) are not allowed. → Write the value itself; if it is text, put it in quotes.",
  ],
  "text-after-quote.yaml": [
    "31:58 bad-syntax Something follows the closing quote. → Put the whole value in one pair of quotes; inside single quotes, a single quote is written twice.",
  ],
  "thousands-comma.yaml": ["35:20 wrong-value 1,250.00 is not a number. → Write 1250.00."],
  "top-level-list.json": [
    "1:1 not-a-document The file is a list; a document is a group of fields. → Write each document in its own file.",
  ],
  "top-level-list.yaml": [
    "1:1 not-a-document The file is a list; a document is a group of fields. → Write each document in its own file.",
  ],
  "top-level-text.yaml": [
    "1:1 not-a-document The file is a single text; a document is a group of fields, such as issue_date: 2026-06-15. → See templates/standard-invoice.yaml for an example.",
  ],
  "trailing-comma.json": [
    "7:5 bad-syntax This is not JSON: a key in double quotes is expected. → Remove the comma before it.",
  ],
  "trailing-text.json": [
    "10:1 bad-syntax This is not JSON: something follows the end of the document. → Remove what follows, or move it to its own file.",
  ],
  "two-documents.yaml": ["45:1 forbidden-yaml A second document begins here. → Write each document in its own file."],
  "unknown-field.yaml": [
    "1:1 missing-field The due date (due_date) is missing. → Write the date on which payment is due.",
    "6:1 warning unknown-field due_dat is not a field of the document. → Did you mean due_date? A service may ignore it without a word; with --yes it is an error.",
  ],
  "utf-16-cut.yaml": [
    "bad-encoding The file begins like UTF-16 but is not. → Open it in an editor and save it as UTF-8.",
  ],
  "workbook.yaml": [
    "bad-encoding This is an Excel workbook or another packed file, not a text file. → Name a YAML or JSON file; a template shows an example.",
  ],
  "wrong-indentation.yaml": [
    "32:4 bad-syntax The indentation of this line does not match the lines above it. → Begin fields of the same group in the same column, using spaces.",
  ],
  "wrong-trn.yaml": [
    "19:35 wrong-value 1002345674003 is not a TRN: it has 13 digits, not 15. → A TRN has 15 digits, begins with 1 and ends with 03.",
  ],
  "wrong-type-group.yaml": ["34:12 wrong-value price must be a group of fields. → Write a group of fields below it."],
  "wrong-type-list.yaml": [
    "29:17 wrong-value document_lines must be a list. → Write a list: one entry each line, beginning with a dash (YAML) or within [ ] (JSON).",
  ],
  "wrong-type-value.yaml": ["32:15 wrong-value quantity must be a single value. → Write a single value."],
  "xml.yaml": [
    "1:1 not-a-document This is XML; a document is written in YAML or JSON. → Start from a template: templates/standard-invoice.yaml.",
  ],
  "yaml-in.json": [
    "1:1 bad-syntax This is not JSON: a value is expected. → The file looks like YAML: rename it to .yaml.",
  ],
  "zero-byte.yaml": [
    "22:18 bad-encoding This is not a text file: it contains a zero byte. → Name a YAML or JSON file; a template shows an example.",
  ],
};
