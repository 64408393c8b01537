import * as z from "zod";
import { type AnswerMembers, jsonMembersOf, type Meaning, type Understood } from "../contract/index.ts";
import { exitCodes, type Outcome, type Problem } from "../problem/index.ts";
import { type Source, shape } from "./shape.ts";

/** A text; amounts and ids are texts, so that no JSON reader changes them. */
export const text = z.string();
/** Always present; null if unknown or not applicable. */
export const maybe = text.nullable();
/** A whole number: any count of documents, lines, bytes, findings, days or Unix milliseconds. */
export const whole = z.int();
export const yes = z.boolean();
/** A document or another object with outside names: the service's, Peppol's, or the user's own fields. */
export const foreign = z.record(z.string(), z.unknown());
export const texts = z.record(z.string(), text);
export const outcome = z.enum(Object.keys(exitCodes) as [Outcome, ...Outcome[]]);
export const kind = z.enum(["invoice", "credit-note"]);
/** Builds the schema of a text that is one of these words. */
export const words = <const W extends readonly [string, ...string[]]>(...all: W) => z.enum(all);
/** Returns the keys of a table. */
export const names = <N extends string>(table: Readonly<Record<N, unknown>>) => Object.keys(table) as [N, ...N[]];
export const listOf = <T extends z.ZodType>(each: T) => z.array(each);
export const mapOf = <T extends z.ZodType>(each: T) => z.record(text, each);
/** Builds the schema of a list of these objects, each written on a separate line. */
export const lineOf = (each: z.ZodObject) => z.object({ schema: z.literal("selfbill/1"), ...each.shape });

/** A problem for scripts; every member is always present. */
export const problemShape = shape<Problem>({
  code: [text, ({ code }) => code],
  severity: [words("error", "warning"), ({ severity }) => severity],
  message: [text, ({ message }) => message],
  hint: [text, ({ hint }) => hint],
  file: [maybe, ({ where }) => where?.file],
  line: [whole.nullable(), ({ where }) => where?.line],
  column: [whole.nullable(), ({ where }) => where?.column],
  path: [maybe, ({ where }) => where?.path],
  sheet: [maybe, ({ where }) => where?.sheet],
  cell: [maybe, ({ where }) => where?.cell],
});
export const problems = z.array(problemShape.schema);

/** The end of a journal's chain. */
export const head = z.object({ id: text, sequence: text, head: text });
/** The journal's record of a supplier or buyer. */
export const partyShape = shape<{ readonly name: string; readonly trn: string }>({
  name: [text, ({ name }) => name],
  trn: [text, ({ trn }) => trn],
});
export const party = partyShape.schema;
export const maybeParty = z.object({ name: maybe, trn: maybe });
export const rules = z.object({ edition: text, hash: text });

/** Builds the members of a service's answer. */
export function toldMembers<M extends AnswerMembers>(members: M): Record<string, Source<Understood<M>>> {
  const schemas: Partial<Record<Meaning, z.ZodType>> = { instant: whole.nullable(), yes: yes.nullable() };
  const sources = jsonMembersOf(members).map(({ name, means, of }) => [name, [schemas[means] ?? maybe, of] as const]);
  return Object.fromEntries(sources);
}

const schema = z.literal("selfbill/1");
const envelope = {
  schema,
  outcome,
  sandbox: yes,
  problems,
} as const;

/** Builds the schema of a command's answer: the members common to all, and its own. */
export function answer<T extends z.ZodRawShape>(own: T) {
  return z.object({ ...envelope, ...own });
}

/** The answer of a command that could not continue; scripts find `results` in any case. */
export const stopped = answer({ results: z.array(z.never()) });

/** The last line of the results with --json-lines. */
export const endLine = z.object({
  schema,
  end: z.literal(true),
  outcome,
  sandbox: yes,
  files: whole,
  counts: z.record(z.string(), whole),
  problems,
});

/** A command's whole answer, or one line of it. */
export type AnswerSchema = z.ZodObject;

/** Returns the JSON Schema of an answer. Additional members are allowed everywhere, because later versions add some. */
export function jsonSchemaOf(answer: AnswerSchema): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(answer, { io: "input" }) as Record<string, unknown>;
  return schema;
}
