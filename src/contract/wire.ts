import {
  amount,
  type DocumentKind,
  documentShapes,
  type Field,
  type FieldProblem,
  formatAmount,
  isComment,
  isDecimalText,
  memberOf,
  pathText,
  type SelfBilledDocument,
} from "../document/index.ts";
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../json/index.ts";

/**
 * Amounts, quantities and rates become JSON numbers with their original digits; everything else stays as it is.
 * Unknown members are kept, but not comments; blank strings and undefined members are left out. Source: contract §1.1.
 */
export function toWire(document: SelfBilledDocument, kind: DocumentKind): JsonObject {
  return outgoing(document, documentShapes[kind]) as JsonObject;
}

function outgoing(value: unknown, field: Field | undefined): JsonValue | undefined {
  if (field === undefined) return value as JsonValue;
  if (typeof value === "string") {
    if (value.trim() === "") return undefined;
    return field.kind === "leaf" && field.meta.wire === "number" && isDecimalText(value)
      ? new JsonNumber(value)
      : value;
  }
  if (Array.isArray(value)) return value.map((item) => outgoing(item, itemOf(field)) ?? null);
  if (!isJsonObject(value)) return value as JsonValue | undefined;
  const object: JsonObject = {};
  for (const key of Object.keys(value)) {
    const known = memberOf(field, key);
    if (known === undefined && isComment(key)) continue;
    const member = outgoing(value[key], known);
    if (member !== undefined) object[key] = member;
  }
  return object;
}

/**
 * The body as the service sees it: null members are absent, numbers become strings with the same digits. A string in
 * place of a number is accepted if it holds a number; a number in place of a string is one of the problems returned
 * (T2).
 */
export function fromWire(
  body: JsonObject,
  kind: DocumentKind,
): { document: SelfBilledDocument; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const document = incoming(body, documentShapes[kind], [], problems) as SelfBilledDocument;
  return { document, problems };
}

function incoming(
  value: JsonValue | undefined,
  field: Field | undefined,
  at: PropertyKey[],
  problems: FieldProblem[],
): unknown {
  if (field === undefined) return value;
  if (field.kind === "leaf") return leaf(value, field.meta.wire, at, problems);
  if (Array.isArray(value)) return value.map((item, index) => incoming(item, itemOf(field), [...at, index], problems));
  if (!isJsonObject(value)) return value instanceof JsonNumber ? value.text : value;
  const object: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === null || member === undefined) continue;
    object[key] = incoming(member, memberOf(field, key), [...at, key], problems);
  }
  return object;
}

function leaf(
  value: JsonValue | undefined,
  wire: "text" | "number",
  at: PropertyKey[],
  problems: FieldProblem[],
): unknown {
  if (value instanceof JsonNumber && wire === "number") return withoutExponent(value.text);
  if (value instanceof JsonNumber || typeof value === "boolean") {
    problems.push({
      path: pathText(at),
      code: "wrong-value",
      tier: "T2",
      absent: false,
      always: true,
      message:
        wire === "text"
          ? `${String(value)} is written here as a ${typeof value === "boolean" ? "true/false value" : "number"}.`
          : `${String(value)} is not a number.`,
      hint: wire === "text" ? "Write it as text, in double quotes." : "Write a number.",
    });
    return undefined;
  }
  return value;
}

function itemOf(field: Field): Field | undefined {
  return field.kind === "list" || field.kind === "object-or-list" ? field.item : undefined;
}

/** Many programs write 1.5e3, which is accepted as 1500. */
function withoutExponent(text: string): string {
  const [, exponent] = text.split(/[eE]/);
  return exponent !== undefined && Math.abs(Number(exponent)) <= 20 ? formatAmount(amount(text)) : text;
}
