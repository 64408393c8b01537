import * as codes from "./codes/index.ts";

export type CodeList = codes.CodeSet | Readonly<Record<string, unknown>>;

export const codesIn = (list: CodeList): readonly string[] =>
  list instanceof codes.CodeSet ? [...list] : Object.keys(list);

export const hasCode = (list: CodeList, code: string): boolean =>
  list instanceof codes.CodeSet ? list.has(code) : Object.hasOwn(list, code);

/** Words for a code in addition to its name. */
const alsoCalled: ReadonlyMap<CodeList, Readonly<Record<string, readonly string[]>>> = new Map<
  CodeList,
  Readonly<Record<string, readonly string[]>>
>([
  [
    codes.currencyCodes,
    {
      AED: ["UAE dirham", "dirham", "dirhams", "DHS", "DH", "Dhs.", "Emirati dirham", "درهم", "د.إ"],
      USD: ["US dollars", "$", "US$"],
      EUR: ["euros", "€"],
      GBP: ["pound sterling", "sterling", "£", "UK pound"],
      SAR: ["Saudi riyals", "SR"],
      INR: ["₹"],
      JPY: ["yen"],
      CNY: ["yuan", "renminbi", "RMB"],
    },
  ],
  [
    codes.countryCodes,
    {
      AE: ["UAE", "U.A.E.", "Emirates", "الامارات", "الإمارات"],
      SA: ["KSA", "Kingdom of Saudi Arabia", "السعودية"],
      OM: ["Sultanate of Oman", "سلطنة عمان"],
      BH: ["Kingdom of Bahrain"],
      QA: ["State of Qatar"],
      KW: ["State of Kuwait"],
      HK: ["Hong Kong"],
      PS: ["Palestine"],
      NL: ["Holland"],
      GB: ["UK", "United Kingdom", "Great Britain", "England"],
      US: ["USA", "U.S.A.", "America", "United States of America"],
      TR: ["Turkey", "Türkiye"],
      CZ: ["Czech Republic"],
      CI: ["Ivory Coast"],
      KR: ["Korea", "South Korea"],
      XI: ["Northern Ireland"],
      "1A": ["Kosovo"],
    },
  ],
  [codes.vatCategories, { S: ["standard", "standard rated"], Z: ["zero", "zero rate"], N: ["profit margin scheme"] }],
  [codes.paymentMeansCodes, { "30": ["bank transfer", "transfer", "wire transfer"], "20": ["check"] }],
  [codes.itemTypes, { G: ["good"], S: ["service"] }],
  [codes.registrationTypes, { TL: ["trade license", "licence", "license"] }],
  [
    codes.emirates,
    {
      AUH: ["أبو ظبي", "أبوظبي", "Abu Zaby", "Abudhabi"],
      DXB: ["دبي"],
      SHJ: ["الشارقة"],
      UAQ: ["أم القيوين", "Umm Al Quwwain"],
      FUJ: ["الفجيرة"],
      AJM: ["عجمان"],
      RAK: ["رأس الخيمة"],
    },
  ],
]);

/** Names that are shorter than those in the standard. */
const shortNames: Readonly<Record<string, string>> = {
  AED: "UAE dirham",
  "1A": "Kosovo",
  XI: "Northern Ireland",
};

const namers = new Map<string, Intl.DisplayNames>();

/** Uses the runtime's Unicode data; undefined if that has no name for the code. */
function nameFrom(type: "region" | "currency", code: string, language: string): string | undefined {
  const key = `${type} ${language}`;
  const namer = namers.get(key) ?? new Intl.DisplayNames([language], { type, fallback: "none" });
  namers.set(key, namer);
  try {
    return namer.of(code);
  } catch {
    return undefined; // a code that Unicode does not have, such as 1A
  }
}

/**
 * Own properties only: a document may contain any string as a code, and `constructor` is a member of every object.
 */
const memberOf = <Words>(list: Readonly<Record<string, Words>>, code: string): Words | undefined =>
  Object.hasOwn(list, code) ? list[code] : undefined;

/** Undefined if the list has no words for the code. */
export function codeWords(list: CodeList, code: string, language: "en" | "ar" = "en"): string | undefined {
  if (list === codes.unitCodes) {
    const words = Object.hasOwn(codes.usualUnits, code) ? codes.usualUnits[code] : undefined;
    return language === "en" ? words?.one : words?.arabic;
  }
  const type = list === codes.countryCodes ? "region" : list === codes.currencyCodes ? "currency" : undefined;
  if (type !== undefined)
    return language === "en" ? (memberOf(shortNames, code) ?? nameFrom(type, code, "en")) : nameFrom(type, code, "ar");
  if (language === "ar")
    return memberOf(alsoCalled.get(list) ?? {}, code)?.find((word) => /\p{Script=Arabic}/u.test(word));
  const words = list instanceof codes.CodeSet ? undefined : memberOf(list, code);
  return typeof words === "string" ? words : undefined;
}

const known = new Map<CodeList, ReadonlyMap<string, readonly string[]>>();

/** Maps each folded word to its codes: more than one if the word is ambiguous. */
function wordsOf(list: CodeList): ReadonlyMap<string, readonly string[]> {
  const before = known.get(list);
  if (before) return before;
  const words = new Map<string, readonly string[]>();
  const add = (word: string | undefined, code: string): void => {
    const key = folded(word ?? "");
    const others = words.get(key) ?? [];
    if (key !== "" && !others.includes(code)) words.set(key, [...others, code]);
  };
  for (const code of codesIn(list)) {
    add(code, code);
    add(codeWords(list, code), code);
    add(codeWords(list, code, "ar"), code);
    for (const word of alsoCalled.get(list)?.[code] ?? []) add(word, code);
  }
  if (list === codes.unitCodes) addUnits(words, add);
  known.set(list, words);
  return words;
}

/**
 * Words for usual units take precedence over another unit's code with the same spelling: `kgs` means kilograms,
 * although KGS is a code.
 */
function addUnits(words: Map<string, readonly string[]>, add: (word: string, code: string) => void): void {
  const units = Object.entries(codes.usualUnits);
  for (const [, { many, also }] of units)
    for (const word of [many, ...also]) if (codes.unitCodes.has(word.toUpperCase())) words.delete(folded(word));
  for (const [code, { many, also }] of units) for (const word of [many, ...also]) add(word, code);
}

/** Keeps only letters, digits and currency signs, in lower case. */
function folded(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Sc}]+/gu, " ")
    .trim();
}

/** `Oman` → OM, `box` → XBX, `aed` → AED. Undefined if no code or more than one matches. */
export function codeMeant(list: CodeList, word: string): string | undefined {
  const [code, ...others] = codesNamed(list, word);
  return others.length > 0 ? undefined : code;
}

function codesNamed(list: CodeList, word: string): readonly string[] {
  if (word.length > 80) return [];
  const words = wordsOf(list);
  const key = folded(word).replace(/^the /, "");
  return words.get(key) ?? words.get(key.replace(/s$/, "")) ?? [];
}

/** Returns the best-known codes first: `dollar` → USD, AUD, …. Empty if nothing has this name. */
export function codesMaybeMeant(list: CodeList, word: string): readonly string[] {
  const named = codesNamed(list, word);
  if (named.length > 0 || word.length > 80) return named;
  const part = folded(word).replace(/s$/, "");
  if (part.length < 3) return [];
  const holding = [...wordsOf(list)].flatMap(([each, meant]) => (` ${each} `.includes(` ${part} `) ? meant : []));
  const wellKnown = alsoCalled.get(list) ?? {};
  const isRare = (code: string): number => (Object.hasOwn(wellKnown, code) ? 0 : 1);
  return [...new Set(holding)].sort((a, b) => isRare(a) - isRare(b));
}

/** Singular or plural, depending on the quantity: `boxes (XBX)`. A unit without words is shown as its code. */
export function unitInWords(quantity: string, unitCode: string): string {
  const words = Object.hasOwn(codes.usualUnits, unitCode) ? codes.usualUnits[unitCode] : undefined;
  if (words === undefined) return unitCode;
  return `${/^0*1(?:\.0*)?$/.test(quantity) ? words.one : words.many} (${unitCode})`;
}

/** For example `40 boxes (XBX)`. */
export function quantityWords(quantity: string, unitCode: string): string {
  return `${quantity} ${unitInWords(quantity, unitCode)}`.trim();
}

/** `Dubai (DXB)`; the code alone if the list has no words for it. */
export function codeInWords(list: CodeList, code: string): string {
  const words = codeWords(list, code);
  return words === undefined || words === code ? code : `${words} (${code})`;
}
