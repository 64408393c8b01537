import { type DocumentKind, documentJsonSchema, documentKinds } from "../document/index.ts";
import { problem } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand } from "./command.ts";

/** Prints the JSON Schema of a document's file. */
export const schema = defineCommand({
  words: "schema <invoice|credit-note>",
  summary: "print the JSON Schema of a document, for editors",
  help: `Editors with a YAML language server read it from the first line of a file:  # yaml-language-server: $schema=invoice.schema.json
Only selfbill validate checks what depends on other fields (scenario, currency, VAT category).`,
  options: {},
  examples: [{ type: "selfbill schema invoice > invoice.schema.json", does: "writes it into a file" }],
  async run({ words: [kind = ""] }): Promise<Report> {
    if (!Object.hasOwn(documentKinds, kind)) {
      const message = `There is no schema for ${JSON.stringify(kind)}.`;
      return stoppedBy([problem("bad-usage", message, "Type selfbill schema invoice or selfbill schema credit-note.")]);
    }
    const made = documentJsonSchema(kind as DocumentKind);
    return {
      outcome: "done",
      sandbox: false,
      view: { view: "raw", text: `${JSON.stringify(made, null, 2)}\n`, data: { json_schema: made } },
      problems: [],
    };
  },
});
