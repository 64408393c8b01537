import { formatAmount, type Totals } from "../document/index.ts";

/** Returns the totals under the service's field names, with exact amounts as strings. */
export function totalsJson(totals: Totals): Record<string, string> {
  return Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, formatAmount(value)]));
}
