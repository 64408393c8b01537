/** An item and its only correct code. */
export interface Drawn {
  readonly name: string;
  readonly hs: string;
}

/** Names that differ only in a word or a size, so that each nearly matches another. */
const things = [
  ...[
    "Ceramic floor tile",
    "Ceramic wall tile",
    "Drill",
    "Drill bit",
    "Drill bit set",
    "Door handle left",
    "Door handle right",
  ],
  ...["Steel pipe", "Steel pipe cap", "Tap", "Tape", "Battery", "Battery charger", "Shelf", "Cable", "Cable tie"],
  ...["بلاط أرضيات", "بلاط جدران", "مضخة مياه", "أنبوب"],
];
const sizes = [
  "",
  "30x30 cm",
  "60x60 cm",
  "30x60 cm",
  "5 mm",
  "5 cm",
  "50 mm",
  "2.5 mm",
  "25 mm",
  "1/2 inch",
  "1.5 kg",
];

/** The items of the first month, and those that are new in the second. */
export function catalogue(): readonly [old: readonly Drawn[], fresh: readonly Drawn[]] {
  const all = things.flatMap((thing) => sizes.map((size) => `${thing} ${size}`.trim()));
  const items = all.map((name, at): Drawn => ({ name, hs: `6907${String(at + 1000)}` }));
  return [items.filter((_, at) => at % 6 !== 5), items.filter((_, at) => at % 6 === 5)];
}

/**
 * Other ways to write a name: with different capitals, spaces, punctuation, sizes or Arabic letters, or in the
 * plural.
 */
export function writings(name: string): string[] {
  const plural = name.replace(
    /^([A-Za-z ]*?)(tile|bit|set|handle|pipe|cap|tap|tape|battery|charger|shelf|cable|tie)\b(?! [a-z])/i,
    plurals,
  );
  const narrow = name.replace(/ (mm|cm|kg)$/, "$1").replace(/ inch$/, '"');
  const wide = name.replace(/(\d)x(\d)/, "$1 × $2").replace(/ mm$/, " MM");
  const arabic = name
    .replace(/أ/g, "ا")
    .replace(/ة/g, "ه")
    .replace(/^(\p{Script=Arabic})/u, "$1\u064e");
  const inArabicDigits = /\p{Script=Arabic}/u.test(name)
    ? name.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number.parseInt(digit, 10))).replace("سم", "cm")
    : name;
  const spelled = [plural, narrow, wide, arabic, inArabicDigits, name.replaceAll(" ", "  "), name.replace(" ", " - ")];
  return [
    ...new Set([name, ...spelled].flatMap((each) => [each, each.toUpperCase(), `${each}.`, ` ${each.toLowerCase()} `])),
  ];
}

function plurals(_: string, before: string, word: string): string {
  const many = /y$/i.test(word)
    ? word.replace(/y$/i, "ies")
    : /shelf$/i.test(word)
      ? word.replace(/f$/i, "ves")
      : `${word}s`;
  return before + many;
}
