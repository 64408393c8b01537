/**
 * One file per command, named by the words typed. The list is light, so that help needs no command's code; main loads the one typed.
 */

import type { Desk } from "../desk/index.ts";
import { ok, type Result } from "../problem/index.ts";
import { statusName } from "../states/index.ts";
import type { Typing } from "./answer/practised.ts";
import type { Command, Options } from "./command.ts";
import type { HomeState } from "./home/home.ts";

/** A command as help lists it, and how to get it. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command<Options>>;
}

const entry = <O extends Options>(name: string, summary: string, load: () => Promise<Command<O>>): CommandEntry => ({
  name,
  summary,
  load: load as unknown as CommandEntry["load"],
});

/** Other names of commands; lists and help show the first name alone. */
export const otherNames: Readonly<Record<string, string>> = { compare: "reconcile" };

export const commands: readonly CommandEntry[] = [
  entry(
    "new",
    "write an invoice or credit note by answering questions",
    async () => (await import("./new.ts")).newCommand,
  ),
  entry(
    "create-invoice",
    "check self-billed invoices and create them at the service",
    async () => (await import("./create-invoice.ts")).createInvoice,
  ),
  entry(
    "create-credit-note",
    "check credit notes and create them at the service",
    async () => (await import("./create-credit-note.ts")).createCreditNote,
  ),
  entry(
    "cancel",
    "cancel an invoice: create a credit note for all that is left of it",
    async () => (await import("./cancel.ts")).cancel,
  ),
  entry(
    "resolve",
    "resolve what may or may not have been sent: list, look up, decide",
    async () => (await import("./resolve.ts")).resolve,
  ),
  entry(
    "reconcile",
    "compare the service's documents with the journal, both ways",
    async () => (await import("./reconcile.ts")).reconcile,
  ),
  entry(
    "show",
    "everything about one document: state, delivery, answers, credit notes, what is next",
    async () => (await import("./show.ts")).show,
  ),
  entry(
    "status",
    "status of documents: result, delivery, tax report, findings",
    async () => (await import("./status.ts")).status,
  ),
  entry("logs", "event log of a document, oldest first", async () => (await import("./logs.ts")).logs),
  entry(
    "history",
    "what was sent from this computer, when, and the result",
    async () => (await import("./history.ts")).history,
  ),
  entry(
    "report",
    "totals of a period by supplier, VAT category or day, and the annex to the VAT return",
    async () => (await import("./report.ts")).report,
  ),
  entry(
    "export",
    "write the documents of a period as entries for your books",
    async () => (await import("./export.ts")).exportBooks,
  ),
  entry(
    "due",
    "what needs action: in doubt, rejected, failed, legal days, answers, until you dealt with it",
    async () => (await import("./due.ts")).due,
  ),
  entry(
    "archive",
    "write the audit files of a period into one folder, or verify such a folder",
    async () => (await import("./archive.ts")).archive,
  ),
  entry(
    "evidence",
    "write the audit file of a document: body, answer, UBL, TDD, hashes",
    async () => (await import("./evidence.ts")).evidence,
  ),
  entry(
    "journal",
    "the record of everything sent: export, verify, back up, restore, move or merge it",
    async () => (await import("./journal.ts")).journal,
  ),
  entry(
    "numbers",
    "the numbers given by a profile's number series, and the gaps",
    async () => (await import("./numbers.ts")).numbers,
  ),
  entry("get", "show a document as the service has it", async () => (await import("./get.ts")).get),
  entry(
    "list",
    "list and find documents: state, supplier's answer, credited, replaced",
    async () => (await import("./list.ts")).listCommand,
  ),
  entry(
    "resubmit",
    `correct and send a document again after ${statusName.failed}`,
    async () => (await import("./resubmit.ts")).resubmit,
  ),
  entry("download", "download a document's attachments and XML", async () => (await import("./download.ts")).download),
  entry(
    "validate",
    "check documents and XML on this computer; nothing is sent",
    async () => (await import("./validate.ts")).validate,
  ),
  entry(
    "explain",
    "explain a rule, problem code or exit code: what it means, why, what passes and fails",
    async () => (await import("./explain.ts")).explain,
  ),
  entry(
    "codes",
    "search the code lists: currency, country, unit, HS and others, in English and Arabic",
    async () => (await import("./codes.ts")).codesCommand,
  ),
  entry(
    "rules",
    "editions of the Peppol rules: list, compare, try your documents with another one",
    async () => (await import("./rules.ts")).rules,
  ),
  entry(
    "import",
    "turn a spreadsheet into documents, errors at their cells",
    async () => (await import("./import.ts")).importSheet,
  ),
  entry(
    "map",
    "propose a map of columns for a spreadsheet that another program exported",
    async () => (await import("./map.ts")).mapCommand,
  ),
  entry(
    "preview",
    "show documents as they are printed, or write them as pages or PDFs",
    async () => (await import("./preview.ts")).preview,
  ),
  entry(
    "templates",
    "documents to start from: list, show, copy",
    async () => (await import("./templates.ts")).templates,
  ),
  entry(
    "schema",
    "print the JSON Schema of a document, for editors, or of the output of commands, for scripts",
    async () => (await import("./schema.ts")).schemaCommand,
  ),
  entry(
    "xml",
    "write the UBL XML of documents, to read or validate with other tools",
    async () => (await import("./xml.ts")).xml,
  ),
  entry(
    "outage",
    "outages: when sending failed, which documents waited, and the reporting deadline",
    async () => (await import("./outage.ts")).outage,
  ),
  entry(
    "correct",
    "correct a rejected document, or an approved one",
    async () => (await import("./correct.ts")).correct,
  ),
  entry(
    "convert",
    "turn a self-billed UBL XML file into a YAML document",
    async () => (await import("./convert.ts")).convert,
  ),
  entry(
    "sandbox",
    "run the whole service on this computer, for practice",
    async () => (await import("./sandbox.ts")).sandbox,
  ),
  entry(
    "certify",
    "test a client of your own against network faults, and name what it does wrong",
    async () => (await import("./certify.ts")).certifyClient,
  ),
  entry(
    "suppliers",
    "your supplier book: names, TRNs, agreements, accounts",
    async () => (await import("./suppliers.ts")).suppliers,
  ),
  entry(
    "items",
    "your item book: HS and service codes, units and VAT of what you buy",
    async () => (await import("./items.ts")).items,
  ),
  entry(
    "handover",
    "take your books to a new computer: journal, suppliers, items, profiles, drafts",
    async () => (await import("./handover.ts")).handover,
  ),
  entry("completion", "print the script that completes selfbill commands in your shell with TAB", async () =>
    (await import("./completion.ts")).completionOf(commands),
  ),
  entry(
    "doctor",
    "check this computer, the settings, the journal and the connection to the service",
    async () => (await import("./doctor.ts")).doctor,
  ),
  entry("help", "the manual by topic, its answers to your words, or the help of a command", async () =>
    (await import("./help.ts")).helpOf(commands),
  ),
  entry(
    "request",
    "ask for another person's approval of documents; nothing is sent",
    async () => (await import("./request.ts")).request,
  ),
  entry(
    "approve",
    "approve or reject what another person requested; nothing is sent",
    async () => (await import("./approve.ts")).approve,
  ),
  entry(
    "policy",
    "who may request, approve and send what: keys, limits, and the policy in force",
    async () => (await import("./policy.ts")).policy,
  ),
  entry("login", "store the token of a service", async () => (await import("./login.ts")).login),
  entry("logout", "delete the stored token of a service", async () => (await import("./logout.ts")).logout),
  entry("auth", "login, logout, or show where the token is kept", async () => (await import("./auth.ts")).auth),
  entry(
    "profile",
    "connections to services: list, show, set, use, fetch the buyer, import many",
    async () => (await import("./profile.ts")).profile,
  ),
];

export { examplesText, paragraphs, usageOf } from "./answer/help-text.ts";
export { reportInSamePlace, samePlace } from "./answer/same-place.ts";
export type { Command, Input, Option, Options } from "./command.ts";
export { everywhere, optionsBesides } from "./command.ts";
export { byGroup } from "./groups.ts";

/** Whether a command runs in practice, by `practised`, which is loaded only where the variable is set. Problem: `not-in-practice`. */
export async function isPractised(typing: Typing): Promise<Result<boolean>> {
  const { given, environment } = typing;
  if (given.sandbox === true || !environment.SELFBILL_PRACTICE) return ok(given.sandbox === true);
  const { practised } = await import("./answer/practised.ts");
  return practised(typing);
}

/** What was typed, with the profile that --company means. Problems: `no-company`, `bad-usage`, those of settings. */
export async function withCompany({ command, given, environment }: Omit<Typing, "isTerminal">) {
  const { company } = given;
  if (typeof company !== "string" || !("profile" in command.options)) return ok(given);
  const { withProfileOf } = await import("./answer/company-word.ts");
  return withProfileOf({ company, given, environment });
}

export type { HomeState } from "./home/home.ts";

/** The home screen, loaded only where it is shown. */
export async function home() {
  const { homeScreen, shownCommand } = await import("./home/home.ts");
  const { practisedCommands } = await import("../render/index.ts");
  const { isSwitchedOn } = await import("../environment/index.ts");
  const practised = new Set<string>(practisedCommands);
  const known = commands.map(({ name }) => ({ name, isPractised: practised.has(name) }));
  return {
    ask: (state: HomeState, desk: Desk) => homeScreen(state, known, desk),
    shownCommand,
    isPracticeSession: ({ SELFBILL_PRACTICE }: Typing["environment"]) => isSwitchedOn(SELFBILL_PRACTICE),
  };
}

/** The command that is meant by a word which is not one. */
export async function commandFor(word: string): Promise<string | undefined> {
  const { commandMeant } = await import("./help/other-words.ts");
  return commandMeant(word, commands)?.command;
}

/** What a person at a terminal gets in place of a command line that begins with a word of their own. */
export async function otherCommand(
  argv: readonly string[],
  desk: Desk,
): Promise<Result<readonly string[] | undefined>> {
  const { runInstead } = await import("./help/run-instead.ts");
  return runInstead(argv, commands, desk);
}
