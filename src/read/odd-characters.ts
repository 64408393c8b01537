/** Characters that look like a space or are invisible, but are not an ordinary space. */
const oddBlanks: Readonly<Record<string, string>> = {
  "\u00a0": "non-breaking space",
  "\u1680": "ogham space",
  "\u2007": "figure space",
  "\u2009": "thin space",
  "\u200a": "hair space",
  "\u200b": "zero-width space",
  "\u200c": "zero-width non-joiner",
  "\u200d": "zero-width joiner",
  "\u200e": "left-to-right mark",
  "\u200f": "right-to-left mark",
  "\u2028": "line separator",
  "\u202a": "text direction mark",
  "\u202b": "text direction mark",
  "\u202c": "text direction mark",
  "\u202d": "text direction mark",
  "\u202e": "text direction mark",
  "\u202f": "narrow non-breaking space",
  "\u2060": "word joiner",
  "\u2066": "text direction mark",
  "\u2067": "text direction mark",
  "\u2068": "text direction mark",
  "\u2069": "text direction mark",
  "\u3000": "wide space",
  "\ufeff": "byte order mark",
};

const oddBlankPattern = new RegExp(`[${Object.keys(oddBlanks).join("")}]`, "u");

/** Finds the first character that looks like a space or is invisible, and returns its name and offset. */
export function oddBlank(text: string): { name: string; at: number } | undefined {
  const at = text.search(oddBlankPattern);
  return at < 0 ? undefined : { name: oddBlanks[text[at] ?? ""] ?? "odd blank", at };
}

/** Letters of other scripts that look like the Latin letters in codes. */
const twins: ReadonlyArray<{ script: string; letters: string; latin: string }> = [
  { script: "Greek", letters: "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", latin: "ABEZHIKMNOPTYX" },
  { script: "Cyrillic", letters: "АВЕЅІЈКМНОРСТХаеосрх", latin: "ABESIJKMHOPCTXaeocpx" },
  { script: "full-width", letters: "ＡＢＣＤＥＧＨＫＭＮＯＳＴＸＺ", latin: "ABCDEGHKMNOSTXZ" },
];

/** Finds a letter from another script that looks like a Latin letter. */
export function letterTwin(text: string): { letter: string; script: string; latin: string } | undefined {
  for (const letter of text) {
    for (const { script, letters, latin } of twins) {
      const index = letters.indexOf(letter);
      if (index >= 0) return { letter, script, latin: latin[index] ?? "" };
    }
  }
  return undefined;
}
