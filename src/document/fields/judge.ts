import { type FieldProblem, mostFieldProblems } from "./field-problem.ts";
import { type Field, isRecord, type LeafField, type Members, pathText } from "./fields.ts";
import { meantValue } from "./meant.ts";
import type { MeantValue, Refine, Wrong } from "./refined.ts";
import { scalarText } from "./scalar-text.ts";
import { isSensitive } from "./sensitive.ts";
import { shownValue } from "./shown-value.ts";

/**
 * Adds the problems of a value to `found`, and returns whether its structure is as expected. `trail`: path to the
 * value (names and list indexes); unchanged on return.
 */
export type Judge = (value: unknown, trail: PropertyKey[], found: FieldProblem[]) => boolean;

const made = new WeakMap<Field, Judge>();

/** Compiled on the first call. Problems are in the order of the definition. */
export function judgeOf(field: Field): Judge {
  const known = made.get(field);
  if (known) return known;
  const judge = compiled(field);
  made.set(field, judge);
  return judge;
}

function compiled(field: Field): Judge {
  switch (field.kind) {
    case "leaf":
      return leaf(field);
    case "object":
      return group(field.members, field.refine);
    case "list":
      return list(judgeOf(field.item));
    case "object-or-list": {
      // The value may be a single group or a list of groups.
      const one = judgeOf(field.item);
      const many = list(one);
      return (value, trail, found) => (Array.isArray(value) ? many : one)(value, trail, found);
    }
  }
}

function leaf(field: LeafField): Judge {
  const { judge, meta } = field;
  return (value, trail, found) => {
    if (value === undefined) return true;
    if (typeof value !== "string") {
      misshapen("string", trail, found);
      const to = onlyValue(value);
      if (to === undefined || judge.wrong(to)) return false;
      const meant = { to, safe: !isSensitive(pathText(trail), field) };
      found.push({ ...(found.pop() as FieldProblem), meant });
      return false;
    }
    if (value.trim() === "") return true; // a blank value counts as absent; a separate rule requires presence
    const wrong = judge.wrong(value);
    if (wrong) {
      const meant = meantValue(value, meta.form);
      const isRight = meant !== undefined && !judge.wrong(meant.to);
      found.push(refusal(trail, judge.tier, withHint(wrong, value, isRight ? meant : undefined), judge.isAmount));
    }
    return true;
  };
}

/** Returns the value of a list with one entry, or of a group that has nothing but a value; undefined for all others. */
function onlyValue(value: unknown): string | undefined {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const [[name, only] = []] = entries.length === 1 ? entries : [];
  if (name === undefined || !/^(?:0|value|text|[_$]|#text|_text)$/.test(name)) return undefined;
  const text = scalarText(only);
  return text?.trim() ? text : undefined;
}

function group(members: Members, refine: Refine<never> | undefined): Judge {
  const names = Object.keys(members);
  const judges = Object.values(members).map(judgeOf);
  return (value, trail, found) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return misshapen("object", trail, found);
    let sound = true;
    for (let at = 0; at < names.length; at++) {
      const name = names[at] as string;
      const member = (value as Record<string, unknown>)[name];
      if (member === undefined) continue;
      trail.push(name);
      if (!(judges[at] as Judge)(member, trail, found)) sound = false;
      trail.pop();
    }
    if (sound && refine !== undefined) {
      refine(value as never, (path, message, hint, form) => {
        const at = path.reduce<unknown>((group, name) => (isRecord(group) ? group[name] : undefined), value);
        const meant = meantValue(String(at), form instanceof RegExp ? { is: "pattern", pattern: form.source } : form);
        found.push(refusal([...trail, ...path], "T2", withHint({ message, hint }, String(at), meant)));
      });
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

interface Refusal extends Wrong {
  readonly meant: MeantValue | undefined;
}

/** Shows the blanks around a value and, if they are its only error, says what to write. */
function withHint(wrong: Wrong, value: string, meant: MeantValue | undefined): Refusal {
  const inside = value.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "");
  const message = inside === value ? wrong.message : wrong.message.replace(value, () => shownValue(value));
  if (meant?.to !== inside || wrong.hint.includes(inside)) return { ...wrong, message, meant };
  return { ...wrong, message, hint: `Write ${inside}, without blanks around it.`, meant };
}

function refusal(
  steps: readonly PropertyKey[],
  tier: FieldProblem["tier"],
  refused: Refusal,
  isAmount = false,
): FieldProblem {
  const base = { path: pathText(steps), code: "wrong-value", tier, absent: false, always: true } as const;
  return { ...base, ...refused, tier: refused.tier ?? tier, ...(isAmount ? { spoils: "amounts" as const } : {}) };
}

const expected = {
  array: ["a list", "Write a list: one entry each line, beginning with a dash (YAML) or within [ ] (JSON).", []],
  object: ["a group of fields", "Write a group of fields below it.", {}],
  string: ["a single value", "Write a single value.", ""],
} as const;

function misshapen(form: keyof typeof expected, steps: readonly PropertyKey[], found: FieldProblem[]): false {
  const [words, hint, empty] = expected[form];
  const last = steps.at(-1);
  const name =
    typeof last === "number" ? `Entry ${last + 1} of ${String(steps.at(-2))}` : String(last ?? "The document");
  const message = `${name} must be ${words}.`;
  const base = { path: pathText(steps), code: "wrong-value", absent: false, always: true } as const;
  found.push({ ...base, tier: "T1", message, hint, spoils: "structure", empty });
  return false;
}
