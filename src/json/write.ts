import { JsonNumber } from "./value.ts";

/**
 * Writes JSON. JsonNumber members keep their digits, and `undefined` members are left out. `indent` is the number of
 * spaces per level; 0 writes everything on one line. Use JS numbers only for counts and times, never for money.
 */
export function writeJson(value: unknown, indent = 0): string {
  return write(value, indent, "");
}

function write(value: unknown, indent: number, margin: string): string {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = indent === 0 ? "" : `${margin}${" ".repeat(indent)}`;
  const parts = new Parts(indent === 0 ? "," : ",\n");
  if (Array.isArray(value)) {
    for (const item of value) parts.add(inner + write(item, indent, inner));
    return enclose("[", parts.whole(), "]", indent, margin);
  }
  const colon = indent === 0 ? ":" : ": ";
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) parts.add(`${inner}${JSON.stringify(key)}${colon}${write(member, indent, inner)}`);
  }
  return enclose("{", parts.whole(), "}", indent, margin);
}

/** Maximum number of parts held separately: a string object takes many times the memory of its characters. */
const mostParts = 4_096;

/** Collects strings and joins them step by step. */
class Parts {
  readonly #between: string;
  #joined = "";
  #parts: string[] = [];

  constructor(between: string) {
    this.#between = between;
  }

  add(part: string): void {
    if (this.#parts.length === mostParts) {
      this.#joined = this.whole();
      this.#parts = [];
    }
    this.#parts.push(part);
  }

  whole(): string {
    const joined = this.#parts.join(this.#between);
    return this.#joined === "" ? joined : `${this.#joined}${this.#between}${joined}`;
  }
}

/** Puts brackets around the joined parts; since no part is ever empty, an empty string means that there are none. */
function enclose(open: string, parts: string, close: string, indent: number, margin: string): string {
  if (parts === "") return open + close;
  return indent === 0 ? open + parts + close : `${open}\n${parts}\n${margin}${close}`;
}
