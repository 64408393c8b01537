import {
  daysBetween,
  isDay,
  isGeneral,
  nameHalves,
  nameSkeleton,
  numbersOf,
  type Supply,
  type SupplyLine,
} from "../../document/index.ts";
import type { Intent } from "../store/records.ts";
import { amountsIn, sha256 } from "./intent-key.ts";

/**
 * Maximum number of days between the issue dates of documents that may bill the same supply, if they have the same
 * supplier, amounts and reference.
 */
export const alikeDays = 31;

/** The limit in days if only the buyer's own reference matches: less than a week, because weekly bills repeat it. */
const alikeGeneralDays = 6;

type Compared = Pick<
  Intent,
  "kind" | "supplier" | "currency" | "totals" | "lines" | "file" | "references" | "documentNumber" | "issueDate"
>;

/** Keys to pass to `sentTo`, each computed only where it is asked for; undefined if the facts it needs are missing. */
export const alikeKey = {
  reference: (intent: Compared) => {
    const { references = [] } = intent;
    return references.length === 0
      ? undefined
      : `alike reference ${sha256([...sumOf(intent), ...references].join("\n"))}`;
  },
  texts: (intent: Compared) =>
    `alike texts ${sha256([...sumOf(intent), ...intent.lines.map(({ name }) => name)].join("\n"))}`,
  file: ({ file }: Compared) => (file === "-" ? undefined : `alike file ${file}`),
  number: ({ kind, documentNumber }: Compared) => documentNumber && `alike number ${kind} ${documentNumber}`,
};

function sumOf({ kind, supplier, currency, totals }: Compared): string[] {
  return [kind, supplier.id, currency, ...amountsIn(totals)];
}

/**
 * Includes the keys with the order number and the buyer's reference swapped, because people enter the same number in
 * either field (Decision 116).
 */
export function referenceKeys(intent: Compared): string[] {
  const { references = [] } = intent;
  const exchanged = (from: string, to: string): string[] => {
    const moved = references.map((each) => (each.startsWith(from) ? `${to}${each.slice(from.length)}` : each));
    const isNumber = (each: string): boolean => !isGeneral([each]);
    return [...moved.filter(isNumber).sort(), ...moved.filter((each) => !isNumber(each)).sort()];
  };
  const ways = [references, exchanged("order ", "your reference "), exchanged("your reference ", "order ")];
  return [...new Set(ways.flatMap((each) => alikeKey.reference({ ...intent, references: each }) ?? []))];
}

/** Keys for finding suppliers with a similar name. `own`: the keys to index; `near`: the keys to search for. */
export function lookAlikeKeys(name: string, how: "own" | "near"): string[] {
  const skeleton = nameSkeleton(name);
  return skeleton === "" ? [] : [`alike name ${skeleton}`, ...nameHalves(skeleton, how).map((half) => `alike ${half}`)];
}

/** Returns the keys that are based on the document, without those for the supplier's name. */
export function alikeKeysOf(intent: Intent): string[] {
  const own = Object.values(alikeKey).flatMap((keyOf) => keyOf(intent) || []);
  return intent.supply === undefined ? own : [...own, ...supplyKeysOf(intent.supply)];
}

/**
 * Returns the keys by which documents that bill the same supply are found: receipts, delivery notes, and orders with
 * each month of their delivery, because a frame order has many documents.
 */
export function supplyKeysOf(supply: Supply): string[] {
  const keys = supply.flatMap((line) => [
    ...numbersOf(line, "receipt").map((number) => `receipt ${number}`),
    ...numbersOf(line, "despatch").map((number) => `despatch ${number}`),
    ...numbersOf(line, "order").flatMap((number) => monthsOf(line).map((month) => `order ${number} ${month}`)),
  ]);
  return [...new Set(keys)].map((key) => `alike supply ${key}`);
}

/** At most five years: longer periods are found by their first ones. */
const mostMonths = 60;

function monthsOf({ days: [from, to] = ["", ""] }: SupplyLine): string[] {
  const months: string[] = [];
  let [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))];
  while (months.length < mostMonths) {
    const name = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`;
    if (name > to.slice(0, 7)) break;
    months.push(name);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
  return months;
}

export function daysOfReference({ references = [] }: Pick<Intent, "references">): number {
  return isGeneral(references) ? alikeGeneralDays : alikeDays;
}

/** Whether two issue dates are close enough for the same supply. */
export function isNear(a: string, b: string, days = alikeDays): boolean {
  return isDay(a) && isDay(b) && Math.abs(daysBetween(a, b)) <= days;
}
