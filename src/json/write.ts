import { JsonNumber } from "./value.ts";

/**
 * JSON text of a value; JsonNumber members are written with their own digits, `undefined` members are left out.
 * `indent` is the number of blanks a level; 0 gives one line. JS numbers are for counts and times only, never for money.
 */
export function writeJson(value: unknown, indent = 0): string {
  return write(value, indent, "");
}

function write(value: unknown, indent: number, margin: string): string {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = indent === 0 ? "" : `${margin}${" ".repeat(indent)}`;
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) parts.push(inner + write(item, indent, inner));
    return enclose("[", parts, "]", indent, margin);
  }
  const colon = indent === 0 ? ":" : ": ";
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) parts.push(`${inner}${JSON.stringify(key)}${colon}${write(member, indent, inner)}`);
  }
  return enclose("{", parts, "}", indent, margin);
}

function enclose(open: string, parts: string[], close: string, indent: number, margin: string): string {
  if (parts.length === 0) return open + close;
  return indent === 0 ? open + parts.join(",") + close : `${open}\n${parts.join(",\n")}\n${margin}${close}`;
}
