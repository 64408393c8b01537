import * as z from "zod";
import { type FieldProblem, mostFieldProblems } from "./field-problem.ts";
import { pathText } from "./fields.ts";
import { type LeafJudge, leafJudges, type Refine, refines } from "./refined.ts";

/**
 * Adds what is wrong with a value to `found`, and tells whether its structure is what the schema expects. `trail` is the way to the value,
 * names and numbers within lists, and comes back as it was.
 */
export type Judge = (value: unknown, trail: PropertyKey[], found: FieldProblem[]) => boolean;

const made = new WeakMap<z.ZodType, Judge>();

/**
 * The judge of a schema of this room, compiled at the first asking: it finds what zod's safeParse finds, in the same order. Anything
 * that these schemas do not use is a fault of ours.
 */
export function judgeOf(schema: z.ZodType): Judge {
  const known = made.get(schema);
  if (known) return known;
  const judge = compiled(schema);
  made.set(schema, judge);
  return judge;
}

function compiled(schema: z.ZodType): Judge {
  if (schema instanceof z.ZodOptional) {
    const inner = judgeOf(schema.unwrap() as z.ZodType);
    return (value, trail, found) => value === undefined || inner(value, trail, found);
  }
  if (schema instanceof z.ZodString) return leaf(leafJudges.get(schema));
  if (schema instanceof z.ZodObject) return group(schema.shape as Record<string, z.ZodType>, refines.get(schema));
  if (schema instanceof z.ZodArray) return list(judgeOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodUnion) {
    // Only one place takes an object or a list: the form that was written is the one to judge.
    const [one, many] = (schema.options as z.ZodType[]).map(judgeOf) as [Judge, Judge];
    return (value, trail, found) => (Array.isArray(value) ? many : one)(value, trail, found);
  }
  throw new Error(`selfbill has an internal error: no judge for ${schema.constructor.name}`);
}

function leaf(judge: LeafJudge | undefined): Judge {
  return (value, trail, found) => {
    if (typeof value !== "string") return misshapen("string", trail, found);
    if (judge === undefined || value.trim() === "") return true; // a blank value counts as absent; presence is a rule of its own
    const wrong = judge.wrong(value);
    if (wrong) found.push(refusal(trail, judge.tier, wrong.message, wrong.hint, judge.isAmount));
    return true;
  };
}

function group(members: Readonly<Record<string, z.ZodType>>, refine: Refine<never> | undefined): Judge {
  const names = Object.keys(members);
  const judges = Object.values(members).map(judgeOf);
  return (value, trail, found) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return misshapen("object", trail, found);
    let sound = true;
    for (let at = 0; at < names.length; at++) {
      const name = names[at] as string;
      trail.push(name);
      if (!(judges[at] as Judge)((value as Record<string, unknown>)[name], trail, found)) sound = false;
      trail.pop();
    }
    if (sound && refine !== undefined) {
      refine(value as never, (path, message, hint) =>
        found.push(refusal([...trail, ...path], "T2", message, hint, false)),
      );
    }
    return sound;
  };
}

function list(item: Judge): Judge {
  return (value, trail, found) => {
    if (!Array.isArray(value)) return misshapen("array", trail, found);
    let sound = true;
    for (let at = 0; at < value.length && found.length < mostFieldProblems; at++) {
      trail.push(at);
      if (!item(value[at], trail, found)) sound = false;
      trail.pop();
    }
    return sound;
  };
}

function refusal(
  steps: readonly PropertyKey[],
  tier: FieldProblem["tier"],
  message: string,
  hint: string,
  isAmount: boolean,
): FieldProblem {
  const base = { path: pathText(steps), code: "wrong-value", absent: false, always: true } as const;
  return { ...base, tier, message, hint, ...(isAmount ? { spoils: "amounts" as const } : {}) };
}

const expected = {
  array: ["a list", "Write a list: one entry each line, beginning with a dash (YAML) or within [ ] (JSON)."],
  object: ["a group of fields", "Write a group of fields below it."],
  string: ["a single value", "Write a single value."],
} as const;

function misshapen(form: keyof typeof expected, steps: readonly PropertyKey[], found: FieldProblem[]): false {
  const [words, hint] = expected[form];
  const last = steps.at(-1);
  const name =
    typeof last === "number" ? `Entry ${last + 1} of ${String(steps.at(-2))}` : String(last ?? "The document");
  const message = `${name} must be ${words}.`;
  const base = { path: pathText(steps), code: "wrong-value", absent: false, always: true } as const;
  found.push({ ...base, tier: "T1", message, hint, spoils: "structure" });
  return false;
}
