/** A text with one part replaced; the part must occur once. */
export function edited(text: string, part: string, by: string): string {
  if (text.split(part).length !== 2) throw new Error(`${JSON.stringify(part)} does not occur exactly once.`);
  return text.replace(part, () => by);
}
