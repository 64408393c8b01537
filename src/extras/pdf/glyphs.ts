/**
 * Returns a function that tells whether the fonts can draw a character. A PDF/A must not contain any others, because
 * they would be invisible. Source: OpenType 1.9, table `cmap`, formats 4 and 12.
 */
export function charactersOf(fonts: readonly Buffer[]): (character: number) => boolean {
  const ranges = fonts.flatMap(rangesOf);
  return (character) => ranges.some(([first, last]) => character >= first && character <= last);
}

type Range = readonly [first: number, last: number];

function rangesOf(font: Buffer): Range[] {
  const cmap = tableAt(font, "cmap");
  if (cmap === undefined) return [];
  const tables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, at) => {
    const record = cmap + 4 + at * 8;
    return { platform: font.readUInt16BE(record), at: cmap + font.readUInt32BE(record + 4) };
  });
  return tables.filter(({ platform }) => platform === 0 || platform === 3).flatMap(({ at }) => subtable(font, at));
}

function tableAt(font: Buffer, name: string): number | undefined {
  for (let at = 12, left = font.readUInt16BE(4); left > 0; at += 16, left -= 1)
    if (font.toString("latin1", at, at + 4) === name) return font.readUInt32BE(at + 8);
  return undefined;
}

function subtable(font: Buffer, at: number): Range[] {
  const format = font.readUInt16BE(at);
  if (format === 12) {
    return Array.from({ length: font.readUInt32BE(at + 12) }, (_, group): Range => {
      const from = at + 16 + group * 12;
      return [font.readUInt32BE(from), font.readUInt32BE(from + 4)];
    });
  }
  if (format !== 4) return [];
  const doubled = font.readUInt16BE(at + 6);
  return Array.from({ length: doubled / 2 }, (_, segment): Range => {
    const end = font.readUInt16BE(at + 14 + segment * 2);
    return [font.readUInt16BE(at + 16 + doubled + segment * 2), end];
  }).filter(([first]) => first !== 0xffff);
}
