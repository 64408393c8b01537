import { JsonNumber } from "../../json/index.ts";

/** Indented JSON, and the line of each field by its path, such as `document_lines[0].quantity`. */
export interface JsonLines {
  readonly lines: readonly string[];
  readonly places: ReadonlyMap<string, number>;
}

export function jsonLines(value: unknown): JsonLines {
  const lines: string[] = [];
  const places = new Map<string, number>();
  const write = (each: unknown, path: string, margin: string, before: string, after: string): void => {
    if (path !== "") places.set(path, lines.length + 1);
    const inner = membersOf(each);
    if (inner === undefined || inner.length === 0) {
      lines.push(`${margin}${before}${inner === undefined ? plain(each) : Array.isArray(each) ? "[]" : "{}"}${after}`);
      return;
    }
    const isList = Array.isArray(each);
    lines.push(`${margin}${before}${isList ? "[" : "{"}`);
    for (const [at, [key, member]] of inner.entries()) {
      const own = isList ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
      const name = isList ? "" : `${JSON.stringify(key)}: `;
      write(member, own, `${margin}  `, name, at < inner.length - 1 ? "," : "");
    }
    lines.push(`${margin}${isList ? "]" : "}"}${after}`);
  };
  write(value, "", "", "", "");
  return { lines, places };
}

function membersOf(value: unknown): (readonly [string, unknown])[] | undefined {
  if (typeof value !== "object" || value === null || value instanceof JsonNumber) return undefined;
  if (Array.isArray(value)) return value.map((each, at) => [String(at), each]);
  return Object.entries(value).filter(([, each]) => each !== undefined);
}

function plain(value: unknown): string {
  return value instanceof JsonNumber ? value.text : (JSON.stringify(value) ?? "null");
}
