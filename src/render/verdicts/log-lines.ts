/**
 * Changes lines so that a CI runner reads them only as text. Runners find commands in the log of a step: GitHub in a
 * line that begins with `::` or contains `##[`, Azure in one that contains `##vso[`; a file's name or text must not
 * produce any.
 */
export function harmless(text: string): string {
  return text.replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, "$1: ").replace(/##(?=\[|vso\[)/gi, "# #");
}
