import { readdirSync, readFileSync } from "node:fs";
import { order, UblElement } from "../../src/ubl/index.ts";
import { creditNote, inDollars, invoice, line } from "../support/documents.ts";
import { add } from "../support/edit-tree.ts";
import { treeOf } from "../support/rule-cases.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

/**
 * Broken documents without end: right documents with one to five changes each, over the elements and attributes that the rules name.
 * The same seed gives the same documents.
 */

/** Numbers from 0 up to but not including 1, the same for the same seed (mulberry32). */
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

const attributeNames =
  "schemeID unitCode currencyID listID mimeCode filename name schemeAgencyID schemeAgencyName".split(" ");

/** Names of elements that stand anywhere in the source of the rules. */
function namesInRules(sources: URL): ReadonlySet<string> {
  const names = new Set<string>();
  for (const folder of [new URL("./", sources), new URL("./rules/", sources)]) {
    for (const file of readdirSync(folder)) {
      if (!file.endsWith(".ts")) continue;
      for (const [name] of readFileSync(new URL(file, folder), "utf8").matchAll(/\bc[ab]c:[A-Z]\w+/g)) names.add(name);
    }
  }
  return names;
}

const oddNumbers = "0 1 -1 5 5.00 0.05 100 -100.005 10.500 0.005 1e2 NaN INF 12,5 99999999999999999.99".split(" ");
const oddDates = "2026-06-15 2026-05-31 2026-07-01 2026-02-29 2026-06-15Z 2026-6-1 2026-06-15T10:00:00".split(" ");
const oddCodes =
  "S Z E O AE N s VAT vat TIN AED USD EUR 389 480 261 81 380 381 130 130.0 50 30 OTH MTH VD DL8.61.1.A G B HS SAC".split(
    " ",
  );
const oddNumbersOfParties = [
  ..."100234567400003 100234567400004 1002345674 2002345674 9900000099 0235 0088 0192 0184 0208 0201 0210 9907".split(
    " ",
  ),
  ..."0211 0151 0007 SEPA 7300010000001 7300010000002 974760673 DK12345678 0202239951 UFY9MH 01234567890".split(" "),
  ..."RSSMRA85T10A562S IT01234567897 IT01234567898 51824753556 2120000829 TL CL EID PAS CD".split(" "),
];
const oddTexts = [
  ..."true false 1 0 yes 24:00:00 10:30 10:30:00+15:00 00000000 00000001 00000100 11111111 0000000 AUH Dubai".split(
    " ",
  ),
  ..."application/pdf text/html H87 XBX AE OM 1A XX urn:peppol:bis:billing urn:peppol:pint:selfbilling-1@ae-1*".split(
    " ",
  ),
  "",
  " ",
  "two words",
];
const oddValues = [...oddNumbers, ...oddDates, ...oddCodes, ...oddNumbersOfParties, ...oddTexts];

/** The right documents that mutants start from. */
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
  readonly #names: ReadonlySet<string>;
  /** Texts that real elements of a name have. */
  readonly #texts = new Map<string, string[]>();

  /** `sources` is the folder of the engine, src/check/. */
  constructor(seed: number, sources: URL) {
    this.#dice = new Dice(seed);
    this.#names = namesInRules(sources);
    for (const origin of this.#origins) {
      for (const { name, text } of everyElement(origin)) {
        if (text !== "") this.#texts.set(name, [...(this.#texts.get(name) ?? []), text]);
      }
    }
  }

  /** The next mutant. */
  next(): UblElement {
    const root = copyOf(this.#dice.one(this.#origins));
    const changes = 1 + this.#dice.below(5);
    for (let count = 0; count < changes; count++) this.#change(root);
    return root;
  }

  #change(root: UblElement): void {
    const dice = this.#dice;
    const element = dice.one(everyElement(root));
    const kind = dice.below(12);
    if (kind <= 1) this.#remove(element);
    else if (kind === 2) this.#double(element);
    else if (kind <= 5) this.#rewrite(element);
    else if (kind <= 7) this.#grow(dice.one(everyElement(root).filter(({ children }) => children.length > 0)));
    else if (kind <= 9) this.#attribute(element);
    else if (kind === 10) this.#move(element, dice.one(everyElement(root)));
    else this.#shuffle(element.parent ?? element);
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
    const known = this.#texts.get(element.name) ?? [];
    const text = this.#dice.below(3) === 0 && known.length > 0 ? this.#dice.one(known) : this.#dice.one(oddValues);
    element.text = this.#dice.below(12) === 0 ? ` ${element.text}\n` : text;
  }

  /** Adds a child that the schema allows and a rule names, with children of its own where it wants some. */
  #grow(parent: UblElement): void {
    const allowed = (order.get(parent.name) ?? []).filter((name) => this.#names.has(name));
    if (allowed.length > 0) add(parent, "", this.#made(this.#dice.one(allowed), 0));
  }

  #made(name: string, depth: number): UblElement {
    const known = this.#texts.get(name) ?? oddValues;
    if (name.startsWith("cbc:")) return new UblElement(name, this.#dice.one(known), this.#someAttributes());
    const element = new UblElement(name, "");
    const allowed = (order.get(name) ?? []).filter((child) => this.#names.has(child));
    for (const child of allowed) {
      if (depth < 3 && this.#dice.below(3) > 0) element.append(this.#made(child, depth + 1));
    }
    return element;
  }

  #someAttributes(): Record<string, string> {
    return { currencyID: this.#dice.one(["AED", "USD"]), schemeID: this.#dice.one(oddNumbersOfParties) };
  }

  #attribute(element: UblElement): void {
    const present = Object.keys(element.attributes ?? {});
    const name =
      present.length > 0 && this.#dice.below(4) > 0 ? this.#dice.one(present) : this.#dice.one(attributeNames);
    const { [name]: _, ...others } = element.attributes ?? {};
    element.attributes = this.#dice.below(4) === 0 ? others : { ...others, [name]: this.#dice.one(oddValues) };
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
