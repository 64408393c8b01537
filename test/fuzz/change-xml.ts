/** The random source that a change needs. */
interface Chance {
  below(below: number): number;
}

/** Strings that may replace the text of an element. */
const texts: readonly string[] = [
  ...[
    "",
    " ",
    "0",
    "-1",
    "1.005",
    "100.00",
    "1E5",
    "9".repeat(40),
    "AED",
    "USD",
    "EUR",
    "S",
    "Z",
    "AE",
    "O",
    "true",
    "false",
  ],
  ...[
    "2026-02-30",
    "2026-06-15",
    "2026-06-15Z",
    "380",
    "389",
    "261",
    "00010000",
    "11111111",
    "0235",
    "AE",
    "DXB",
    "&amp;",
    "\u0661",
  ],
];

/**
 * Makes one change that keeps the text well-formed: an element is removed, duplicated, replaced by or inserted before
 * another element, or given different text, or a different name or attribute. Returns undefined if no element is
 * found, and sometimes at random, so that the caller changes bytes instead.
 */
export function changeXml(xml: string, random: Chance): string | undefined {
  if (random.below(5) === 0) return undefined;
  const [one, other] = [elementFrom(xml, random.below(xml.length)), elementFrom(xml, random.below(xml.length))];
  if (one === undefined || other === undefined) return undefined;
  const { start, end } = one;
  const element = xml.slice(start, end);
  const instead = (text: string): string => xml.slice(0, start) + text + xml.slice(end);
  switch (random.below(7)) {
    case 0:
      return instead("");
    case 1:
      return instead(element.repeat(2 + random.below(3)));
    case 2:
      return instead(xml.slice(other.start, other.end));
    case 3:
      return instead(xml.slice(other.start, other.end) + element);
    case 4:
      return instead(element.replaceAll(`${one.name}>`, `${other.name}>`).replace(`<${one.name}`, `<${other.name}`));
    case 5:
      return instead(element.replace(/ [A-Za-z]+="[^"]*"/, random.below(2) === 0 ? "" : ' currencyID="USD"'));
    default:
      return instead(element.replace(/>[^<]*</, () => `>${texts[random.below(texts.length)]}<`));
  }
}

/** The first element that starts at or after this position, except the root. */
function elementFrom(xml: string, from: number): { name: string; start: number; end: number } | undefined {
  const opening = /<([A-Za-z][\w:.-]*)[^<>]*>/g;
  opening.lastIndex = Math.max(from, xml.indexOf("<", xml.indexOf("<", 1) + 1));
  const found = opening.exec(xml);
  const name = found?.[1];
  if (!found || name === undefined) return undefined;
  if (found[0].endsWith("/>")) return { name, start: found.index, end: opening.lastIndex };
  const tags = new RegExp(`<${name}(?=[\\s>])[^<>]*>|</${name}>`, "g");
  tags.lastIndex = opening.lastIndex;
  for (let open = 1; ; ) {
    const tag = tags.exec(xml);
    if (tag === null) return undefined;
    if (!tag[0].endsWith("/>")) open += tag[0].startsWith("</") ? -1 : 1;
    if (open === 0) return { name, start: found.index, end: tags.lastIndex };
  }
}
