import { type CodeList, codeMeant, hasCode } from "./code-words.ts";
import { emirates } from "./codes/index.ts";
import { stepsOf } from "./copies.ts";
import { type Field, isRecord, memberOf } from "./fields/fields.ts";

/**
 * Replaces names with codes: `country_code: Oman` → OM. Only for cells and answers; a document in YAML or JSON is
 * sent as written. Values that match no code stay as they are.
 */
export function withCodes<T>(value: T, field: Field): T {
  return coded(value, field) as T;
}

function coded(value: unknown, field: Field): unknown {
  if (typeof value === "string") return field.kind === "leaf" ? codeOf(value, field.meta.form) : value;
  if (Array.isArray(value)) {
    const item = field.kind === "list" || field.kind === "object-or-list" ? field.item : undefined;
    return item === undefined ? value : value.map((each) => coded(each, item));
  }
  if (!isRecord(value) || (field.kind !== "object" && field.kind !== "object-or-list")) return value;
  const { members } = field;
  const group = Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const member = Object.hasOwn(members, key) ? members[key] : undefined;
      return [key, member === undefined ? each : coded(each, member)];
    }),
  );
  const { country_code: country, country_subentity: emirate } = group;
  return typeof emirate === "string" && (country === "AE" || country === undefined)
    ? { ...group, country_subentity: codeMeant(emirates, emirate) ?? emirate }
    : group;
}

function codeOf(value: string, form: { readonly is: string; readonly list?: CodeList } | undefined): string {
  if (form?.is !== "code" || form.list === undefined) return value;
  return hasCode(form.list, value) ? value : (codeMeant(form.list, value) ?? value);
}

/** `Oman` at `…postal_address.country_code` → OM. */
export function withCode(path: string, text: string, field: Field): string {
  let at = field;
  for (const step of stepsOf(path)) {
    const inside = /^\d+$/.test(step) && at.kind === "list" ? at.item : memberOf(at, step);
    if (inside === undefined) return text;
    at = inside;
  }
  return coded(text, at) as string;
}
