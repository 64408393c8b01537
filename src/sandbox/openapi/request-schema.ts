import {
  codesIn,
  type DocumentKind,
  decimalPattern,
  documentShapes,
  type Field,
  type LeafMeta,
  requiredMembers,
} from "../../document/index.ts";
import { derivable } from "../documents/accept.ts";
import { named, type Schema } from "./components.ts";

/** Maximum length of a code list that is written inline; a longer one becomes a component. */
const shortList = 12;
/** Maximum length of a code list that is included at all: the 2,162 units would make up most of the description. */
const longestList = 400;

/**
 * Returns the schema of a create request's body, derived from the service's own schemas and presence rules: `required`
 * lists the members that the sandbox requires; a strict one requires more and rejects unknown members. Other members
 * may be null, which means absent. Conditions that depend on other fields are in the descriptions.
 */
export function requestSchema(kind: DocumentKind, strict: boolean): Schema {
  const required = requiredMembers(kind, strict ? "strict" : "forgiving");
  const member = (field: Field, at: string): Schema => {
    const shape = shapeOf(field, at);
    return field.description === undefined ? shape : { ...shape, description: field.description };
  };
  const object = (members: Readonly<Record<string, Field>>, at: string): Schema => {
    const demanded = [...(required.get(at) ?? []), ...(at === "" && strict ? derivable(kind) : [])];
    const properties = Object.entries(members).map(([name, field]) => {
      const made = member(field, at === "" ? name : `${at}.${name}`);
      return [name, demanded.includes(name) ? made : orNull(made)] as const;
    });
    const needs = demanded.length === 0 ? {} : { required: demanded };
    const closed = strict ? { additionalProperties: false } : {};
    return { type: "object", properties: Object.fromEntries(properties), ...needs, ...closed };
  };
  const shapeOf = (field: Field, at: string): Schema => {
    switch (field.kind) {
      case "leaf":
        return leaf(field.meta);
      case "object":
        return object(field.members, at);
      case "list":
        return { type: "array", items: member(field.item, `${at}[]`) };
      case "object-or-list":
        return { anyOf: [object(field.members, at), { type: "array", items: member(field.item, `${at}[]`) }] };
    }
  };
  const root = object(documentShapes[kind].members, "");
  const lines = (root.properties as Record<string, Schema>).document_lines;
  if (lines) lines.minItems = 1;
  return root;
}

/** Allows null. A component stays a component, and the field's description stays with the field. */
function orNull(schema: Schema): Schema {
  const { description, "x-pint-term": term, anyOf, ...shape } = schema;
  const said = { ...(description ? { description } : {}), ...(term ? { "x-pint-term": term } : {}) };
  if (anyOf !== undefined) return { anyOf: [...(anyOf as Schema[]), { type: "null" }], ...said };
  if (shape.type === "object" || shape[named] !== undefined) return { anyOf: [shape, { type: "null" }], ...said };
  const values = shape.enum === undefined ? {} : { enum: [...(shape.enum as unknown[]), null] };
  return { ...shape, ...values, type: [shape.type, "null"].flat(), ...said };
}

function leaf({ wire, form, description, term }: LeafMeta): Schema {
  const said = { ...(description ? { description } : {}), ...(term ? { "x-pint-term": term } : {}) };
  switch (form?.is) {
    case undefined:
      return wire === "number" ? { ...decimal, ...said } : { type: "string", ...said };
    case "date":
      return { type: "string", format: "date", ...said };
    case "pattern":
      return { type: "string", pattern: form.pattern, ...said };
    case "decimal":
      return { ...decimal, ...(form.beyond === "T3" ? {} : least[form.least]), ...said };
    case "code": {
      const list = codesIn(form.list);
      if (list.length > longestList) return { type: "string", ...said };
      if (list.length <= shortList) return { type: "string", enum: list, ...said };
      return { type: "string", title: `${form.name} code`, enum: list, [named]: `${form.name} code`, ...said };
    }
  }
}

/** A number, or its digits as a string, for programs that have no decimal numbers. */
const decimal = { type: ["number", "string"], pattern: decimalPattern.source };
const least = { any: {}, zero: { minimum: 0 }, "above-zero": { exclusiveMinimum: 0 } };
