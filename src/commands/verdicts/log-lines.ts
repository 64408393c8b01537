/**
 * Breaks up CI commands with a space. CI runners look for commands in the log: GitHub in lines that begin with `::` or
 * contain `##[`, Azure in lines that contain `##vso[`. File names and outside text must not produce such commands.
 */
export function harmless(text: string): string {
  return text.replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, "$1: ").replace(/##(?=\[|vso\[)/gi, "# #");
}
