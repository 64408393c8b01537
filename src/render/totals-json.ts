import { formatAmount, type Totals } from "../document/index.ts";

/** Uses wire names and exact texts. */
export function totalsJson(totals: Totals): Record<string, string> {
  return Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, formatAmount(value)]));
}
