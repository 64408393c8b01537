import * as z from "zod";
import { type AnswerMembers, jsonMembersOf, type Meaning, type Understood } from "../contract/index.ts";
import { exitCodes, type Outcome, type Problem } from "../problem/index.ts";
import { type Source, shape } from "./shape.ts";

/** Amounts and ids are strings, so that JSON parsers do not change them. */
export const text = z.string();
/** Always present; null if unknown or not applicable. */
export const maybe = text.nullable();
/** Any count, or a time in Unix milliseconds. */
export const whole = z.int();
export const yes = z.boolean();
/** An object whose members are defined by the service, Peppol or the user, not by selfbill. */
export const foreign = z.record(z.string(), z.unknown());
export const texts = z.record(z.string(), text);
export const outcome = z.enum(Object.keys(exitCodes) as [Outcome, ...Outcome[]]);
export const kind = z.enum(["invoice", "credit-note"]);
export const words = <const W extends readonly [string, ...string[]]>(...all: W) => z.enum(all);
export const names = <N extends string>(table: Readonly<Record<N, unknown>>) => Object.keys(table) as [N, ...N[]];
export const listOf = <T extends z.ZodType>(each: T) => z.array(each);
export const mapOf = <T extends z.ZodType>(each: T) => z.record(text, each);
/** The schema for a list with one object per line. */
export const lineOf = (each: z.ZodObject) => z.object({ schema: z.literal("selfbill/1"), ...each.shape });

/** Every member is always present. */
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

export const head = z.object({ id: text, sequence: text, head: text });
export const partyShape = shape<{ readonly name: string; readonly trn: string }>({
  name: [text, ({ name }) => name],
  trn: [text, ({ trn }) => trn],
});
export const party = partyShape.schema;
export const maybeParty = z.object({ name: maybe, trn: maybe });
export const rules = z.object({ edition: text, hash: text });

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

/** Adds the members that all answers have. */
export function answer<T extends z.ZodRawShape>(own: T) {
  return z.object({ ...envelope, ...own });
}

export const stopped = answer({ results: z.array(z.never()) });

export const endLine = z.object({
  schema,
  end: z.literal(true),
  outcome,
  sandbox: yes,
  files: whole,
  counts: z.record(z.string(), whole),
  problems,
});

export type AnswerSchema = z.ZodObject;

/** Allows additional members everywhere, because later versions add some. */
export function jsonSchemaOf(answer: AnswerSchema): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(answer, { io: "input" }) as Record<string, unknown>;
  return schema;
}
