import type { Command } from "../command.ts";

/** Longest usage line, in columns. */
const longest = 80;

/** The words behind a command's name in its usage line; a long list of actions is named only, for the help says what each of them does. */
export function usageOf(words: string): string {
  const [name = "", ...given] = words.split(" ");
  const fits = `Usage: selfbill ${name} [options] ${given.join(" ")}`.length <= longest;
  return ["[options]", ...(fits ? given : given.map((each) => (each.includes("|") ? "<action>" : each)))].join(" ");
}

/** The examples below a help. What is typed stays on its line, to be copied; what it does is broken between words by `wrap`. */
export function examplesText(examples: Command["examples"], wrap: (text: string) => string): string {
  const lines = examples.flatMap(({ type, does }) => [
    `  ${type}`,
    ...wrap(does)
      .split("\n")
      .map((line) => `      ${line}`),
  ]);
  return `\nExamples:\n${lines.join("\n")}`;
}

/** The help of a command, to be wrapped: each paragraph is one line, and a line that begins with blanks stays one. */
export function paragraphs(help: string): string {
  const isOwn = (line: string | undefined): boolean => line === undefined || line === "" || line.startsWith(" ");
  const lines: string[] = [];
  for (const line of help.split("\n")) {
    if (isOwn(line) || isOwn(lines.at(-1))) lines.push(line);
    else lines.push(`${lines.pop()} ${line}`);
  }
  return lines.join("\n");
}
