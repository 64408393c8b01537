import type { ProblemEntry } from "./outcome.ts";

export const problemsOfFiles = {
  // Problems with arguments and questions
  "bad-usage": {
    outcome: "usage",
    means: "The command has invalid arguments, or arguments that cannot be combined.",
    todo: "selfbill COMMAND --help lists arguments, options and examples.",
  },
  "nothing-matches": {
    outcome: "usage",
    means: "No file matches the folder, pattern or list.",
    todo: "Check the name and the current folder. Folders are searched for .yaml, .yml, .json and .xml.",
  },
  "needs-answer": {
    outcome: "usage",
    means: "Confirmation is required, but this is not an interactive terminal, or --no-input or CI=true is set.",
    todo: "Add the flag that the message names.",
  },
  "batch-too-big": {
    outcome: "usage",
    means:
      "The run would send more documents, or a higher sum, than --max-files or --max-total allow. Nothing was sent.",
    todo: "Check which files were named. If this is intended, raise the limit.",
  },
  declined: {
    outcome: "declined",
    means: "You answered no, or did not type the confirmation. Nothing was sent.",
    todo: "Run the command again when you are ready.",
  },
  interrupted: {
    outcome: "interrupted",
    means: "The run was stopped by Ctrl-C or by the system before anything was sent.",
    todo: "Run the same command again: it continues where it stopped.",
  },
  "not-fixed": {
    outcome: "invalid",
    means: "The file, or this part of it, was not changed, for the reason given.",
    todo: "Do what the message says.",
  },
  // Problems in reading a file
  "file-unreadable": {
    outcome: "invalid",
    means: "The file does not exist, is not a regular file, or cannot be read.",
    todo: "Check name, folder and permissions.",
  },
  "file-too-big": {
    outcome: "invalid",
    means: "The file is larger than any document the service takes (16 MB; XML 64 MB).",
    todo: "Make attachments smaller or split the document.",
  },
  "changed-since-check": {
    outcome: "invalid",
    means: "The file changed after it was checked, so it was not sent.",
    todo: "Run the same command again: it checks the file as it is now.",
  },
  "not-as-confirmed": {
    outcome: "invalid",
    means: "The content, business profile or service is not the one that a person confirmed. Nothing was sent.",
    todo: "Run the command again with --dry-run --json, have a person confirm what it shows, and pass the new request.confirm value: --expect HASH.",
  },
  "bad-encoding": {
    outcome: "invalid",
    means: "The file is not text in UTF-8 or UTF-16, or not in the encoding that its first line names.",
    todo: "Open it in an editor and save it as UTF-8.",
  },
  "empty-document": {
    outcome: "invalid",
    means: "The file is empty or has only comments.",
    todo: "Start from a template.",
  },
  "bad-syntax": {
    outcome: "invalid",
    means: "The file is not valid YAML, JSON or XML, so it cannot be read.",
    todo: "Correct the place shown; the error is there or shortly before. XML must not have a DTD.",
  },
  "too-deep": {
    outcome: "invalid",
    means: "The file is nested more deeply than any document.",
    todo: "Remove the nesting.",
  },
  "forbidden-yaml": {
    outcome: "invalid",
    means: "The file uses anchors, tags or merge keys of YAML, which a document never needs and which can hide values.",
    todo: "Write the values out.",
  },
  "duplicate-key": {
    outcome: "invalid",
    means: "A field appears twice; only one can count.",
    todo: "Remove one of them.",
  },
  "forbidden-key": {
    outcome: "invalid",
    means: "The name of a field is not allowed, because it can damage programs.",
    todo: "Remove the field.",
  },
  "not-a-document": {
    outcome: "invalid",
    means: "The file can be read, but is not an invoice or credit note.",
    todo: "Start from a template, or name the correct file.",
  },
  "unknown-field": {
    outcome: "invalid",
    means:
      "The description of the service does not name this field, and a service may ignore it without a word; usually it is a typing error. An error with --yes, and where a comma cut a number in two; otherwise a warning.",
    todo: "Use the suggested name, or remove the field. To send it all the same: --allow-unknown PATH.",
  },
  "attachment-unreadable": {
    outcome: "invalid",
    means: "An attachment is missing, empty, too big or not of the type that its name says.",
    todo: "Check file_path: the path is relative to the document's folder.",
  },
} as const satisfies Record<string, ProblemEntry>;
