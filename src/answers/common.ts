import * as z from "zod";
import { jsonMembersOf } from "../contract/index.ts";
import { exitCodes, type Outcome } from "../problem/index.ts";

/** A text; amounts and ids are texts, so that no reader changes them. */
export const text = z.string();
/** Always present, null where it is not known or does not apply. */
export const maybe = text.nullable();
/** A whole number of things, every count: documents, lines, bytes, findings, days, Unix milliseconds. */
export const whole = z.int();
export const yes = z.boolean();
/** A document or another object under somebody else's names: the service's, Peppol's, or the user's own fields. */
export const foreign = z.record(z.string(), z.unknown());
export const texts = z.record(z.string(), text);
export const outcome = z.enum(Object.keys(exitCodes) as [Outcome, ...Outcome[]]);
export const kind = z.enum(["invoice", "credit-note"]);

export const problem = z.object({
  code: text,
  severity: z.enum(["error", "warning"]),
  message: text,
  hint: text,
  file: maybe,
  line: whole.nullable(),
  column: whole.nullable(),
  path: maybe,
  sheet: maybe,
  cell: maybe,
});
export const problems = z.array(problem);

/** Where the chain of a journal ends. */
export const head = z.object({ id: text, sequence: text, head: text });
export const party = z.object({ name: text, trn: text });
export const maybeParty = z.object({ name: maybe, trn: maybe });
export const rules = z.object({ edition: text, hash: text });

/** The members of an answer of the service, as jsonOf shows them. */
export function told(members: Parameters<typeof jsonMembersOf>[0]) {
  const shape = jsonMembersOf(members).map(([name, means]) => {
    if (means === "instant") return [name, whole.nullable()] as const;
    return [name, means === "yes" ? yes.nullable() : maybe] as const;
  });
  return Object.fromEntries<z.ZodType>(shape);
}

const envelope = {
  schema: z.literal("selfbill/1"),
  outcome,
  sandbox: yes,
  problems,
} as const;

/** An answer of a command: the members of every answer, and its own. */
export function answer<T extends z.ZodRawShape>(own: T) {
  return z.object({ ...envelope, ...own });
}

/** What a command answers that could not go on; a script finds `results` whatever happened. */
export const stopped = answer({ results: z.array(z.never()) });

/** The result of one document. */
const resultShape = {
  file: text,
  outcome,
  /** Null where it is not known in this run. */
  result: z.enum(["created", "not_sent", "refused", "in_doubt"]).nullable(),
  kind,
  id: maybe,
  document_number: maybe,
  supplier: party.nullable(),
  currency: maybe,
  totals: texts.nullable(),
  overall_status: maybe,
  replayed: yes,
  rules: rules.nullable(),
  problems,
} as const;

export const result = z.object(resultShape);
export const dryRunResult = z.object({
  ...resultShape,
  request: z.object({ url: maybe, version: text, confirm: maybe, body: foreign }).nullable(),
});

/** A result as a line of its own, and the line that ends them. */
export const resultLine = z.object({ schema: z.literal("selfbill/1"), ...resultShape });
export const endLine = z.object({
  schema: z.literal("selfbill/1"),
  end: z.literal(true),
  outcome,
  sandbox: yes,
  files: whole,
  counts: z.record(z.string(), whole),
  problems,
});

export const created = answer({ results: z.array(result), journal: head.optional() });
export const dryRun = answer({ results: z.array(dryRunResult) });

/** What a supplier said to a document: `answer` is accepted or objected, `on` the day, `how` it came. */
export const supplierAnswer = z.object({
  answer: z.enum(["accepted", "objected"]),
  on: text,
  how: text,
  recorded_by: text,
  recorded_at: text,
});
