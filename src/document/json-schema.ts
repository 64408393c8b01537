import { type CodeList, codesIn } from "./code-words.ts";
import { CodeSet } from "./codes/index.ts";
import type { Field, LeafMeta } from "./fields/fields.ts";
import { type DocumentKind, documentKinds } from "./kind.ts";
import { decimalPattern } from "./money.ts";
import { requiredMembers } from "./required-members.ts";
import { documentShapes } from "./shapes.ts";

export type JsonSchema = { readonly [keyword: string]: unknown };

/** Longest code list written inline; longer ones are written once, under $defs. */
const shortList = 20;
/** Longest code list that is included: the 2,162 units would make up most of the schema. */
const longestList = 400;

/**
 * JSON Schema (2020-12) for a document file, so that editors can complete and check it. Built from the fields and
 * presence rules of this folder; conditions on other fields (a scenario, a currency, a VAT category) are left to the
 * checks. A string may be written without quotes unless its digits would change (codes, leading zeros); an amount may
 * have quotes.
 */
export function documentJsonSchema(kind: DocumentKind): JsonSchema {
  const maker = new Maker(kind);
  const root = maker.group(documentShapes[kind], "");
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `UAE ${documentKinds[kind].says} (type ${documentKinds[kind].typeCode})`,
    ...withOwnFields(root),
    $defs: Object.fromEntries([...maker.lists].sort(([a], [b]) => a.localeCompare(b))),
  };
}

class Maker {
  /** The longer code lists that are used, keyed by name. */
  readonly lists = new Map<string, JsonSchema>();
  readonly #required: ReadonlyMap<string, readonly string[]>;

  constructor(kind: DocumentKind) {
    this.#required = requiredMembers(kind);
  }

  group(field: Field, at: string): JsonSchema {
    return { ...described(field), ...this.#shape(field, at) };
  }

  #shape(field: Field, at: string): JsonSchema {
    switch (field.kind) {
      case "leaf":
        return this.#leaf(field.meta);
      case "object":
        return this.#object(field.members, at);
      case "list":
        return { type: "array", minItems: 1, items: this.group(field.item, `${at}[]`) };
      case "object-or-list":
        return {
          anyOf: [this.#object(field.members, at), { type: "array", items: this.group(field.item, `${at}[]`) }],
        };
    }
  }

  #object(members: Readonly<Record<string, Field>>, at: string): JsonSchema {
    const below = (name: string): string => (at === "" ? name : `${at}.${name}`);
    const properties: Record<string, JsonSchema> = Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, this.group(member, below(name))]),
    );
    const required = this.#required.get(at) ?? [];
    if (at === "attachments[]") return readOrSent(properties, required);
    const object = { type: "object", properties, additionalProperties: false };
    return required.length === 0 ? object : { ...object, required };
  }

  #leaf({ form, description, term }: LeafMeta): JsonSchema {
    const words = [description, form?.is === "code" ? meanings(form.list) : undefined].filter(Boolean).join(". ");
    const text = words + (term === undefined ? "" : ` (${term})`);
    const said = text === "" ? {} : { description: text.trim() };
    switch (form?.is) {
      case undefined:
        return { ...said, type: ["string", "number"] };
      case "date":
        return { ...said, type: "string", format: "date" };
      case "pattern":
        return { ...said, type: "string", pattern: form.pattern };
      case "decimal":
        return { ...said, ...decimalForms[form.least] };
      case "code":
        return { ...said, ...this.#code(form.list, form.name) };
    }
  }

  #code(list: CodeList, name: string): JsonSchema {
    const known = codesIn(list);
    const one = { type: "string", enum: known };
    if (known.length <= shortList) return one;
    if (known.length > longestList) return { type: "string" };
    const key = name.replace(/\W+/g, "-");
    this.lists.set(key, one);
    return { $ref: `#/$defs/${key}` };
  }
}

const decimal = { type: ["number", "string"], pattern: decimalPattern.source };
const decimalForms = {
  any: decimal,
  zero: { ...decimal, minimum: 0 },
  "above-zero": { ...decimal, exclusiveMinimum: 0 },
};

function described({ description }: Field): { description?: string } {
  return description === undefined ? {} : { description };
}

/** `A the supply was cancelled; B …`, if the list has words. */
function meanings(list: CodeList): string | undefined {
  if (list instanceof CodeSet) return undefined;
  const words = Object.entries(list).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return words.length === 0 || words.length > shortList
    ? undefined
    : words.map(([code, means]) => `${code} ${means}`).join("; ");
}

/**
 * Adds selfbill's own fields, which are never sent: a document may name a supplier from the book (instead of
 * describing one), the document that it replaces, and the issuing company.
 */
function withOwnFields(root: JsonSchema): JsonSchema {
  const properties = root.properties as Readonly<Record<string, JsonSchema>>;
  const required = root.required as readonly string[];
  const description = "Name of a supplier in your supplier book (selfbill suppliers list), in place of its party";
  const stands =
    "Number or id of the document that this one stands in for: one that was rejected, that failed, or that a credit note takes back. Never sent";
  const issuer =
    "The company that issues it, by a name of your profiles (selfbill profile list): it is sent for no other. Never sent itself";
  const described = new Set(["accounting_supplier_party", "payment_means"]);
  const here = required.filter((name) => described.has(name));
  return {
    ...root,
    properties: {
      supplier: { type: "string", description },
      corrects: { type: "string", description: stands },
      company: { type: "string", description: issuer },
      ...properties,
    },
    required: required.filter((name) => !described.has(name)),
    anyOf: [{ required: ["supplier"] }, { required: here }],
  };
}

/** An attachment either names a file to read or contains everything that is sent; both together are rejected. */
function readOrSent(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  const { file_content: _, ...named } = properties;
  const path = {
    type: "string",
    description: "The file to attach, relative to this one; selfbill reads and encodes it",
  };
  const closed = { type: "object", additionalProperties: false };
  return {
    anyOf: [
      { ...closed, properties: { file_path: path, ...named }, required: ["file_path"] },
      { ...closed, properties, required },
    ],
  };
}
