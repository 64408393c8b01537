import * as z from "zod";
import { answers, answersOf, lines, linesOf } from "./commands.ts";

type Json = Record<string, unknown>;

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** Further members are allowed everywhere: later versions add some. */
function anyOf(variants: readonly z.ZodObject[]): Json {
  const made = variants.map((each) => {
    const { $schema: _, ...schema } = z.toJSONSchema(each, { io: "input" }) as Json;
    return schema;
  });
  return made.length === 1 ? (made[0] ?? {}) : { anyOf: made };
}

/** The JSON Schema of what a command prints with --json, or of each of its lines; undefined where it prints none. */
export function answerSchema(command: string, form: "document" | "line" = "document"): Json | undefined {
  const variants = form === "document" ? answersOf(command) : linesOf(command);
  if (variants === undefined) return undefined;
  const what = form === "document" ? "--json" : "--json-lines";
  return { $schema: dialect, title: `selfbill ${command} ${what}`, ...anyOf(variants) };
}

/** All of them as definitions of one schema, by command; those of lines are called `COMMAND line`. */
export function allAnswerSchemas(): Json {
  const documents = Object.keys(answers).map((name) => [name, anyOf(answersOf(name) ?? [])]);
  const each = Object.entries(lines).map(([name, variants]) => [`${name} line`, anyOf(variants)]);
  return { $schema: dialect, title: "selfbill --json", $defs: Object.fromEntries([...documents, ...each]) };
}
