import { type DocumentKind, documentJsonSchema, documentKinds } from "../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { type Command, defineCommand, flag } from "./command.ts";
import { allAnswerSchemas, printedSchema } from "./output/answers.ts";

/** The command that prints the schema of a document's file, or of what commands print with --json. */
export const schemaCommandOf = (commands: readonly Described[]) =>
  defineCommand({
    words: "schema <invoice|credit-note|map|output> [command]",
    completes: { command: "command" },
    summary: "print the JSON Schema of a document, for editors, or of the output of commands, for scripts",
    help: `Editors with a YAML language server read it from the first line of a file:
  # yaml-language-server: $schema=invoice.schema.json
Only selfbill validate checks what depends on other fields (scenario, currency, VAT category).

output describes what a command prints with --json; later versions add members, and remove or change none.`,
    group: "For programs and integrators",
    practice: "no difference",
    facts: { journal: "none", oneDocument: false, sends: false, asksService: false },
    answers: ({ checking }) => [checking.jsonSchema],
    options: { lines: flag("--lines", "output: of one line of --json-lines, in place of the document of --json") },
    examples: [
      { type: "selfbill schema invoice > invoice.schema.json", does: "writes it into a file" },
      { type: "selfbill schema map > map.schema.json", does: "the same for maps of spreadsheets" },
      { type: "selfbill schema output create-invoice", does: "describes what create-invoice --json prints" },
      { type: "selfbill schema output", does: "describes the output of all commands" },
    ],
    input([what = "", command], { lines }): Result<Wish> {
      const typed = [what, command].filter((each) => each !== undefined).join(" ");
      if (what === "output") {
        if (command === undefined || commands.some(({ name }) => name === command)) return ok({ command, lines });
        return fail(noJson(command, lines, commands));
      }
      if (command === undefined && !lines && (what === "map" || Object.hasOwn(documentKinds, what)))
        return ok(what as DocumentKind | "map");
      const hint =
        "Type selfbill schema invoice, selfbill schema credit-note, selfbill schema map or selfbill schema output COMMAND.";
      return fail(problem("bad-usage", `There is no schema of ${JSON.stringify(typed)}.`, hint));
    },
    async run(wish): Promise<Report> {
      if (wish === "map") return shown((await import("../sheet/index.ts")).mapJsonSchema());
      if (typeof wish === "string") return shown(documentJsonSchema(wish));
      const { command, lines } = wish;
      const asked = commands.filter(({ name }) => command === undefined || name === command);
      const loaded = await Promise.all(asked.map(({ load }) => load()));
      const [only] = loaded;
      if (command === undefined || only === undefined) return shown(allAnswerSchemas(loaded));
      const made = printedSchema(only, lines ? "line" : "document");
      return made === undefined ? stoppedBy([noJson(command, lines, commands)]) : shown(made);
    },
  });

type Wish = DocumentKind | "map" | { readonly command: string | undefined; readonly lines: boolean };

interface Described {
  readonly name: string;
  readonly load: () => Promise<Command>;
}

function noJson(command: string, lines: boolean, commands: readonly Described[]): Problem {
  const message = `${JSON.stringify(command)} has no ${lines ? "--json-lines" : "--json"}.`;
  return problem("bad-usage", message, `These commands have --json: ${commands.map(({ name }) => name).join(", ")}.`);
}

function shown(made: object): Report {
  const text = `${JSON.stringify(made, null, 2)}\n`;
  return succeeded({ view: "raw", text, data: { json_schema: made } });
}
