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
 * Writes the TypeScript types of documents as the library takes them, with the words of each field; every value is a text.
 *
 * @param build of the bundler
 * @param file to write
 */
export async function keepDocumentTypes(build, file) {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-shapes-"));
  await build({
    input: { shapes: "src/document/shapes.ts" },
    platform: "node",
    plugins: [texts],
    output: { dir: folder, format: "esm", entryFileNames: "[name].mjs" },
  });
  const { documentShapes } = await import(pathToFileURL(join(folder, "shapes.mjs")));
  writeFileSync(file, documentTypes(documentShapes));
  rmSync(folder, { recursive: true, force: true });
}

function documentTypes(documentShapes) {
  const maker = new Maker();
  const roots = ["invoice", "credit-note"].map((kind) => maker.root(kind, documentShapes[kind]));
  const head = [
    "/** Documents as plain data, for those who use the library with TypeScript. Every value is a text. */",
  ];
  return `${[...head, ...maker.made, ...roots].join("\n")}\n`;
}

class Maker {
  made = [];
  #names = new Map();

  root(kind, shape) {
    const name = kind === "invoice" ? "InvoiceDocument" : "CreditNoteDocument";
    return `export interface ${name} {\n${this.#members(shape.members, [])}}`;
  }

  #members(members, trail) {
    return Object.entries(members)
      .map(([name, field]) => {
        const meta = field.kind === "leaf" ? field.meta : undefined;
        const words = meta?.description ?? field.description;
        const said = [words, meta?.term && `(${meta.term})`].filter(Boolean).join(" ");
        const doc = said === "" ? "" : `  /** ${said} */\n`;
        return `${doc}  ${name}?: ${this.#type(field, [...trail, name])} | undefined;\n`;
      })
      .join("");
  }

  #type(field, trail) {
    switch (field.kind) {
      case "leaf":
        return "string";
      case "object":
        return this.#named(field.members, trail);
      case "list":
        return `readonly ${this.#inList(field.item, trail)}[]`;
      case "object-or-list":
        return `${this.#named(field.members, trail)} | readonly ${this.#inList(field.item, trail)}[]`;
    }
  }

  #inList(item, trail) {
    return item.kind === "object" ? this.#named(item.members, trail) : "string";
  }

  /** The interface of a shape; equal shapes are one interface, and a name in use is told apart by the field above. */
  #named(members, trail) {
    const body = this.#members(members, trail);
    const known = this.#names.get(body);
    if (known !== undefined) return known;
    const words = [...trail].reverse().map(nameOf);
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
