import type { Connection, ConnectionWords, Desk } from "../desk/index.ts";
import { documentIdOf, type Journal, type Past } from "../journal/index.ts";
import { numbersAsText } from "../json/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { mayExist } from "../states/index.ts";
import { nothingToRead } from "./answer/journal-head.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { anyWords, defineCommand, flag, serviceOptions } from "./command.ts";
import { documentFacts } from "./follow/document-facts.ts";
import { fetchDocument } from "./follow/fetch-document.ts";
import { lifeShape } from "./show/json.ts";
import { lifeFacts } from "./show/screen.ts";
import { lifeReader, type WholeLife } from "./show/whole-life.ts";

const options = {
  ...serviceOptions,
  offline: flag("--offline", "by the journal alone; the service is not asked"),
} as const;

export const show = defineCommand({
  words: "show <document>",
  completes: { document: "number" },
  summary: "everything about one document: state, delivery, answers, credit notes, what is next",
  help: `DOCUMENT is a number, an id, the short name of an attempt, or the file that it was sent from. What was sent is read from the journal; the
service is asked for the state now, unless --offline is given or it cannot be asked.

Exit code 0, whatever the state; scripts use status or due --exit-code.`,
  group: "What is open",
  practice: "own books",
  facts: { journal: "shown", oneDocument: true, sends: false, asksService: true },
  answers: ({ answer, listOf, foreign }) => [
    // `at_service` is a document that only the service has.
    answer({ documents: listOf(lifeShape.schema), at_service: foreign.nullable() }),
  ],
  options,
  examples: [
    { type: "selfbill show SB-2026-0001", does: "shows its state, what was credited of it and what to do next" },
    { type: "selfbill show march.yaml --offline", does: "shows what was sent from a file, without asking the service" },
  ],
  input: anyWords,
  async run({ words, options: given }, desk): Promise<Report> {
    const named = words[0] ?? "";
    const profile = await desk.profile(given);
    const isAsked = given.sandbox || given.profile !== undefined;
    if (!profile.ok && (isAsked || profile.problems.some(({ code }) => code !== "no-profile")))
      return stoppedBy(profile.problems);
    const sandbox = profile.ok && profile.value.sandbox;
    const nothing = await nothingToRead(given, desk);
    if (nothing) return stoppedBy([nothing], sandbox);
    const isNew = await desk.journalIsNew();
    if (!isNew.ok) return stoppedBy(isNew.problems, sandbox);
    const asked = given.offline || !profile.ok ? undefined : await connected(given, desk);
    if (isNew.value) return elsewhere(named, given, asked, desk, sandbox);
    const journal = await desk.journal();
    if (!journal.ok) return stoppedBy(journal.problems, sandbox);
    const account = profile.ok ? await desk.account(profile.value) : undefined;
    const found = await documentsCalled(named, account, journal.value, desk);
    if (!found.ok) return stoppedBy(found.problems, sandbox);
    if (found.value.length === 0) return elsewhere(named, given, asked, desk, sandbox);
    const lives = await readAll(found.value, journal.value, asked?.connection, desk);
    if (!lives.ok) return stoppedBy(lives.problems, sandbox);
    const problems = [...(asked?.problems ?? []), ...lives.value.flatMap((each) => each.problems)];
    return shown(lives.value, sandbox, problems);
  },
});

interface Asked {
  readonly connection: Connection | undefined;
  readonly problems: readonly Problem[];
}

/** Connects to the service. A failure is only a warning, because the journal's data can still be shown. */
async function connected(given: ConnectionWords, desk: Desk): Promise<Asked> {
  const connection = await desk.connect(given);
  if (connection.ok) return { connection: connection.value, problems: [] };
  const [first] = connection.problems;
  const message = `The service was not asked, so this is what the journal knows. ${first.message}`;
  return { connection: undefined, problems: [{ ...first, severity: "warning", message }] };
}

async function readAll(
  found: readonly Past[],
  journal: Journal,
  connection: Connection | undefined,
  desk: Desk,
): Promise<Result<WholeLife[]>> {
  const read = await lifeReader(journal, connection, desk);
  const lives: WholeLife[] = [];
  for (const past of found) {
    const life = await read(past);
    if (!life.ok) return life;
    lives.push(life.value);
  }
  return ok(lives);
}

/**
 * Finds the documents that a name means, in this account or else in all accounts. Returns the last attempt of each
 * document that may exist; if there is none, only the last attempt. Problem: `journal-unusable`.
 */
async function documentsCalled(
  named: string,
  account: string | undefined,
  journal: Journal,
  desk: Desk,
): Promise<Result<Past[]>> {
  const called = await journal.tries.called(named);
  if (!called.ok) return called;
  const file = await journal.tries.last("file", desk.output.absolute(named), mayExist);
  if (!file.ok) return file;
  const anyOfFile = file.value ? file : await journal.tries.last("file", desk.output.absolute(named), () => true);
  if (!anyOfFile.ok) return anyOfFile;
  const all = called.value.length > 0 ? called.value : anyOfFile.value ? [anyOfFile.value] : [];
  const ours: Past[] = [];
  for (const past of all) {
    const whose = await journal.accounts.accountFor(past.intent.account);
    if (!whose.ok) return whose;
    if (whose.value === account) ours.push(past);
  }
  const meant = ours.length > 0 ? ours : all;
  const [existing, last] = [meant.filter(mayExist), meant.at(-1)];
  if (last === undefined) return ok([]);
  const byDocument = new Map(existing.map((past) => [documentIdOf(past) ?? past.attempt, past]));
  return ok(byDocument.size > 0 ? [...byDocument.values()] : [last]);
}

/** Fetches a document that this journal does not have. */
async function elsewhere(
  named: string,
  given: ConnectionWords,
  asked: Asked | undefined,
  desk: Desk,
  sandbox: boolean,
): Promise<Report> {
  const connection = asked?.connection;
  if (connection === undefined) return stoppedBy([notKnown(named, asked)], sandbox);
  const fetched = await fetchDocument(named, given, connection, desk);
  if (!fetched.ok) {
    const byWords = ` To find a document by words: ${suggest`list ${named}`}`;
    const problems = fetched.problems.map((each) =>
      each.code === "not-found" ? { ...each, hint: `${each.hint}${byWords}` } : each,
    );
    return stoppedBy(problems, sandbox);
  }
  const { document, more } = fetched.value;
  const facts = [...documentFacts(fetched.value, desk), ["Journal", "it was not sent from here"] as const];
  const data = { documents: [], at_service: numbersAsText(document) };
  return succeeded({ view: "facts", facts, told: more, data }, sandbox);
}

function notKnown(named: string, asked: Asked | undefined): Problem {
  const message = `This journal has no document ${JSON.stringify(named)}: no number, id, attempt or file of that name.`;
  const [why] = asked?.problems ?? [];
  if (why !== undefined) return problem("not-found", `${message} ${why.message}`, why.hint);
  return problem(
    "not-found",
    `${message} The service was not asked.`,
    "Ask it: leave out --offline, or name a profile.",
  );
}

function shown(lives: readonly WholeLife[], sandbox: boolean, problems: readonly Problem[]): Report {
  const data = { documents: lives.map(lifeShape.json), at_service: null };
  const facts = lives.flatMap((each, at): (readonly [string, string])[] => [
    ...(at === 0 ? [] : [["", ""] as const]),
    ...lifeFacts(each),
  ]);
  return succeeded({ view: "facts", facts, data }, sandbox, problems);
}
