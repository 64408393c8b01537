import * as z from "zod";
import type { LeafMeta } from "./leaf.ts";

/** What a schema expects at one place, without zod's wrappers. */
export type Field =
  | { readonly kind: "leaf"; readonly meta: LeafMeta }
  | { readonly kind: "object"; readonly members: Readonly<Record<string, z.ZodType>> }
  | { readonly kind: "list"; readonly item: z.ZodType }
  | {
      readonly kind: "object-or-list";
      readonly members: Readonly<Record<string, z.ZodType>>;
      readonly item: z.ZodType;
    };

const known = new WeakMap<z.ZodType, Field>();

/** Reads a schema of this room. Anything these schemas do not use is a fault of ours. */
export function fieldOf(schema: z.ZodType): Field {
  const found = known.get(schema);
  if (found) return found;
  const made = read(schema);
  known.set(schema, made);
  return made;
}

function read(schema: z.ZodType): Field {
  if (schema instanceof z.ZodOptional) return fieldOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodString)
    return { kind: "leaf", meta: (schema.meta() as LeafMeta | undefined) ?? { wire: "text" } };
  if (schema instanceof z.ZodObject) return { kind: "object", members: schema.shape as Record<string, z.ZodType> };
  if (schema instanceof z.ZodArray) return { kind: "list", item: schema.element as z.ZodType };
  if (schema instanceof z.ZodUnion) {
    const [first, second] = (schema.options as z.ZodType[]).map(fieldOf);
    if (first?.kind === "object" && second?.kind === "list")
      return { kind: "object-or-list", members: first.members, item: second.item };
  }
  throw new Error(`selfbill has an internal error: no field for ${schema.constructor.name}`);
}

/** The schema of a member, or undefined where the schema does not know it. */
export function memberOf(field: Field, key: string): z.ZodType | undefined {
  if (field.kind !== "object" && field.kind !== "object-or-list") return undefined;
  return Object.hasOwn(field.members, key) ? field.members[key] : undefined;
}

/** `document_lines[0].price` from its steps. */
export function pathText(steps: readonly PropertyKey[]): string {
  let path = "";
  for (const step of steps)
    path += typeof step === "number" ? `[${step}]` : path === "" ? String(step) : `.${String(step)}`;
  return path;
}

/** An object of a document: not a list, not an exact number. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
