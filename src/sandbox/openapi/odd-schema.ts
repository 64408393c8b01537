import { alwaysLeftOut } from "../documents/odd-answers.ts";
import type { Schema } from "./components.ts";

/**
 * Returns the schema of an answer about documents as a sandbox with odd answers gives it: members that some answers
 * lack are not required, and the id of a document is a number or any text.
 */
export function oddSchema(schema: Schema): Schema {
  const properties = schema.properties as Properties | undefined;
  const made: Schema = { ...schema };
  if (Array.isArray(schema.anyOf)) made.anyOf = schema.anyOf.map(oddSchema);
  if (isSchema(schema.items)) made.items = oddSchema(schema.items);
  if (properties === undefined) return made;
  const left = leftOut(properties);
  if (Array.isArray(schema.required)) made.required = schema.required.filter((name) => !left.has(name));
  made.properties = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, oddMember(name, member, properties)]),
  );
  return made;
}

type Properties = Readonly<Record<string, Schema>>;

function leftOut(properties: Properties): ReadonlySet<string> {
  // Entries of a log leave out what is null.
  if ("document_uuid" in properties) return new Set(Object.keys(properties));
  if (!("document_sequence" in properties)) return new Set();
  const totals = Object.keys(properties.totals?.properties ?? {});
  return new Set([...alwaysLeftOut, "document_number", "totals", "meta_info", ...totals]);
}

function oddMember(name: string, member: Schema, beside: Properties): Schema {
  const isId = /^document_?uuid$/i.test(name) || (name === "id" && "document_sequence" in beside);
  if (isId) return { ...member, type: ["string", "number"] };
  const isNullable = name === "meta_info" && "document_sequence" in beside;
  // A page of ids alone.
  const items = name === "content" && isSchema(member.items) && member.items.type === "string";
  if (items) return { ...member, items: { ...(member.items as Schema), type: ["string", "number"] } };
  return isNullable ? { anyOf: [oddSchema(member), { type: "null" }] } : oddSchema(member);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
