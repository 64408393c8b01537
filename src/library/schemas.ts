import { documentJsonSchema } from "../document/index.ts";
import type { DocumentKind, JsonSchema } from "./types.ts";

/** JSON Schemas (2020-12) for document files, as `selfbill schema` prints them; built on first use. */
export const schemas: Readonly<Record<DocumentKind, JsonSchema>> = {
  get invoice(): JsonSchema {
    return schemaOf("invoice");
  },
  get "credit-note"(): JsonSchema {
    return schemaOf("credit-note");
  },
};

const schemasMade = new Map<DocumentKind, JsonSchema>();

function schemaOf(kind: DocumentKind): JsonSchema {
  const known = schemasMade.get(kind) ?? documentJsonSchema(kind);
  schemasMade.set(kind, known);
  return known;
}
