/** The source text of a JSON number, never a binary value: `new JsonNumber("0.10").text` is `"0.10"`. */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** A JSON value with exact numbers; `undefined` members are not written. */
export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}

/** Replaces each number with its source text, for storage and never for calculation. */
export function numbersAsText(value: JsonValue | undefined): unknown {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return value.map(numbersAsText);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.keys(value).map((key) => [key, numbersAsText(value[key])]));
}
