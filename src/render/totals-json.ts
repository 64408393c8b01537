import { formatAmount, type Totals } from "../document/index.ts";

/** Under their wire names, as exact texts. */
export function totalsJson(totals: Totals): Record<string, string> {
  return Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, formatAmount(value)]));
}
