import {
  type DocumentKind,
  documentShapes,
  type Field,
  memberOf,
  ownFields,
  type SelfBilledDocument,
} from "../document/index.ts";
import { JsonNumber } from "../json/index.ts";
import { isRawMap, PlainScalar, type RawMap, type RawValue } from "./raw.ts";

/**
 * Shapes a file's values into a document. Scalars of known fields become strings, as written, and blank ones are left
 * out; unknown values keep their JSON type.
 */
export function shape(root: RawMap, kind: DocumentKind): SelfBilledDocument {
  return (shaped(root, documentShapes[kind], "") ?? {}) as SelfBilledDocument;
}

function shaped(value: RawValue, field: Field, name: string): unknown {
  if (Array.isArray(value)) {
    const item = itemOf(field);
    return value.map((entry) => (item ? shaped(entry, item, name) : asJson(entry)));
  }
  if (!isRawMap(value)) return scalarText(value);
  const group: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member = value[key] as RawValue;
    const known = memberOf(field, key);
    const made = known ? shaped(member, known, key) : ours(name, key) ? scalarText(member) : asJson(member);
    if (made !== undefined) group[key] = made;
  }
  return group;
}

/** Whether a field is not part of the request: `file_path` of an attachment, and some fields of a document. */
function ours(group: string, key: string): boolean {
  return (group === "attachments" && key === "file_path") || (group === "" && ownFields.includes(key));
}

function itemOf(field: Field): Field | undefined {
  return field.kind === "list" || field.kind === "object-or-list" ? field.item : undefined;
}

function scalarText(value: RawValue): unknown {
  if (value === null) return undefined;
  if (value instanceof PlainScalar) return isNull(value.text) ? undefined : value.text;
  if (value instanceof JsonNumber) return value.text;
  if (typeof value === "boolean") return String(value);
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  return asJson(value);
}

/** Whether a scalar is one of the spellings of null in YAML's core schema. */
function isNull(text: string): boolean {
  return /^(?:~|null|Null|NULL)?$/.test(text);
}

/**
 * Converts values by YAML's core schema. A number keeps its digits; one that JSON cannot express (007, +5, .5, 0x1F,
 * .inf) remains a string, because converting it would change the written value.
 */
function asJson(value: RawValue): unknown {
  if (Array.isArray(value)) return value.map(asJson);
  if (isRawMap(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asJson(member)]));
  if (!(value instanceof PlainScalar)) return value;
  const { text } = value;
  if (isNull(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? new JsonNumber(text) : text;
}
