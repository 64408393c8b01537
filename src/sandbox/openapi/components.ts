/** A JSON Schema, or a part of one. */
export type Schema = { [keyword: string]: unknown };

/** The keyword whose value is the name of the component that a schema becomes; removed from the output. */
export const named = "x-component";

/**
 * Components for shapes that are used more than once, or that readers look for by name. Equal shapes become one
 * component, even if the fields that use them have different names.
 */
export class Components {
  readonly schemas: Record<string, Schema> = {};
  readonly #names = new Map<string, string>();

  /** Returns a reference; every object in the schema becomes a component, named after its field. */
  add(schema: Schema, name: string, suffix = ""): Schema {
    const items = schema.items as Schema | undefined;
    const entries = items && isGroup(items) ? { items: { ...items, [named]: `${name} entry` } } : {};
    return this.#hoisted({ ...schema, ...entries, [named]: name }, [], suffix);
  }

  /**
   * Replaces each object in the schema with a reference to a component. `trail` holds the names of the fields that lead
   * to the schema.
   */
  #hoisted(schema: Schema, trail: readonly string[], suffix: string): Schema {
    const { [named]: own, ...plain } = schema;
    const field = trail.at(-1);
    const inside = this.#inside(plain, own === undefined ? trail : [String(own)], suffix);
    const wanted = own ?? (isGroup(plain) && field !== undefined ? nameOfField(field) : undefined);
    if (wanted === undefined) return inside;
    // A field's description belongs to the field, not to the shared shape.
    const { description, "x-pint-term": term, ...shape } = inside;
    const $ref = `#/components/schemas/${this.#nameOf(shape, String(wanted), trail, suffix)}`;
    return { $ref, ...(description ? { description } : {}), ...(term ? { "x-pint-term": term } : {}) };
  }

  #inside(schema: Schema, trail: readonly string[], suffix: string): Schema {
    const made: Schema = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === "properties") {
        made.properties = Object.fromEntries(
          Object.entries(value as Record<string, Schema>).map(([name, member]) => [
            name,
            this.#hoisted(member, [...trail, name], suffix),
          ]),
        );
      } else if (keyword === "items") made.items = this.#hoisted(value as Schema, trail, suffix);
      else if (keyword === "anyOf") {
        made.anyOf = (value as Schema[]).map((each) => this.#hoisted(each, trail, suffix));
      } else made[keyword] = value;
    }
    return made;
  }

  /**
   * Reuses the component for an equal shape; a name that is already in use is prefixed with the name of the parent
   * field.
   */
  #nameOf(shape: Schema, wanted: string, trail: readonly string[], suffix: string): string {
    const key = `${suffix} ${JSON.stringify(shape)}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const above = [...trail.slice(0, -1)].reverse();
    let name = pascal(wanted);
    while (this.schemas[name + suffix] !== undefined) {
      const next = above.shift();
      if (next === undefined)
        throw new Error(`selfbill has an internal error: two components are called ${name}${suffix}`);
      name = pascal(nameOfField(next)) + name;
    }
    this.#names.set(key, name + suffix);
    this.schemas[name + suffix] = shape;
    return name + suffix;
  }
}

function isGroup(schema: Schema): boolean {
  return schema.type === "object" && schema.properties !== undefined;
}

/** Names of shapes that several fields share. */
const shapes: Readonly<Record<string, string>> = {
  accounting_supplier_party: "party",
  postal_address: "address",
  classified_tax_category: "tax_category",
  payee_financial_account: "financial_account",
  invoice_period: "period",
  despatch_document_reference: "document_reference",
  totals: "totals",
  toC3: "leg",
};

/** Returns the singular: `document_lines` → `document_line`. Leaves `status`, `address` and `means` unchanged. */
function nameOfField(field: string): string {
  return shapes[field] ?? (/(?:ss|status|means|terms)$/.test(field) ? field : field.replace(/s$/, ""));
}

/** Turns `tax_category` into `TaxCategory`, and `toC3` into `ToC3`. */
function pascal(text: string): string {
  return text.replace(/(?:^|[\W_]+)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
