import { JsonNumber, type JsonObject, type JsonValue } from "../json/index.ts";
import { memberNamed } from "./members.ts";

/** In characters (code points). */
export const longestId = 512;

/** The JSON type of an id: `7` and `"7"` are two ids. Absent for a text. */
export type IdType = "number" | undefined;

/** An id as a service gives it: any JSON string or number, exactly as written. Source: contract Decision 59. */
export interface AnsweredId {
  readonly id: string;
  readonly idType?: IdType;
}

/** Returns the document's id; undefined if it has none, or one that is empty or too long. */
export function idOf(document: JsonObject): AnsweredId | undefined {
  return idIn(memberNamed(document, "id"));
}

/** The same for the value alone, such as an entry of a list of ids. */
export function idIn(value: JsonValue | undefined): AnsweredId | undefined {
  if (value instanceof JsonNumber) return isId(value.text) ? { id: value.text, idType: "number" } : undefined;
  return typeof value === "string" && isId(value) ? { id: value } : undefined;
}

export function isId(text: string): boolean {
  return text !== "" && text.length <= 2 * longestId && [...text].length <= longestId;
}

/**
 * Returns why an id cannot be a segment of a path, as a clause for a message; undefined if it can. `.` and `..` lead to
 * another path even if they are percent-encoded, and a lone surrogate has no UTF-8.
 */
export function notInPath(id: string): string | undefined {
  if (id === "") return "it is empty";
  if (!isId(id)) return `it is longer than ${longestId} characters`;
  if (id === "." || id === "..") return "in a path it means a folder";
  return /\p{Cs}/u.test(id) ? "it has half of a character (a lone surrogate)" : undefined;
}

export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

/**
 * Whether an answer names the id that was asked for: exactly, code point by code point. Only a UUID may come back in
 * another case, because its letters are digits.
 */
export function isSameId(asked: string, told: string): boolean {
  return asked === told || (isUuid(asked) && isUuid(told) && asked.toLowerCase() === told.toLowerCase());
}
