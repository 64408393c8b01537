import { formatAmount, type Totals } from "../document/index.ts";

/** Uses the wire names, with exact amounts as strings. */
export function totalsJson(totals: Totals): Record<string, string> {
  return Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, formatAmount(value)]));
}
