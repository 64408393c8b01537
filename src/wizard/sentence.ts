import type { Problem } from "../problem/index.ts";

/** What is wrong and what to do, in one line. Who answers questions sees no field names, so a hint that speaks of them is left out. */
export function sentenceOf({ message, hint }: Problem): string {
  return hint === "" || mentionsField(hint) ? message : `${message} ${hint}`;
}

export function mentionsField(hint: string): boolean {
  return /[a-z]_[a-z]/.test(hint);
}

/** A text in lines of at most so many columns, broken between words; a margin before each, and one before all but the first. */
export function wrapText(text: string, columns: number, margin = "", hanging = margin): string {
  const room = Math.max(20, columns - Math.max(margin.length, hanging.length) - 1);
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line, index) => (index === 0 ? margin : hanging) + line).join("\n");
}

/** The width of a terminal; 80 where it does not tell. */
export function terminalColumns(output: NodeJS.WritableStream): number {
  return ("columns" in output && typeof output.columns === "number" && output.columns) || 80;
}
