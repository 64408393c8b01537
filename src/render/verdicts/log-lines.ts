/**
 * Lines that a CI runner reads as text only. Runners take commands out of the log of a step: GitHub where a line begins with `::` or
 * holds `##[`, Azure where it holds `##vso[`; a file's name or text must give none.
 */
export function harmless(text: string): string {
  return text.replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, "$1: ").replace(/##(?=\[|vso\[)/gi, "# #");
}
