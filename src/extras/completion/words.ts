import type { Command, Look, Option, Options } from "../../commands/command.ts";
import { everywhere, optionsBesides } from "../../commands/command.ts";
import { topics } from "../../manual/index.ts";

export interface Completions {
  readonly values: ReadonlyArray<readonly [value: string, says: string]>;
  readonly look?: Look | undefined;
  /** What the shell itself completes, if anything: files or folders. */
  readonly paths?: "files" | "folders" | undefined;
}

/** A command that can be completed. Its arguments and options are loaded only once its name has been typed. */
export interface Completable {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Pick<Command<Options>, "completes" | "facts" | "options" | "words">>;
}

type Known = Pick<Option<unknown>, "flags" | "does" | "offers">;

/** `words` excludes the program's name. */
export async function wantedAfter(words: readonly string[], commands: readonly Completable[]): Promise<Completions> {
  const typed = joinEquals(words);
  const last = typed.at(-1) ?? "";
  const before = typed.slice(0, -1);
  const at = before.findIndex((word) => !word.startsWith("-"));
  if (at < 0)
    return {
      values: [
        ...commands.map(({ name, summary }) => [name, summary] as const),
        ["--help", "help"],
        ["--version", "version"],
      ],
    };
  const known = commands.find(({ name }) => name === before[at]);
  if (known === undefined) return { values: [] };
  const command = await known.load();
  const { facts, options } = command;
  const own: readonly Known[] = Object.values(options);
  const shared = [...everywhere, ...optionsBesides({ facts, options }), ["--help", "show help"] as const];
  const all: readonly Known[] = [
    ...own,
    ...shared
      .filter(([flags]) => !own.some((each) => long(each.flags) === long(flags)))
      .map(([flags, does]) => ({ flags, does, ...(long(flags) === "--company" ? ofCompany : {}) })),
  ];
  const [option, value] = /^(--[a-z0-9-]+)=(.*)$/s.exec(last)?.slice(1) ?? [];
  if (option !== undefined && value !== undefined) return ofOption(all.find(({ flags }) => long(flags) === option));
  const open = all.find(({ flags }) => flags.includes("<") && long(flags) === before.at(-1));
  if (open) return ofOption(open);
  if (last.startsWith("-")) {
    const given = new Set(before.map((word) => word.split("=")[0]));
    const left = all.filter(({ flags }) => !given.has(long(flags)));
    return { values: left.map(({ flags, does }) => [long(flags), does] as const) };
  }
  return argument(command, positionals(before.slice(at + 1), all), commands);
}

/** --company also accepts the name of the company's profile, which needs no quotes in a shell. */
const ofCompany = { offers: { look: "profile" } } as const;

/** bash splits words at "=": `--output`, `=`, `csv`. */
function joinEquals(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const before = joined.at(-1);
    if (word === "=" && before?.startsWith("--")) joined[joined.length - 1] = `${before}=${words[++at] ?? ""}`;
    else joined.push(word);
  }
  return joined;
}

function long(flags: string): string {
  return /--[a-z0-9-]+/.exec(flags)?.[0] ?? flags;
}

function ofOption(option: Known | undefined): Completions {
  const { values = [], ...offered } = option?.offers ?? {};
  const [, placeholder] = /<([^>]+)>/.exec(option?.flags ?? "") ?? [];
  const paths = placeholder === undefined ? undefined : pathsNamed[placeholder];
  return { values: values.map((each) => [each, ""] as const), ...(option?.offers ? offered : { paths }) };
}

const pathsNamed: Readonly<Record<string, Completions["paths"]>> = {
  file: "files",
  list: "files",
  dir: "folders",
  place: "folders",
};

function positionals(words: readonly string[], all: readonly Known[]): string[] {
  return words.filter((word, at) => {
    if (word.startsWith("-")) return false;
    const option = all.find(({ flags }) => long(flags) === words[at - 1]);
    return option === undefined || !option.flags.includes("<");
  });
}

/** Completes one argument; a command's last argument may be repeatable. */
function argument(
  { words: spelled, completes = {} }: Pick<Command, "words" | "completes">,
  typed: readonly string[],
  commands: readonly Completable[],
): Completions {
  const places = spelled.split(" ").slice(1);
  const found = places[typed.length] ?? (places.at(-1)?.includes("...") ? places.at(-1) : undefined);
  if (found === undefined) return { values: [] };
  const name = found.replace(/[<>[\].]/g, "");
  if (name.includes("|")) return { values: name.split("|").map((each) => [each, ""] as const) };
  const look = completes[`${typed[0]} ${name}`] ?? completes[name];
  if (look === "command") return { values: commands.map((each) => [each.name, each.summary] as const) };
  if (look === "help") return { values: typed.length === 0 ? helped(commands) : [] };
  if (look !== undefined) return { values: [], look };
  if (/^files?$/.test(name)) return { values: [], paths: "files" };
  return /^ids?$/.test(name) ? { values: [], look: "number" } : { values: [] };
}

/** Returns the topics of the manual, and all commands. */
function helped(commands: readonly Completable[]): Completions["values"] {
  return [
    ["all", "every command"],
    ["man", "the manual page"],
    ...topics.map((topic) => [topic, "a topic of the manual"] as const),
    ...commands.map(({ name, summary }) => [name, summary] as const),
  ];
}
