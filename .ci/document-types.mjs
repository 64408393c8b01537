import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { texts } from "./texts.mjs";

/** Names of shapes that several fields share. */
const shapes = {
  accounting_supplier_party: "party",
  postal_address: "address",
  classified_tax_category: "tax_category",
  payee_financial_account: "financial_account",
  invoice_period: "period",
  despatch_document_reference: "document_reference",
};

/**
 * Maximum length of a code list that is written; longer ones become `string`, as in the JSON Schema, because the 2,162
 * units would take up most of the file.
 */
const longestList = 400;
/** Maximum length of a code list that is written inline; longer ones have a name. */
const shortList = 20;

/**
 * Writes the TypeScript types of the documents that the library accepts: the description of each field, the required
 * members, and the codes of each list.
 *
 * @param build the bundler's build function
 * @param file the file to write
 */
export async function keepDocumentTypes(build, file) {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-shapes-"));
  await build({
    input: {
      shapes: "src/document/shapes.ts",
      words: "src/document/code-words.ts",
      required: "src/document/required-members.ts",
      states: "src/states/index.ts",
    },
    platform: "node",
    plugins: [texts],
    output: { dir: folder, format: "esm", entryFileNames: "[name].mjs" },
  });
  const { documentShapes } = await import(pathToFileURL(join(folder, "shapes.mjs")));
  const { codesIn } = await import(pathToFileURL(join(folder, "words.mjs")));
  const { requiredMembers } = await import(pathToFileURL(join(folder, "required.mjs")));
  const { overallStatuses } = await import(pathToFileURL(join(folder, "states.mjs")));
  writeFileSync(file, documentTypes({ documentShapes, codesIn }, requiredMembers, overallStatuses));
  rmSync(folder, { recursive: true, force: true });
}

function documentTypes({ documentShapes, codesIn }, requiredMembers, overallStatuses) {
  const maker = new Maker(codesIn);
  const roots = ["invoice", "credit-note"].map((kind) => maker.root(kind, documentShapes[kind], requiredMembers(kind)));
  const head = [
    "/** Documents as plain data, for those who use the library with TypeScript. What every document must have is required. */",
    'import type { Amount } from "./types.js";',
  ];
  const statuses = overallStatuses.map((status) => JSON.stringify(status)).join(" | ");
  const status = `/** What a document has become, as the service says it. */\nexport type OverallStatus = ${statuses};`;
  return `${[...head, ...maker.made, ...roots, status].join("\n")}\n`;
}

class Maker {
  made = [];
  #codesIn;
  #names = new Map();

  #required = new Map();
  #lists = new Set();

  constructor(codesIn) {
    this.#codesIn = codesIn;
  }

  root(kind, shape, required) {
    this.#required = required;
    const name = kind === "invoice" ? "InvoiceDocument" : "CreditNoteDocument";
    return `export interface ${name} {\n${this.#members(shape.members, [])}}`;
  }

  #members(members, trail) {
    const required = this.#required.get(trail.join(".").replaceAll(".[]", "[]")) ?? [];
    return Object.entries(members)
      .map(([name, field]) => {
        const meta = field.kind === "leaf" ? field.meta : undefined;
        const words = meta?.description ?? field.description;
        const said = [words, meta?.term && `(${meta.term})`].filter(Boolean).join(" ");
        const doc = said === "" ? "" : `  /** ${said} */\n`;
        const type = this.#type(field, [...trail, name]);
        return required.includes(name) ? `${doc}  ${name}: ${type};\n` : `${doc}  ${name}?: ${type} | undefined;\n`;
      })
      .join("");
  }

  #type(field, trail) {
    switch (field.kind) {
      case "leaf":
        return this.#leaf(field.meta);
      case "object":
        return this.#named(field.members, trail);
      case "list":
        return `readonly ${this.#inList(field.item, [...trail, "[]"])}[]`;
      case "object-or-list":
        return `${this.#named(field.members, trail)} | readonly ${this.#inList(field.item, [...trail, "[]"])}[]`;
    }
  }

  #inList(item, trail) {
    return item.kind === "object" ? this.#named(item.members, trail) : this.#type(item, trail);
  }

  #leaf({ wire, form }) {
    if (wire === "number") return "Amount";
    if (form?.is !== "code") return "string";
    const codes = this.#codesIn(form.list);
    if (codes.length > longestList) return "string";
    const union = codes.map((code) => JSON.stringify(code)).join(" | ");
    if (codes.length <= shortList) return codes.length === 1 ? union : `(${union})`;
    const name = `${nameOf(form.name.toLowerCase().replace(/\W+/g, "_"))}Code`;
    if (!this.#lists.has(name)) this.made.push(`export type ${name} = ${union};`);
    this.#lists.add(name);
    return name;
  }

  /**
   * Returns the name of the interface for a shape; equal shapes share one interface. A name already in use is prefixed
   * with the name of the parent field.
   */
  #named(members, trail) {
    const body = this.#members(members, trail);
    const known = this.#names.get(body);
    if (known !== undefined) return known;
    const words = trail
      .filter((step) => step !== "[]")
      .reverse()
      .map(nameOf);
    let name = words.shift() ?? "";
    while ([...this.#names.values()].includes(name)) name = (words.shift() ?? "Other") + name;
    this.#names.set(body, name);
    this.made.push(`export interface ${name} {\n${body}}`);
    return name;
  }
}

function nameOf(field) {
  const word = shapes[field] ?? (/(?:ss|means|terms)$/.test(field) ? field : field.replace(/s$/, ""));
  return word.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
}
