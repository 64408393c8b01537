export interface Described {
  readonly term: string;
  readonly does: string;
}

export interface ManCommand {
  readonly words: string;
  readonly summary: string;
  readonly help: string | undefined;
  readonly options: readonly Described[];
  readonly examples: readonly Described[];
}

export interface Manual {
  readonly version: string;
  readonly says: string;
  readonly everywhere: readonly Described[];
  readonly commands: readonly ManCommand[];
  readonly exitCodes: readonly Described[];
  readonly environment: readonly Described[];
}

/** Writes roff with the man macros; `man -l FILE` displays it. Source: man-pages(7), groff_man(7). */
export function manPage({ version, says, everywhere, commands, exitCodes, environment }: Manual): string {
  return [
    `.TH SELFBILL 1 "" "selfbill ${plain(version)}" "User Commands"`,
    ".SH NAME",
    `selfbill \\- ${plain(says)}`,
    ".SH SYNOPSIS",
    ".B selfbill",
    ".I COMMAND",
    "[options]",
    ".SH COMMANDS",
    ...commands.flatMap(commandLines),
    ".SH OPTIONS OF ALL COMMANDS",
    ...terms(everywhere),
    ".SH EXIT STATUS",
    ...terms(exitCodes),
    ".SH ENVIRONMENT",
    ...terms(environment),
    ".SH SEE ALSO",
    "The manual by topic:",
    ".B selfbill help",
    "",
  ].join("\n");
}

function commandLines({ words, summary, help, options, examples }: ManCommand): string[] {
  return [
    `.SS "${plain(words).replaceAll('"', "\\(dq")}"`,
    sentence(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`),
    ...(help === undefined ? [] : [".PP", ...help.split("\n").flatMap(helpLines)]),
    ...terms(options),
    ...(examples.length === 0 ? [] : [".PP", "Examples:", ...terms(examples)]),
  ];
}

/** Starts a new paragraph at a blank line; keeps a line that begins with a space on a line of its own. */
function helpLines(line: string): string[] {
  if (line === "") return [".PP"];
  return line.startsWith(" ") ? [".br", sentence(line), ".br"] : [sentence(line)];
}

function terms(all: readonly Described[]): string[] {
  return all.flatMap(({ term, does }) => [".TP", `.B ${plain(term)}`, sentence(does)]);
}

/** Escapes an initial dot or quote, which roff would read as a command. */
function sentence(text: string): string {
  const line = plain(text);
  return /^[.']/.test(line) ? `\\&${line}` : line;
}

function plain(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("\n", " ");
}
