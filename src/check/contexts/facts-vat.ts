import type { UblElement } from "../../ubl/index.ts";
import { amountOf } from "../amount.ts";
import { exact, type RuleDecimal } from "../decimal.ts";
import { hasIndicator, isVat, path, spaced, stringOf } from "../xpath.ts";
import type { RuleFacts } from "./facts.ts";

/** Usage and sums of each VAT category, calculated once per document in a single pass. */

const id = path("cbc:ID");
const percent = path("cbc:Percent");
const amount = path("cbc:Amount");
const lineAmount = path("cbc:LineExtensionAmount");
const lineCategory = path("cac:Item/cac:ClassifiedTaxCategory");
const entryCategory = path("cac:TaxCategory");
const breakdown = path("cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory");

export type LineName = "cac:InvoiceLine" | "cac:CreditNoteLine";

/** Usage and sums of one category, or of one category at one rate. */
class Group {
  /** Sum of net amounts, by element name of the lines. */
  readonly lines = new Map<LineName, RuleDecimal>();
  /** Whether the group has an allowance or charge at any level. */
  hasEntry = false;
  /** Document-level charges less document-level allowances. */
  entries = exact.zero;

  addLine(name: LineName, net: RuleDecimal): void {
    this.lines.set(name, exact.add(this.lines.get(name) ?? exact.zero, net));
  }
}

export type { Group };

/** For example `S 5/0`; the same for 5 and 5.00. */
export function rateKey(code: string, rate: RuleDecimal): string {
  let { units, scale } = rate;
  while (scale > 0 && endsInZero(units)) {
    units = typeof units === "number" ? units / 10 : units / 10n;
    scale -= 1;
  }
  return `${code} ${units}/${scale}`;
}

function endsInZero(units: number | bigint): boolean {
  return typeof units === "number" ? units % 10 === 0 : units % 10n === 0n;
}

/** Whether the category's groups are separated by rate. */
function hasRates(code: string): boolean {
  return code === "S" || code === "N";
}

/** Returns the keys of an element's groups: its category and, if the category has rates, the category at its rate. */
function keysOf(categories: readonly UblElement[]): readonly string[] {
  const [only] = categories;
  if (only === undefined || categories.length > 1) return keysOfSeveral(categories);
  const code = id.text(only);
  const rate = hasRates(code) ? amountOf(percent.only(only)) : undefined;
  return rate === undefined ? [code] : [code, rateKey(code, rate)];
}

/**
 * A line or entry with several categories (unusual) gets a key for each category, alone and with each of the rates.
 */
function keysOfSeveral(categories: readonly UblElement[]): readonly string[] {
  const keys = new Set<string>();
  for (const category of categories) {
    const code = id.text(category);
    keys.add(code);
    if (!hasRates(code)) continue;
    for (const other of categories) {
      const rate = amountOf(percent.only(other));
      if (rate !== undefined) keys.add(rateKey(code, rate));
    }
  }
  return [...keys];
}

class Groups {
  readonly #groups = new Map<string, Group>();

  get(key: string): Group | undefined {
    return this.#groups.get(key);
  }

  at(key: string): Group {
    const known = this.#groups.get(key);
    if (known) return known;
    const made = new Group();
    this.#groups.set(key, made);
    return made;
  }
}

function groups(facts: RuleFacts): Groups {
  const all = new Groups();
  for (const name of ["cac:InvoiceLine", "cac:CreditNoteLine"] as const) {
    for (const line of facts.everywhere(name)) {
      const net = line.parent === facts.root ? amountOf(lineAmount.only(line)) : undefined;
      for (const key of keysOf(lineCategory.all(line))) all.at(key).addLine(name, net ?? exact.zero);
    }
  }
  for (const entry of facts.everywhere("cac:AllowanceCharge")) addEntry(entry, facts, all);
  return all;
}

function addEntry(entry: UblElement, facts: RuleFacts, all: Groups): void {
  const categories = entryCategory.all(entry);
  if (categories.length === 0) return;
  const value = entry.parent === facts.root ? amountOf(amount.only(entry)) : undefined;
  for (const key of keysOf(categories)) {
    const group = all.at(key);
    group.hasEntry = true;
    if (value === undefined) continue;
    if (hasIndicator(entry, true)) group.entries = exact.add(group.entries, value);
    if (hasIndicator(entry, false)) group.entries = exact.subtract(group.entries, value);
  }
}

/** `key`: a category (`E`), or a category at one rate (`rateKey("S", rate)`). Undefined if the group is empty. */
export function groupOf(facts: RuleFacts, key: string): Group | undefined {
  return facts.once(groups).get(key);
}

export function hasLines(facts: RuleFacts, name: LineName): boolean {
  return facts.everywhere(name).length > 0;
}

interface Use {
  /** Categories used by any line, allowance, charge or breakdown with scheme VAT. */
  readonly named: ReadonlySet<string>;
  /** Categories in TaxCategory elements; lines use ClassifiedTaxCategory instead. */
  readonly namedBesideLines: ReadonlySet<string>;
  /** Number of document-level breakdowns with scheme VAT, by category. */
  readonly breakdowns: ReadonlyMap<string, number>;
}

function use(facts: RuleFacts): Use {
  const named = new Set<string>();
  for (const category of facts.everywhere("cac:TaxCategory")) note(category, named);
  const namedBesideLines = new Set(named);
  for (const category of facts.everywhere("cac:ClassifiedTaxCategory")) note(category, named);
  const breakdowns = new Map<string, number>();
  for (const category of breakdown.all(facts.root)) {
    if (!isVat(category)) continue;
    for (const code of id.all(category).map((each) => spaced(stringOf(each)))) {
      breakdowns.set(code, (breakdowns.get(code) ?? 0) + 1);
    }
  }
  return { named, namedBesideLines, breakdowns };
}

function note(category: UblElement, codes: Set<string>): void {
  if (!isVat(category)) return;
  for (const each of id.all(category)) codes.add(spaced(stringOf(each)));
}

export function vatUse(facts: RuleFacts): Use {
  return facts.once(use);
}
