import {
  type DocumentKind,
  documentShapes,
  type Field,
  isDecimalText,
  isRecord,
  memberOf,
  type SelfBilledDocument,
} from "../document/index.ts";
import { JsonNumber } from "../json/index.ts";

export interface YamlRemarks {
  /** Comment lines to put above the document. */
  readonly head?: readonly string[];
  /** Comment lines to put above fields, keyed by field name. */
  readonly above?: Readonly<Record<string, string>>;
}

/**
 * Writes a document as YAML. `readDocument` reads back the same document: values keep all their digits, and fields keep
 * their order. Empty groups are left out.
 */
export function writeYaml(document: SelfBilledDocument, kind: DocumentKind, remarks: YamlRemarks = {}): string {
  const field = documentShapes[kind];
  const lines = (remarks.head ?? []).map(comment);
  for (const [name, member] of Object.entries(document)) {
    const above = remarks.above?.[name];
    const written = entry(name, member, memberOf(field, name), "");
    if (written.length > 0 && above !== undefined) lines.push(comment(above));
    for (const line of written) lines.push(line); // one by one: a call takes at most a few hundred thousand arguments
  }
  return `${lines.join("\n")}\n`;
}

/** Replaces control characters: a number quoted from an external source must not end the line. */
function comment(text: string): string {
  return text === "" ? "" : `# ${text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")}`;
}

/** Returns the lines of a field: `name: value`, or the name with its group or list below; none if there is no value. */
function entry(name: string, value: unknown, field: Field | undefined, margin: string): string[] {
  const key = `${margin}${/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : quoted(name)}:`;
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    const items = value.flatMap((each) => item(each, itemOf(field), `${margin}  `));
    return items.length === 0 ? [] : [key, ...items];
  }
  if (isRecord(value)) {
    const members = group(value, field, `${margin}  `);
    return members.length === 0 ? [] : [key, ...members];
  }
  return [`${key} ${scalar(value, field)}`];
}

function group(value: Record<string, unknown>, field: Field | undefined, margin: string): string[] {
  return Object.entries(value).flatMap(([name, member]) => entry(name, member, field && memberOf(field, name), margin));
}

/** Returns the lines of a list item; a group begins on the same line as its dash. */
function item(value: unknown, field: Field | undefined, margin: string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    const inner = value.flatMap((each) => item(each, itemOf(field), `${margin}  `));
    return inner.length === 0 ? [] : [`${margin}-`, ...inner];
  }
  if (!isRecord(value)) return [`${margin}- ${scalar(value, field)}`];
  const [first, ...more] = group(value, field, `${margin}  `);
  return first === undefined ? [] : [`${margin}- ${first.trimStart()}`, ...more];
}

function itemOf(field: Field | undefined): Field | undefined {
  return field?.kind === "list" || field?.kind === "object-or-list" ? field.item : undefined;
}

/** Returns a single value with quotes if it needs them. */
export function scalar(value: unknown, field: Field | undefined): string {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value === "boolean") return String(value);
  const text = String(value);
  if (field?.kind === "leaf" && field.meta.wire === "number" && isDecimalText(text)) return text;
  return isPlain(text) ? text : quoted(text);
}

/** Returns true if the text needs no quotes, because no YAML parser would read it as a number or a boolean. */
function isPlain(text: string): boolean {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return true;
  return (
    /^[A-Za-z][A-Za-z0-9 .,/()&+_'@-]*$/.test(text) &&
    !text.endsWith(" ") &&
    !/^(?:y|yes|n|no|true|false|on|off|null)$/i.test(text)
  );
}

/** Quotes a text with JSON's escapes, which are valid in YAML; also escapes invisible characters. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u00a0\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => [...char].map(escaped).join(""));
}

function escaped(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
