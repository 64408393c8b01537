import { type Field, isDecimalText, isPresent, isRecord } from "../../document/index.ts";
import { JsonNumber } from "../../json/index.ts";

/**
 * Returns every field of the schema, in schema order, with `null` for fields that were not sent and amounts as JSON
 * numbers with their original digits. Source: contract §7.1, §15.3.
 */
export function echo(value: unknown, field: Field): unknown {
  if (!isPresent(value)) return null;
  if (field.kind === "leaf") {
    return field.meta.wire === "number" && typeof value === "string" && isDecimalText(value)
      ? new JsonNumber(value)
      : value;
  }
  if (Array.isArray(value)) {
    const item = itemOf(field);
    return item ? value.map((each) => echo(each, item)) : value;
  }
  if (!isRecord(value) || field.kind === "list") return value;
  const shown: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(field.members)) shown[name] = echo(value[name], member);
  return shown;
}

function itemOf(field: Field): Field | undefined {
  return field.kind === "list" || field.kind === "object-or-list" ? field.item : undefined;
}
