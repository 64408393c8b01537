import type * as z from "zod";
import {
  type DocumentKind,
  documentSchemas,
  type Field,
  fieldOf,
  type LeafMeta,
  requiredMembers,
} from "../../document/index.ts";
import { named, type Schema } from "./components.ts";

/** Longest code list that stands where it is used; a longer one is a component. */
const shortList = 12;
/** Longest code list that is written at all: the 2,162 units would be most of the description. */
const longestList = 400;

/**
 * What may be sent to create a document, from the same schemas and presence rules as the service itself. `required` is what the contract
 * demands; the sandbox itself forgives some of it unless it is strict. What depends on another field stands in the words.
 */
export function requestSchema(kind: DocumentKind): Schema {
  const required = requiredMembers(kind);
  const group = (schema: z.ZodType, at: string): Schema => {
    const shape = shapeOf(fieldOf(schema), at);
    return schema.description === undefined ? shape : { ...shape, description: schema.description };
  };
  const object = (members: Readonly<Record<string, z.ZodType>>, at: string): Schema => {
    const demanded = required.get(at) ?? [];
    return {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(members).map(([name, member]) => [name, group(member, at === "" ? name : `${at}.${name}`)]),
      ),
      ...(demanded.length === 0 ? {} : { required: demanded }),
    };
  };
  const shapeOf = (field: Field, at: string): Schema => {
    switch (field.kind) {
      case "leaf":
        return leaf(field.meta);
      case "object":
        return object(field.members, at);
      case "list":
        return { type: "array", items: group(field.item, `${at}[]`) };
      case "object-or-list":
        return { anyOf: [object(field.members, at), { type: "array", items: group(field.item, `${at}[]`) }] };
    }
  };
  const root = object(documentSchemas[kind].shape, "");
  const lines = (root.properties as Record<string, Schema>).document_lines;
  if (lines) lines.minItems = 1;
  return root;
}

function leaf({ wire, form, description, term }: LeafMeta): Schema {
  const said = { ...(description ? { description } : {}), ...(term ? { "x-pint-term": term } : {}) };
  switch (form?.is) {
    case undefined:
      return { type: wire === "number" ? "number" : "string", ...said };
    case "date":
      return { type: "string", format: "date", ...said };
    case "pattern":
      return { type: "string", pattern: form.pattern, ...said };
    case "decimal":
      return { type: "number", ...least[form.least], ...said };
    case "code": {
      const list = form.list instanceof Set ? [...(form.list as ReadonlySet<string>)] : Object.keys(form.list);
      if (list.length > longestList) return { type: "string", ...said };
      if (list.length <= shortList) return { type: "string", enum: list, ...said };
      return { type: "string", title: `${form.name} code`, enum: list, [named]: `${form.name} code`, ...said };
    }
  }
}

const least = { any: {}, zero: { minimum: 0 }, "above-zero": { exclusiveMinimum: 0 } };
