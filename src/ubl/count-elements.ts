/** Constructs that may contain a `<` that does not begin an element, and how they end. */
const skipped: readonly (readonly [begin: string, end: string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
];

/**
 * Returns the offset of the start tag of element number `most + 1`; undefined if there are no more than `most`. Looks
 * only at tags, so that a file with too many elements is rejected before a tree is built.
 */
export function elementBeyond(most: number, text: string): number | undefined {
  // The shortest element, `<a/>`, has four characters.
  if (text.length <= most * 4) return undefined;
  let count = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next === slash) continue;
    if (next === exclamation || next === question) {
      const end = endOfSkipped(text, at);
      if (end < 0) return undefined;
      at = end;
    } else {
      count += 1;
      if (count > most) return at;
    }
  }
  return undefined;
}

function endOfSkipped(text: string, at: number): number {
  const found = skipped.find(([begin]) => text.startsWith(begin, at));
  return found === undefined ? at : text.indexOf(found[1], at + found[0].length);
}

const [exclamation, slash, question] = [33, 47, 63];
