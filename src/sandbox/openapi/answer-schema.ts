import * as z from "zod";
import type { Schema } from "./components.ts";

/**
 * Returns the JSON Schema of an answer or, with `input`, of the body of a call. Objects allow additional members,
 * because the service may add members at any time.
 */
export function answerSchema(schema: z.ZodType, io: "input" | "output" = "output"): Schema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { unrepresentable: "any", io });
  return tidied(made as Schema);
}

/**
 * Removes `additionalProperties: {}`, which is the default, and integer bounds that are just the limits of a JS
 * integer.
 */
function tidied(schema: Schema): Schema {
  const { additionalProperties, minimum, maximum, wire: _, form: __, term, ...rest } = schema;
  const made: Schema = { ...rest };
  if (term !== undefined) made["x-pint-term"] = term;
  if (isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0) {
    made.additionalProperties = tidied(additionalProperties);
  }
  if (minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER) made.minimum = minimum;
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) made.maximum = maximum;
  if (made.type === "integer") made.format = "int64";
  if (isSchema(made.properties)) {
    made.properties = Object.fromEntries(
      Object.entries(made.properties).map(([name, member]) => [name, tidied(member as Schema)]),
    );
  }
  if (isSchema(made.items)) made.items = tidied(made.items);
  if (Array.isArray(made.anyOf)) return orNull({ ...made, anyOf: made.anyOf.map(tidied) });
  return made;
}

/**
 * Shortens a choice between a type and null: a string or number gets a second type; an object or list remains a
 * choice.
 */
function orNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  const [first, second, ...more] = anyOf as Schema[];
  if (first === undefined || second?.type !== "null" || more.length > 0) return schema;
  if (typeof first.type !== "string" || first.type === "object" || first.type === "array") return schema;
  return { ...first, ...rest, type: [first.type, "null"] };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
