import { randomBytes } from "node:crypto";
import type { Desk } from "../../desk/index.ts";
import { type DocumentKind, gulfDay } from "../../document/index.ts";
import { fail, fileWord, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { changeBook, completedEntry, foldedName, type Supplier } from "../../suppliers/index.ts";
import { type Draft, explanationOf, runWizard, type Written } from "../../wizard/index.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { suggestFor } from "../answer/suggest-for.ts";
import type { Values } from "../command.ts";
import { nothingTyped } from "../command.ts";
import { createDocuments, createOptions } from "../create/create-document.ts";
import { createCreditNotes } from "../credit/create-credit-notes.ts";
import { Drafts, type KeptDraft } from "./drafts.ts";
import { wizardFacts } from "./wizard-facts.ts";
import { writeWritten } from "./write-written.ts";

type Words = Values<typeof createOptions>;

export const plainWords: Words = nothingTyped(createOptions);

export async function newDocument(kind: DocumentKind | undefined, words: Words, desk: Desk): Promise<Report> {
  const drafts = await Drafts.of(desk);
  if (!drafts.ok) return stoppedBy(drafts.problems);
  const begun = desk.now().toISOString();
  const id = `${gulfDay(desk.now())}-${randomBytes(3).toString("hex")}`;
  const practice = await isPractice(words, desk);
  const begunBefore = (await drafts.value.list()).filter((each) => (each.practice ?? practice) === practice).length;
  if (begunBefore > 0) {
    const documents = begunBefore === 1 ? "A document was" : `${begunBefore} documents were`;
    const begun = practice ? "started as practice" : "started earlier";
    desk.say(
      `  ${documents} ${begun} and not finished. To continue: ${suggest`new --resume ${practice ? ["--sandbox"] : []}`}`,
    );
  }
  const draft: Draft = { id, begun, answers: kind === undefined ? {} : { kind }, before: {} };
  return goOn({ draft, words, practice: undefined }, words, drafts.value, desk);
}

/** Whether these options are for practice; if there is no profile, only --sandbox counts. */
export async function isPractice(words: Words, desk: Desk): Promise<boolean> {
  const found = await desk.profile(words);
  return found.ok ? found.value.sandbox : words.sandbox;
}

/** Continues a draft. A destination given in the options replaces the one stored in the draft. */
export function goOn(kept: Omit<KeptDraft, "changed">, given: Words, drafts: Drafts, desk: Desk): Promise<Report> {
  const { sandbox, profile: named } = kept.words;
  const isElsewhere = given.sandbox || given.profile !== undefined;
  if (isElsewhere) return goOnFor(given, kept, drafts, desk);
  const words = { ...given, sandbox, profile: named };
  return suggestFor(words, () => goOnFor(words, kept, drafts, desk));
}

async function goOnFor(words: Words, kept: Omit<KeptDraft, "changed">, drafts: Drafts, desk: Desk): Promise<Report> {
  const found = await desk.profile(words);
  if (!found.ok && found.problems.some(({ code }) => code !== "no-profile")) return stoppedBy(found.problems);
  const profile = found.ok ? found.value : undefined;
  const elsewhere = otherBooks(kept, profile);
  if (elsewhere) return stoppedBy([elsewhere], profile?.sandbox);
  const asking = untilStopped(desk);
  try {
    const practice = profile?.sandbox ?? kept.practice;
    const file = await fileOf(kept.draft, { words, profile, practice, drafts, asking, desk });
    if (!file.ok) return stoppedBy(await howToGoOn(file.problems, kept.draft.id, drafts), profile?.sandbox);
    asking.off();
    return await sentOrLeft(file.value, words, profile, desk);
  } finally {
    asking.off();
  }
}

/** Returns a problem if the draft was started for a sandbox and would be finished for a real service, or vice versa. */
function otherBooks(
  { draft: { id }, practice, words }: Omit<KeptDraft, "changed">,
  profile: ServiceProfile | undefined,
): Problem | undefined {
  if (practice === undefined || profile === undefined || practice === profile.sandbox) return undefined;
  const isNamed = words.sandbox || words.profile !== undefined;
  const resume = (needed: readonly string[]) => suggest`new --resume ${id} ${isNamed ? [] : needed}`;
  const [message, hint] = practice
    ? [
        `The draft ${id} was started as practice on a sandbox, so it cannot become a document for ${profile.origin}.`,
        `Start the real one: ${suggest`new`}. Or continue to practise: ${resume(["--sandbox"])}`,
      ]
    : [
        `The draft ${id} was started for a real service, so it cannot be finished on a sandbox.`,
        `To practise, start a new one: ${suggest`new --sandbox`}. Or continue the draft: ${resume(["--profile", "NAME"])}`,
      ];
  return problem("bad-usage", message, hint);
}

/** The wizard's dialog; it ends as soon as the user stops it, even between two questions. */
interface Asking extends Pick<Desk, "ask" | "say" | "talkStyle"> {
  off(): void;
}

function untilStopped(desk: Desk): Asking {
  let stopped = false;
  const off = desk.onStop(() => {
    stopped = true;
  });
  const stop = problem("interrupted", "You stopped: nothing was sent.", "Run the command again when you are ready.");
  return {
    ask: { ...desk.ask, question: async (asked) => (stopped ? fail(stop) : desk.ask.question(asked)) },
    say: (line) => desk.say(line),
    talkStyle: desk.talkStyle,
    off,
  };
}

interface Session {
  readonly words: Words;
  readonly profile: ServiceProfile | undefined;
  /** Undefined if no service is known yet. */
  readonly practice: boolean | undefined;
  readonly drafts: Drafts;
  readonly asking: Asking;
  readonly desk: Desk;
}

interface Filed {
  readonly path: string;
  readonly written: Written;
}

/** Asks the remaining questions, writes the file and discards the draft. */
async function fileOf(
  start: Draft,
  { words, profile, practice, drafts, asking, desk }: Session,
): Promise<Result<Filed>> {
  const facts = await wizardFacts(words, profile, desk);
  const keep = (draft: Draft): Promise<Result<string>> => drafts.keep({ draft, words, practice });
  let draft = start;
  for (;;) {
    const written = await runWizard(draft, { desk: asking, facts, keep });
    if (!written.ok) return written;
    draft = written.value.draft;
    const path = await writeWritten(written.value, asking, desk);
    if (!path.ok) return path;
    if (path.value === undefined) continue;
    const kept = await keepSupplier(written.value.bookEntry, practice === true, desk);
    if (!kept.ok) return kept;
    const filled = await keepFilled(written.value.filledGap, desk);
    if (!filled.ok) return filled;
    const items = await facts.items?.keep(written.value.items);
    if (items?.ok === false) return items;
    const gone = await drafts.discard(draft.id);
    // Another terminal may have finished the draft; the journal shows whether it was sent.
    const isGone = !gone.ok && gone.problems[0].code === "bad-usage";
    return gone.ok || isGone ? { ok: true, value: { path: path.value, written: written.value } } : gone;
  }
}

async function keepSupplier(entry: Supplier | undefined, practice: boolean, desk: Desk): Promise<Result<unknown>> {
  if (entry === undefined) return ok(undefined);
  const settings = await desk.settings();
  if (!settings.ok) return settings;
  const { folders } = settings.value;
  const saved = changeBook(folders, ({ suppliers }) =>
    ok([...suppliers.filter((each) => foldedName(each.supplier) !== foldedName(entry.supplier)), entry]),
  );
  if (!saved.ok) return saved;
  const name = safe(entry.supplier);
  desk.say(`✓ ${name} is in your supplier book: ${suggest`suppliers list`}`);
  if (practice && folders.usual === undefined) {
    desk.say("  This sandbox and real documents share this book. If it is only for practice:");
    desk.say(`  ${suggest`suppliers remove ${name}`}`);
  }
  return saved;
}

/** Completes a supplier's entry in the book with the missing data that the user entered in the wizard. */
async function keepFilled(gap: Written["filledGap"], desk: Desk): Promise<Result<unknown>> {
  if (gap === undefined) return ok(undefined);
  const settings = await desk.settings();
  if (!settings.ok) return settings;
  const isIt = (each: Supplier): boolean => foldedName(each.supplier) === foldedName(gap.supplier);
  const saved = changeBook(settings.value.folders, ({ suppliers }) =>
    ok(suppliers.map((each) => (isIt(each) ? completedEntry(each, gap.party, gap.vatGroup) : each))),
  );
  if (saved.ok) desk.say(`✓ What was missing of ${safe(gap.supplier)} is in your supplier book now.`);
  return saved;
}

/** Adds the command that continues the draft, if the user interrupted the wizard. */
async function howToGoOn(problems: readonly Problem[], id: string, drafts: Drafts): Promise<readonly Problem[]> {
  const kept = await drafts.find(id);
  if (!kept.ok) return problems;
  const hint = `Your answers are kept. To continue: ${suggest`new --resume`}`;
  return problems.map((each) => (each.code === "interrupted" ? { ...each, hint } : each));
}

const later = "later";

/** Shows how to send the file and offers to send it now, with the usual confirmation. */
async function sentOrLeft(
  { path, written }: Filed,
  given: Words,
  profile: ServiceProfile | undefined,
  desk: Desk,
): Promise<Report> {
  const { kind, wrong, rateDate, told } = written;
  const words = { ...given, rateDate: rateDate ?? given.rateDate };
  const command = commandFor(path, kind, words);
  desk.say(`\n✓ Written to ${safe(path)}`);
  desk.say(`  The same without questions: ${safe(command)}`);
  const send = (): Promise<Report> => {
    const input = { words: [path], options: words };
    const more = { agreed: told };
    return kind === "invoice" ? createDocuments(kind, input, desk, more) : createCreditNotes(input, desk, more);
  };
  if (words.dryRun) return send();
  if (wrong || profile === undefined) return leftThere(path, command, wrong, profile);
  const reply = await desk.ask.question({
    form: "choose",
    heading: "Sending",
    message: `Send it to ${profile.sandbox ? "the sandbox" : profile.origin}?`,
    help: "It is checked once more. Only if something new is found, you are asked again.",
    explains: explanationOf("then.send"),
    usual: "now",
    choices: [
      { value: "now", name: "Yes, send it" },
      { value: later, name: "Not now; keep the file" },
    ],
  });
  if (!reply.ok) return stoppedBy(reply.problems.map((each) => ({ ...each, hint: `Send it later: ${command}` })));
  return reply.value.is === "back" || reply.value.value === later ? leftThere(path, command, wrong, profile) : send();
}

function commandFor(path: string, kind: DocumentKind, words: Words): string {
  const day = words.rateDate === undefined ? [] : ["--rate-date", words.rateDate];
  return `${suggest`create-${kind} ${fileWord(path)} ${day}`}`;
}

function leftThere(path: string, command: string, wrong: boolean, profile: ServiceProfile | undefined): Report {
  const next = wrong
    ? `correct what was found, then ${command}`
    : profile === undefined
      ? `${command} --sandbox to practise; without it once profile set and login know your service`
      : command;
  const facts = [
    ["Written to", path],
    ["Next", next],
  ] as const;
  return succeeded({ view: "facts", facts, data: { file: path, next: command } }, profile?.sandbox ?? false);
}
