import { defineCommand } from "./command.ts";
import { createDocuments, createOptions } from "./create-document.ts";

export const createCreditNote = defineCommand({
  words: "create-credit-note [files...]",
  summary: "check self-billed credit notes and create them at the service",
  help: "FILE is a YAML or JSON document; - reads standard input. All files are checked first; nothing is sent while one is wrong.",
  options: createOptions,
  examples: [
    {
      type: "selfbill create-credit-note templates/credit-note.yaml --sandbox --yes",
      does: "creates it on the embedded sandbox",
    },
    {
      type: "selfbill create-credit-note returned.yaml --dry-run",
      does: "checks it and shows the exact request; sends nothing",
    },
  ],
  run: (input, desk) => createDocuments("credit-note", input, desk),
});
