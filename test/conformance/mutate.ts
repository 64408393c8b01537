import { readdirSync, readFileSync } from "node:fs";
import { membersIn, UblElement } from "../../src/ubl/index.ts";
import { creditNote, inDollars, invoice, line } from "../support/documents.ts";
import { add } from "../support/edit-tree.ts";
import { treeOf } from "../support/rule-cases.ts";
import { scenarioInvoices } from "../support/scenarios.ts";
import { attributeNames, oddLike, oddValues, telling } from "./odd-values.ts";

/**
 * An endless series of broken documents: valid documents with one to five changes each, in the elements and attributes
 * that the rules name. The same seed gives the same documents.
 */

/**
 * Returns a generator of numbers from 0 up to but not including 1 (mulberry32); the same seed gives the same numbers.
 */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

class Dice {
  readonly #random: () => number;
  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
  one<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}

/** Names of elements that appear anywhere in the source of the rules. */
function namesInRules(sources: URL): ReadonlySet<string> {
  const names = new Set<string>();
  for (const folder of [new URL("./", sources), new URL("./contexts/", sources), new URL("./rules/", sources)]) {
    for (const file of readdirSync(folder)) {
      if (!file.endsWith(".ts")) continue;
      for (const [name] of readFileSync(new URL(file, folder), "utf8").matchAll(/\bc[ab]c:[A-Z]\w+/g)) names.add(name);
    }
  }
  return names;
}

/** Returns the valid documents from which mutants are made. */
function origins(): UblElement[] {
  const { "a thousand lines": _, ...scenarios } = scenarioInvoices;
  const mixed = ["S", "Z", "E", "O", "AE", "N"].map((id) => line({ classified_tax_category: { id, percent: "5" } }));
  const entries = {
    charges: [{ reason_code: "FC", amount: "50.00", tax_category: { id: "S", percent: "5" } }],
    allowances: [
      {
        reason_code: "95",
        multiplier_factor_numeric: "2",
        base_amount: "1000",
        tax_category: { id: "Z", percent: "0" },
      },
    ],
  };
  const everything = scenarios["everything the request can carry"] ?? {};
  const { invoice_type_code: __, due_date: ___, ...asCreditNote } = everything;
  return [
    ...Object.values(scenarios),
    creditNote(),
    creditNote({ ...entries, ...inDollars }),
    creditNote({ ...asCreditNote, credit_note_type_code: "261", discrepancy_response: "VD" }),
    invoice({ document_lines: mixed, ...entries }),
    // The most varied documents are listed again, because most elements that rules name appear only in them.
    everything,
    everything,
    creditNote({ ...asCreditNote, credit_note_type_code: "261", discrepancy_response: "DL8.61.1.D" }),
  ].map((document) => treeOf(document));
}

function copyOf(element: UblElement): UblElement {
  const copy = new UblElement(element.name, element.text, element.attributes);
  for (const child of element.children) copy.append(copyOf(child));
  return copy;
}

function everyElement(root: UblElement): UblElement[] {
  const all: UblElement[] = [];
  const walk = (element: UblElement): void => {
    all.push(element);
    for (const child of element.children) walk(child);
  };
  walk(root);
  return all;
}

export class Mutator {
  readonly #dice: Dice;
  readonly #origins = origins();
  readonly #broken: readonly UblElement[];
  readonly #names: ReadonlySet<string>;
  /** The texts found in the valid documents, by element name. */
  readonly #texts = new Map<string, string[]>();

  /** `sources`: the folder of the engine, src/check/; a third of the mutants start from `broken`. */
  constructor(seed: number, sources: URL, broken: readonly UblElement[]) {
    this.#dice = new Dice(seed);
    this.#broken = broken;
    this.#names = namesInRules(sources);
    for (const origin of this.#origins) {
      for (const { name, text } of everyElement(origin)) {
        if (text !== "") this.#texts.set(name, [...(this.#texts.get(name) ?? []), text]);
      }
    }
  }

  /** A value that determines a rule's outcome, one from a valid document, or any odd value. */
  #text(name: string): string {
    const dice = this.#dice;
    const choices = [telling[name] ?? oddLike(name), this.#texts.get(name), oddLike(name), oddValues][dice.below(4)];
    return dice.one(choices ?? oddValues);
  }

  next(): UblElement {
    const fromBroken = this.#broken.length > 0 && this.#dice.below(3) === 0;
    const root = copyOf(this.#dice.one(fromBroken ? this.#broken : this.#origins));
    const changes = 1 + this.#dice.below(5);
    for (let count = 0; count < changes; count++) this.#change(root);
    return root;
  }

  #change(root: UblElement): void {
    const dice = this.#dice;
    const element = dice.one(everyElement(root));
    const kind = dice.below(14);
    if (kind <= 1) this.#remove(element);
    else if (kind === 2) this.#double(element);
    else if (kind <= 5) this.#rewrite(element);
    else if (kind <= 7) this.#grow(dice.one(everyElement(root).filter(({ children }) => children.length > 0)));
    else if (kind <= 9) this.#attribute(element);
    else if (kind === 10) this.#move(element, dice.one(everyElement(root)));
    else if (kind === 11) this.#shuffle(element.parent ?? element);
    else if (kind === 12) this.#recategorize(root);
    else this.#head(root);
  }

  /** Changes the VAT category in the whole document or in part of it. */
  #recategorize(root: UblElement): void {
    const dice = this.#dice;
    const [code, percent] = [dice.one(["S", "Z", "E", "O", "AE", "N"]), dice.one(["0", "5", ""])];
    const odds = dice.one([1, 2, 4]);
    for (const category of everyElement(root)) {
      if (!category.name.endsWith("TaxCategory") || dice.below(odds) > 0) continue;
      for (const child of category.children) {
        if (child.name === "cbc:ID") child.text = code;
        if (child.name === "cbc:Percent") child.text = percent;
      }
      category.children = category.children.filter((child) => child.text !== "" || child.children.length > 0);
    }
  }

  /** Changes the type code or a flag, on which many rules depend. */
  #head(root: UblElement): void {
    const heads = root.children.filter(({ name }) => name.endsWith("TypeCode") || name === "cbc:ProfileExecutionID");
    if (heads.length === 0) return;
    const head = this.#dice.one(heads);
    head.text = this.#dice.one(telling[head.name] ?? oddValues);
  }

  #remove(element: UblElement): void {
    const { parent } = element;
    if (parent) parent.children = parent.children.filter((child) => child !== element);
  }

  #double(element: UblElement): void {
    element.parent?.append(copyOf(element));
  }

  #rewrite(element: UblElement): void {
    if (element.children.length > 0) {
      if (element.parent && this.#dice.below(4) === 0) element.children = [];
      return;
    }
    element.text = this.#dice.below(12) === 0 ? ` ${element.text}\n` : this.#text(element.name);
  }

  /** Adds a child that the schema allows and a rule names, with the children that it requires. */
  #grow(parent: UblElement): void {
    const allowed = this.#allowedIn(parent.name);
    if (allowed.length === 0) return;
    const made = this.#made(this.#dice.one(allowed), 0);
    add(parent, "", made);
    if (this.#dice.below(3) === 0) add(parent, "", copyOf(made));
  }

  #allowedIn(aggregate: string): string[] {
    return (membersIn(aggregate) ?? []).map(({ name }) => name).filter((name) => this.#names.has(name));
  }

  #made(name: string, depth: number): UblElement {
    if (name.startsWith("cbc:")) return new UblElement(name, this.#text(name), this.#someAttributes());
    const element = new UblElement(name, "");
    const allowed = this.#allowedIn(name);
    for (const child of allowed) {
      if (depth < 3 && this.#dice.below(3) > 0) element.append(this.#made(child, depth + 1));
    }
    return element;
  }

  #someAttributes(): Record<string, string> {
    return { currencyID: this.#dice.one(["AED", "AED", "USD"]), schemeID: this.#text("schemeID") };
  }

  #attribute(element: UblElement): void {
    const present = Object.keys(element.attributes ?? {});
    const name =
      present.length > 0 && this.#dice.below(4) > 0 ? this.#dice.one(present) : this.#dice.one(attributeNames);
    const { [name]: _, ...others } = element.attributes ?? {};
    element.attributes = this.#dice.below(4) === 0 ? others : { ...others, [name]: this.#text(name) };
  }

  #move(element: UblElement, target: UblElement): void {
    for (let at: UblElement | undefined = target; at; at = at.parent) if (at === element) return;
    if (element.parent === undefined || target.children.length === 0) return;
    this.#remove(element);
    target.append(element);
  }

  #shuffle(parent: UblElement): void {
    const { children } = parent;
    for (let at = children.length - 1; at > 0; at--) {
      const other = this.#dice.below(at + 1);
      const kept = children[at] as UblElement;
      children[at] = children[other] as UblElement;
      children[other] = kept;
    }
  }
}
