import { amount, isDecimalText, money } from "../../document/index.ts";
import { normal } from "./map-parts.ts";
import type { MapReader } from "./map-reader.ts";

/** Reads `times`: what the numbers of a column are multiplied by, such as 1000 for the heading `Qty '000`. */
export function timesOf(reader: MapReader): ReadonlyMap<string, string> {
  const found = reader.group("times").map(([heading, value]): [string, string] => {
    if (typeof value === "string" && isDecimalText(value) && money.isPositive(amount(value)))
      return [normal(heading), value];
    reader.say(`${heading} must have a number above 0.`, `Write ${heading}: 1000`, `times.${heading}`);
    return [normal(heading), "1"];
  });
  return new Map(found);
}

/** Returns the number, multiplied as the map says for its column. */
export function multiplied(text: string, times: string | undefined): string {
  return times === undefined || !isDecimalText(text) ? text : money.times(amount(text), amount(times)).toFixed();
}
