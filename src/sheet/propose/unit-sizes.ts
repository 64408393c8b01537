import { amount, money } from "../../document/index.ts";

/** Units of the same kind, and their size in the smallest of them. */
const kinds: readonly Readonly<Record<string, string>>[] = [
  { GRM: "1", KGM: "1000", TNE: "1000000" },
  { H87: "1", EA: "1", C62: "1", DZN: "12" },
  { MLT: "1", LTR: "1000", MTQ: "1000000" },
  { MMT: "1", CMT: "10", MTR: "1000", KMT: "1000000" },
];

/** Returns how many units of `its` one `of` has: 1000 kilograms per tonne; undefined if that is not fixed. */
export function unitsPer(of: string, its: string): string | undefined {
  if (of === its) return "1";
  const kind = kinds.find((each) => Object.hasOwn(each, of) && Object.hasOwn(each, its));
  const [large, small] = [kind?.[of], kind?.[its]];
  return large && small ? money.divide(amount(large), amount(small)).toFixed() : undefined;
}
