import { type AnswerSchema, jsonSchemaOf, stopped } from "../../answers/index.ts";
import type { Command } from "../command.ts";
import * as language from "./language.ts";

type Printing = Pick<Command, "words" | "answers" | "lines">;

export const answersOf = (command: Pick<Command, "answers">): readonly AnswerSchema[] => [
  ...command.answers(language),
  stopped,
];

/**
 * Returns the schemas of the lines that --json-lines, validate --format jsonl or journal export write; undefined for
 * other commands.
 */
export const linesOf = (command: Pick<Command, "lines">): readonly AnswerSchema[] | undefined =>
  command.lines?.(language);

type Json = Record<string, unknown>;

const dialect = "https://json-schema.org/draft/2020-12/schema";

function anyOf(variants: readonly AnswerSchema[]): Json {
  const made = variants.map(jsonSchemaOf);
  return made.length === 1 ? (made[0] ?? {}) : { anyOf: made };
}

/** Returns the schema of the whole output or of each line; undefined if the command has no such output. */
export function printedSchema(command: Printing, form: "document" | "line" = "document"): Json | undefined {
  const variants = form === "document" ? answersOf(command) : linesOf(command);
  if (variants === undefined) return undefined;
  const [name] = command.words.split(" ");
  const what = form === "document" ? "--json" : "--json-lines";
  return { $schema: dialect, title: `selfbill ${name} ${what}`, ...anyOf(variants) };
}

/** Returns the schemas of all commands. Keys are command names; a key for lines is `COMMAND line`. */
export function allAnswerSchemas(commands: readonly Printing[]): Json {
  const nameOf = ({ words }: Printing) => words.split(" ")[0] ?? "";
  const documents = commands.map((each) => [nameOf(each), anyOf(answersOf(each))]);
  const lines = commands.flatMap((each) => {
    const variants = linesOf(each);
    return variants === undefined ? [] : [[`${nameOf(each)} line`, anyOf(variants)]];
  });
  return { $schema: dialect, title: "selfbill --json", $defs: Object.fromEntries([...documents, ...lines]) };
}
