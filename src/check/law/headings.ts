/**
 * Headings of the Harmonized System that tax law speaks of, as the beginnings of codes. `710310` is deliberately in no
 * list: rough stones may or may not be rubies.
 */
export const headings = {
  /** Ferrous and non-ferrous waste and scrap. */
  scrap: [
    ..."7204 7404 7503 7602 7802 7902 8002 810197 810297 810330 810420 810530 810830 810931 810939".split(" "),
    ..."811020 811213 811222 811252 811261".split(" "),
  ],
  /** Headings that hold scrap beside metal that is none: words decide. */
  maybeScrap: ["8106", "8111", "811231", "811241", "811292", "8113"],
  /** Gold, silver, palladium, platinum, diamonds, pearls, rubies, sapphires, emeralds, jewellery of these. */
  precious: [..."7101 7102 710391 710421 710491 7106 7108 711011 711019 711021 711029 7113".split(" ")],
  /** Under the decision of 2018: gold and diamonds, and what is made of them. */
  goldAndDiamonds: ["7102", "7108", "7113", "710421", "710491"],
  investment: ["7106", "7108", "711011"],
  electronics: ["851713", "851714", "8471", "851771", "851779", "847330", "847350"],
  /** Chargers and batteries, which are parts only of some goods. */
  maybeParts: ["8504", "8507", "8473"],
  crudeAndGas: ["2709", "271111", "271121"],
  hydrocarbons: ["2707", "2709", "2710", "2711", "2901", "2902"],
  medicines: ["3002", "3003", "3004"],
  /** Goods of which some supplies are zero rated without an export. */
  zeroRated: [..."2709 2711 30 7106 7108 7110 86 87 88 89 9018 9019 9020 9021 9022".split(" ")],
} as const satisfies Record<string, readonly string[]>;

export const hasHeading = (hs: string, list: readonly string[]): boolean =>
  list.some((heading) => hs.startsWith(heading));
