import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../json/index.ts";

/**
 * Accepts any spelling: `documentXml` also finds `document_xml` and `documentXML`. The exact spelling takes precedence.
 * Source: contract §1.1, §9.
 */
export function memberNamed(object: JsonObject, name: string): JsonValue | undefined {
  if (Object.hasOwn(object, name)) return object[name];
  const key = Object.keys(object).find((each) => isNamed(each, name));
  return key === undefined ? undefined : object[key];
}

/** null and anything that is not an object count as absent. */
export function objectNamed(object: JsonObject, name: string): JsonObject | undefined {
  const value = memberNamed(object, name);
  return isJsonObject(value) ? value : undefined;
}

/** Numbers are returned as they are written; blank strings and null count as absent. */
export function textAt(value: JsonValue | undefined): string | undefined {
  if (value instanceof JsonNumber) return value.text;
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

export function textNamed(object: JsonObject, name: string): string | undefined {
  return textAt(memberNamed(object, name));
}

/** Smaller numbers are read as seconds: as milliseconds they would be a time in 1973 or earlier. */
const firstMillisecond = 100_000_000_000;
/** The last instant that a `Date` can hold, in milliseconds. */
const lastMillisecond = 8_640_000_000_000_000;

/**
 * Returns Unix milliseconds. Accepts milliseconds, seconds, or a date and time with its offset; returns undefined for
 * anything else.
 */
export function instantAt(value: JsonValue | undefined): number | undefined {
  const text = textAt(value)?.trim();
  if (text === undefined) return undefined;
  if (/^\d{1,16}$/.test(text)) {
    const told = Number(text);
    const instant = told < firstMillisecond ? told * 1000 : told;
    return instant > 0 && instant <= lastMillisecond ? instant : undefined;
  }
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return undefined;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** `DocumentXML`, `document_xml` and `document-xml` all match `documentXml`. */
export function isNamed(key: string, name: string): boolean {
  return spelling(key) === spelling(name);
}

/** Returns a form that is the same for all spellings of a name. */
export function spelling(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}
