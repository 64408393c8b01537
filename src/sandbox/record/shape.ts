import { isJsonObject, JsonNumber, type JsonValue, parseJson } from "../../json/index.ts";
import { overallStatuses } from "../../states/index.ts";

/**
 * A body without its values, that is, the names of its members and the kinds of their values: `null`, `boolean`,
 * `number` with the number of its decimal places, `text`, `empty`, `uuid`, `base64-in-lines`, the pattern of a date
 * (`9999-99-99`), or a word from one of selfbill's lists.
 */
export type BodyShape = string | readonly BodyShape[] | { readonly [name: string]: BodyShape };

/** Maximum number of elements kept per list, and maximum number of levels of nesting. */
const most = 20;
const deepest = 12;

/** Returns undefined if the body is not JSON. */
export function shapeOf(body: string): BodyShape | undefined {
  const parsed = parseJson(body);
  return parsed.ok ? shape(parsed.value, "", deepest) : undefined;
}

function shape(value: JsonValue, name: string, depth: number): BodyShape {
  if (value === null) return "null";
  if (typeof value === "boolean") return "boolean";
  if (value instanceof JsonNumber) return numberForm(value.text);
  if (typeof value === "string") return textForm(value, name);
  if (depth === 0) return "deeper";
  if (Array.isArray(value)) return value.slice(0, most).map((each) => shape(each, name, depth - 1));
  if (!isJsonObject(value)) return "number";
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [nameShown(key), shape(each ?? null, key, depth - 1)]),
  );
}

function numberForm(text: string): string {
  if (/[eE]/.test(text)) return "number with exponent";
  return `number ${/\.(\d+)$/.exec(text)?.[1]?.length ?? 0}`;
}

/** The service's words for statuses and answers; any other value of these members is recorded as text. */
const words: Readonly<Record<string, RegExp>> = {
  overall_status: new RegExp(`^(?:${overallStatuses.join("|")})$`),
  status: /^(?:PENDING|SUBMITTED|ACCEPTED|REJECTED|MLS_C[35]_TRANSMISSION_ERROR)$/,
  responseCode: /^[A-Z]{2}$/,
  statusReasonCode: /^[A-Z]{2}$/,
};

function textForm(text: string, name: string): string {
  if (text === "") return "empty";
  if (words[name]?.test(text)) return text;
  // Keeps only the format of document numbers, to show how the service assigns them.
  if (name === "document_number" && text.length <= 60) {
    return text
      .replace(/\p{L}/gu, "A")
      .replace(/\d/g, "9")
      .replace(/[^A9/_.-]/g, "?");
  }
  if (/^\d{4}-\d\d-\d\d(?:[T ][\d:.]*(?:Z|[+-][\d:]*)?)?$/.test(text)) return text.replace(/\d/g, "9");
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)) return "uuid";
  if (/[\r\n]/.test(text.trim()) && /^[A-Za-z0-9+/=\s]+$/.test(text)) return "base64-in-lines";
  return "text";
}

/** Returns the name of a member, or its path in an error map; a name or path that may contain a value is not kept. */
export function nameShown(name: string): string {
  const plain = /^[$/]?[A-Za-z_][\w.[\]/-]{0,79}$/.test(name);
  return plain && !/\d{4}|[A-Za-z\d]*\d[A-Za-z]+\d[A-Za-z\d]*|\w{41}/.test(name) ? name : "(another name)";
}
