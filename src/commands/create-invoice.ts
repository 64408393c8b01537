import { defineCommand } from "./command.ts";
import { createDocuments, createOptions } from "./create-document.ts";

export const createInvoice = defineCommand({
  words: "create-invoice [files...]",
  summary: "check self-billed invoices and create them at the service",
  help: "FILE is a YAML or JSON document; - reads standard input. All files are checked first; nothing is sent while one is wrong.",
  options: createOptions,
  examples: [
    {
      type: "selfbill create-invoice templates/standard-invoice.yaml --sandbox --yes",
      does: "creates it on the embedded sandbox",
    },
    {
      type: "selfbill create-invoice march.yaml --dry-run",
      does: "checks it and shows the exact request; sends nothing",
    },
    { type: "selfbill create-invoice march.yaml", does: "shows what would be sent, asks, sends it" },
  ],
  run: (input, desk) => createDocuments("invoice", input, desk),
});
