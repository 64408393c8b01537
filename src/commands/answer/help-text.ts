import type { Command } from "../command.ts";

/** Width of a usage line, in columns. */
const longest = 80;

/** Shortens a long list of actions to `<action>`, because the help text explains each action. */
export function usageOf(words: string): string {
  const [name = "", ...given] = words.split(" ");
  const fits = `Usage: selfbill ${name} [options] ${given.join(" ")}`.length <= longest;
  return ["[options]", ...(fits ? given : given.map((each) => (each.includes("|") ? "<action>" : each)))].join(" ");
}

export function examplesText(examples: Command["examples"], wrap: (text: string) => string): string {
  const lines = examples.flatMap(({ type, does }) => [
    `  ${type}`,
    ...wrap(does)
      .split("\n")
      .map((line) => `      ${line}`),
  ]);
  return `\nExamples:\n${lines.join("\n")}`;
}

/** Each paragraph is one line, ready to wrap; lines that begin with spaces are not wrapped. */
export function paragraphs(help: string): string {
  const isOwn = (line: string | undefined): boolean => line === undefined || line === "" || line.startsWith(" ");
  const lines: string[] = [];
  for (const line of help.split("\n")) {
    if (isOwn(line) || isOwn(lines.at(-1))) lines.push(line);
    else lines.push(`${lines.pop()} ${line}`);
  }
  return lines.join("\n");
}
