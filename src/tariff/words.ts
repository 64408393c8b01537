/** Keys are whole words without a plural ending; values are the nomenclature's spelling. */
const spellings: Readonly<Record<string, string>> = {
  aluminum: "aluminium",
  tire: "tyre",
  gray: "grey",
  color: "colour",
  fiber: "fibre",
  fiberglass: "fibreglass",
  fiberboard: "fibreboard",
  plow: "plough",
  mold: "mould",
  molding: "moulding",
  sulfur: "sulphur",
  jewelry: "jewellery",
  jewelery: "jewellery",
  caliber: "calibre",
  center: "centre",
  meter: "metre",
  liter: "litre",
  theater: "theatre",
  armor: "armour",
  vapor: "vapour",
  flavor: "flavour",
  catalog: "catalogue",
  pajama: "pyjama",
  yoghurt: "yogurt",
  fertiliser: "fertilizer",
  analyzer: "analyser",
  license: "licence",
  plaster: "plaster",
  coaxial: "co",
  whiskey: "whisky",
  ax: "axe",
  disk: "disc",
  program: "programme",
  carburetor: "carburettor",
  maneuver: "manoeuvre",
  orthopedic: "orthopaedic",
  anesthetic: "anaesthetic",
  hemp: "hemp",
};

const irregular: Readonly<Record<string, string>> = {
  knives: "knife",
  shelves: "shelf",
  leaves: "leaf",
  loaves: "loaf",
  men: "man",
  women: "woman",
  geese: "goose",
  gases: "gas",
  gas: "gas",
  glass: "glass",
  glasses: "glasses",
  lenses: "lens",
  lens: "lens",
  bus: "bus",
  buses: "bus",
  shoes: "shoe",
  axes: "axe",
  dies: "die",
  ties: "tie",
  cookies: "cookie",
  sanitizer: "sanitiser",
  sanitiser: "sanitiser",
};

/** Returns the singular in the nomenclature's spelling. */
export function stemOf(word: string): string {
  const one = irregular[word] ?? singular(word);
  return Object.hasOwn(spellings, one) ? (spellings[one] ?? one) : one;
}

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|zz|toes|sses|atoes)es$|(?:tomato|potato|mango|cargo)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

export function stemsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf);
}
