import type { Problem } from "../problem/index.ts";

/** Returns a problem as one line. The wizard does not show field names, so a hint that contains one is omitted. */
export function sentenceOf({ message, hint }: Problem): string {
  return hint === "" || mentionsField(hint) ? message : `${message} ${hint}`;
}

export function mentionsField(hint: string): boolean {
  return /[a-z]_[a-z]/.test(hint);
}

/** Breaks text into lines between words. `margin` precedes the first line, `hanging` the others. */
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

/** Returns the width in columns; 80 if unknown. */
export function terminalColumns(output: NodeJS.WritableStream): number {
  return ("columns" in output && typeof output.columns === "number" && output.columns) || 80;
}
