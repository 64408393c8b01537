/**
 * One file per command. main loads only the command that was typed; lists of commands are read from the generated
 * `manual/commands.json`, so that help loads no command.
 */

import type { Desk } from "../desk/index.ts";
import { partsFor, withCommandsOf } from "../extra.ts";
import { extras } from "../extras.ts";
import { type CommandName, type ListedCommand, listedCommands } from "../manual/index.ts";
import { ok, type Result } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import type { Typing } from "./answer/practised.ts";
import { type Command, journalUse, type Options } from "./command.ts";
import type { HomeState } from "./home/home.ts";

export interface CommandEntry extends ListedCommand {
  readonly name: string;
  readonly load: () => Promise<Command<Options>>;
}

/** Aliases; lists and help show only the main name. */
export const otherNames: Readonly<Record<string, string>> = { compare: "reconcile" };

/** Commands in the order in which help lists them, without those of extras. A new command compiles only after `npm run generate`. */
const loaders = {
  new: async () => (await import("./new.ts")).newCommand,
  import: async () => (await import("./import.ts")).importSheet,
  suppliers: async () => (await import("./suppliers.ts")).suppliersOf(await partsFor("suppliers", extras)),
  templates: async () => (await import("./templates.ts")).templates,
  preview: async () => (await import("./preview.ts")).previewOf(await partsFor("preview", extras)),
  map: async () => (await import("./map.ts")).mapCommand,
  validate: async () => (await import("./validate.ts")).validate,
  "create-invoice": async () => (await import("./create-invoice.ts")).createInvoice,
  "create-credit-note": async () => (await import("./create-credit-note.ts")).createCreditNote,
  cancel: async () => (await import("./cancel.ts")).cancel,
  resubmit: async () => (await import("./resubmit.ts")).resubmit,
  resolve: async () => (await import("./resolve.ts")).resolve,
  numbers: async () => (await import("./numbers.ts")).numbers,
  explain: async () => (await import("./explain.ts")).explain,
  codes: async () => (await import("./codes.ts")).codesCommand,
  due: async () => (await import("./due.ts")).due,
  status: async () => (await import("./status.ts")).status,
  logs: async () => (await import("./logs.ts")).logs,
  correct: async () => (await import("./correct.ts")).correct,
  show: async () => (await import("./show.ts")).show,
  get: async () => (await import("./get.ts")).get,
  download: async () => (await import("./download.ts")).download,
  list: async () => (await import("./list.ts")).listCommand,
  history: async () => (await import("./history.ts")).history,
  profile: async () => (await import("./profile.ts")).profile,
  login: async () => (await import("./login.ts")).login,
  logout: async () => (await import("./logout.ts")).logout,
  auth: async () => (await import("./auth.ts")).auth,
  doctor: async () => (await import("./doctor.ts")).doctor,
  help: async () => (await import("./help.ts")).helpOf(commands),
  team: async () => (await import("./team.ts")).team,
  journal: async () => (await import("./journal.ts")).journal,
  schema: async () => (await import("./schema.ts")).schemaCommandOf(commands),
  xml: async () => (await import("./xml.ts")).xml,
  convert: async () => (await import("./convert.ts")).convert,
  sandbox: async () => (await import("./sandbox.ts")).sandboxOf(await partsFor("sandbox", extras)),
} satisfies Partial<Record<CommandName, () => Promise<unknown>>>;

export const commands: readonly CommandEntry[] = withCommandsOf(extras, Object.entries(loaders)).map(
  ([name, load]) => ({
    ...listedCommands[name as CommandName],
    ...{ name, load: () => load(commands) as ReturnType<CommandEntry["load"]> },
  }),
);

export { examplesText, paragraphs, usageOf } from "./answer/help-text.ts";
export { booksTyped, suggestFor } from "./answer/suggest-for.ts";
export type { Command, Input, Option, Options } from "./command.ts";
export { everywhere, optionsBesides } from "./command.ts";

/**
 * Whether the command runs in practice mode. Loads the check only if SELFBILL_PRACTICE is set. Problem:
 * `not-in-practice`.
 */
export async function isPractised(typing: Typing): Promise<Result<boolean>> {
  const { given, environment } = typing;
  if (given.sandbox === true || !environment.SELFBILL_PRACTICE) return ok(given.sandbox === true);
  const { practised } = await import("./answer/practised.ts");
  return practised(typing);
}

/** Reads --fields: the value is undefined without it. Loads the schemas only if it is given. Problem: `bad-usage`. */
export async function fieldsOf({
  command,
  given,
}: {
  readonly command: Command;
  readonly given: Typing["given"];
}): Promise<Result<((json: string) => string) | undefined>> {
  const { fields } = given;
  if (typeof fields !== "string") return ok(undefined);
  const { chooseFields } = await import("./output/fields.ts");
  return chooseFields(command, { ...given, fields });
}

/**
 * Replaces the option --company with the company's profile. Problems: `no-company`, `bad-usage`, any settings problem.
 */
export async function withCompany({ command, given, environment }: Omit<Typing, "isTerminal">) {
  const { company } = given;
  if (typeof company !== "string" || !("profile" in command.options)) return ok(given);
  const { withProfileOf } = await import("./answer/company-word.ts");
  return withProfileOf({ company, given, environment });
}

interface Typed {
  readonly command: Pick<Command, "facts">;
  readonly words: readonly string[];
}

export type { HomeState } from "./home/home.ts";

export async function home() {
  const { homeScreen, shownCommand } = await import("./home/home.ts");
  const { isSwitchedOn } = await import("../environment/index.ts");
  return {
    ask: (state: HomeState, desk: Desk) => homeScreen(state, commands, desk),
    shownCommand,
    isPracticeSession: ({ SELFBILL_PRACTICE }: Typing["environment"]) => isSwitchedOn(SELFBILL_PRACTICE),
  };
}

/** Finds a command by name, synonym or similar spelling. */
export async function commandFor(word: string): Promise<string | undefined> {
  const { commandMeant } = await import("./help/other-words.ts");
  return commandMeant(word, commands)?.command;
}

/** Adds a warning to a report from a journal that lacks documents; does not change the exit code. */
export async function withOlderJournal(
  report: Report,
  { command, words, options }: Typed & { readonly options: Readonly<Record<string, unknown>> },
  desk: Desk,
): Promise<Report> {
  if (journalUse(command, words) !== "shown") return report;
  const { olderJournal } = await import("./journal/older-journal.ts");
  const warning = await olderJournal(options, desk);
  return warning ? { ...report, problems: [warning, ...report.problems] } : report;
}

/** Replaces the description of a document with its number. Problem: `interrupted`. */
export async function documentMeant(
  { command, words, given }: Typed & Pick<Typing, "given">,
  desk: Desk,
): Promise<Result<readonly string[] | undefined>> {
  if (!command.facts.oneDocument || words.length === 0 || given.yes === true) return ok(words);
  const { whichDocument } = await import("./find/which-document.ts");
  const profile = typeof given.profile === "string" ? given.profile : undefined;
  const text = words.join(" ");
  const number = await whichDocument(text, { sandbox: given.sandbox === true, profile }, desk);
  if (!number.ok || number.value === undefined) return number as Result<undefined>;
  return ok(number.value === text ? words : [number.value]);
}

export async function otherCommand(
  argv: readonly string[],
  desk: Desk,
): Promise<Result<readonly string[] | undefined>> {
  const joined = await aboutOneDocument(argv);
  if (joined?.length === 0) {
    const [name = "", ...rest] = argv;
    const reply = await desk.ask.text(`selfbill ${name}: number of the document, or words of it?`);
    if (!reply.ok) return reply;
    return ok(reply.value.trim() === "" ? undefined : [name, reply.value.trim(), ...rest]);
  }
  if (joined) return ok([argv[0] ?? "", joined.join(" "), ...argv.slice(1 + joined.length)]);
  const { runInstead } = await import("./help/run-instead.ts");
  return runInstead(argv, commands, desk);
}

/**
 * Returns the words that describe a document, as in `show desert lime`; none if the user typed only the command, and
 * undefined if the arguments are valid or the command is a different one.
 */
async function aboutOneDocument(argv: readonly string[]): Promise<readonly string[] | undefined> {
  const [name = "", ...rest] = argv;
  const end = rest.findIndex((word) => word.startsWith("-"));
  const words = end < 0 ? rest : rest.slice(0, end);
  if (words.length === 1 || (words.length === 0 && name === "status")) return undefined;
  const command = await commands.find((each) => each.name === name)?.load();
  return command?.facts.oneDocument ? words : undefined;
}
