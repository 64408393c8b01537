import type { Command } from "../command.ts";

/** Maximum width of a usage line, in columns. */
const longest = 80;

/**
 * Returns the arguments of a command as its usage line shows them. A long list of actions is shortened to a name, because the help explains each
 * action.
 */
export function usageOf(words: string): string {
  const [name = "", ...given] = words.split(" ");
  const fits = `Usage: selfbill ${name} [options] ${given.join(" ")}`.length <= longest;
  return ["[options]", ...(fits ? given : given.map((each) => (each.includes("|") ? "<action>" : each)))].join(" ");
}

/**
 * Formats the examples below a help text. The command to type stays on one line, so that it can be copied; `wrap` breaks its description between
 * words.
 */
export function examplesText(examples: Command["examples"], wrap: (text: string) => string): string {
  const lines = examples.flatMap(({ type, does }) => [
    `  ${type}`,
    ...wrap(does)
      .split("\n")
      .map((line) => `      ${line}`),
  ]);
  return `\nExamples:\n${lines.join("\n")}`;
}

/** Returns the help text of a command, ready to wrap: each paragraph is one line, and a line that begins with blanks is kept. */
export function paragraphs(help: string): string {
  const isOwn = (line: string | undefined): boolean => line === undefined || line === "" || line.startsWith(" ");
  const lines: string[] = [];
  for (const line of help.split("\n")) {
    if (isOwn(line) || isOwn(lines.at(-1))) lines.push(line);
    else lines.push(`${lines.pop()} ${line}`);
  }
  return lines.join("\n");
}
