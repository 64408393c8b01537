import { type DocumentKind, documentJsonSchema, documentKinds } from "../document/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { succeeded } from "./answer/stopped-by.ts";
import { defineCommand, flag } from "./command.ts";
import { allAnswerSchemas, answers, printedSchema } from "./output/answers.ts";

/** Prints the JSON Schema of a document's file, or of what commands print with --json. */
export const schemaCommand = defineCommand({
  words: "schema <invoice|credit-note|map|output> [command]",
  summary: "print the JSON Schema of a document, for editors, or of the output of commands, for scripts",
  help: `Editors with a YAML language server read it from the first line of a file:
  # yaml-language-server: $schema=invoice.schema.json
Only selfbill validate checks what depends on other fields (scenario, currency, VAT category).

output describes what a command prints with --json; later versions add members, and remove or change none.`,
  group: "For programs and integrators",
  practice: "no difference",
  options: { lines: flag("--lines", "output: of one line of --json-lines, in place of the document of --json") },
  examples: [
    { type: "selfbill schema invoice > invoice.schema.json", does: "writes it into a file" },
    { type: "selfbill schema map > map.schema.json", does: "the same for maps of spreadsheets" },
    { type: "selfbill schema output create-invoice", does: "describes what create-invoice --json prints" },
    { type: "selfbill schema output", does: "describes the output of all commands" },
  ],
  input([what = "", command], { lines }): Result<object | "map"> {
    if (what === "map" && command === undefined && !lines) return ok("map");
    if (what === "output") return outputSchema(command, lines);
    if (!Object.hasOwn(documentKinds, what) || command !== undefined || lines) {
      const message = `There is no schema of ${JSON.stringify([what, command].filter((each) => each !== undefined).join(" "))}.`;
      const hint =
        "Type selfbill schema invoice, selfbill schema credit-note, selfbill schema map or selfbill schema output COMMAND.";
      return fail(problem("bad-usage", message, hint));
    }
    return ok(documentJsonSchema(what as DocumentKind));
  },
  async run(made): Promise<Report> {
    return shown(made === "map" ? (await import("../sheet/index.ts")).mapJsonSchema() : made);
  },
});

function outputSchema(command: string | undefined, lines: boolean): Result<object> {
  const made = command === undefined ? allAnswerSchemas() : printedSchema(command, lines ? "line" : "document");
  if (made !== undefined) return ok(made);
  const message = `${JSON.stringify(command)} has no ${lines ? "--json-lines" : "--json"}.`;
  return fail(problem("bad-usage", message, `These commands have --json: ${Object.keys(answers).join(", ")}.`));
}

function shown(made: object): Report {
  const text = `${JSON.stringify(made, null, 2)}\n`;
  return succeeded({ view: "raw", text, data: { json_schema: made } });
}
