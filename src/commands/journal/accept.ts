import type { Desk } from "../../desk/index.ts";
import type { Mark } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { gulfTime } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { type Guarded, type HeldMarks, holdMarks, letMarkFollow, markOf } from "../../submit/index.ts";
import { personOf } from "../answer/person.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { flag, text, type Values } from "../command.ts";
import type { AllElsewhere } from "../create/all-elsewhere.ts";
import {
  acceptedShape,
  documentsIn,
  elsewhereFacts,
  lackingHere,
  leftUnknown,
  notLooked,
  recordLacking,
} from "./accept-elsewhere.ts";

export const acceptOptions = {
  profile: text("--profile <name>", "the stored profile whose journal it is; accept: whose account", {
    look: "profile",
  }),
  businessProfile: text("--business-profile <id>", "accept: business profile id instead of the profile's"),
  yes: flag("--yes", "accept, purge: without asking; accept needs the head"),
} as const;

interface AcceptInput {
  readonly options: Values<typeof acceptOptions> & { readonly head: string | undefined };
}

/** The user must type this word; pressing Enter is not enough. */
const word = "accept";

const lookAlikes =
  "What was sent and is not in this journal stops only documents that look like it; anything else is sent.";
const notHeldBack =
  "What was sent and is not in this journal may be sent twice: accept it only if you know that nothing was sent in between.";

interface Stand extends Guarded {
  readonly mark: Mark | undefined;
  readonly sequence: number;
  readonly head: string;
  /** Start and clock of this computer, for the person: a snapshot that was put back shows in them. No decision is made by them. */
  readonly computer: { readonly boot: string; readonly now: Date };
  readonly fits: boolean;
  /** A sandbox has no mark, and may share the journal with real accounts. */
  readonly sandbox: boolean;
  /** Why nothing may be sent before the journal is accepted. */
  readonly held: Problem | undefined;
  readonly elsewhere: AllElsewhere;
}

/**
 * Sets the mark to the current journal, after confirmation, and records the service's documents that the journal
 * lacks: the user is not asked about them again, and similar new documents are stopped. The journal records who
 * confirmed.
 */
export async function acceptJournal({ options: given }: AcceptInput, desk: Desk): Promise<Report> {
  const stand = await standOf(given, desk);
  if (!stand.ok) return stoppedBy(stand.problems);
  const { fits, mark, held, elsewhere } = stand.value;
  if (fits && mark && !held && documentsIn(elsewhere).length === 0) {
    if (elsewhere.is === "unread") return stoppedBy([notLooked(elsewhere.problem, "The journal fits its mark")]);
    return reportOf(stand.value, mark, "nothing to accept: the journal has everything that the mark remembers");
  }
  const agreed = given.yes ? namedRight(given.head, stand.value) : await typed(stand.value, desk);
  if (agreed) return stoppedBy([agreed]);
  const accepted = await record(stand.value, personOf(desk));
  if (!accepted.ok) return stoppedBy(accepted.problems);
  return reportOf(stand.value, accepted.value, `accepted by ${personOf(desk)}`);
}

/** Records the documents first: if the rest fails, the next check still reports the difference. */
async function record(stand: Stand, by: string): Promise<Result<Mark>> {
  const { held, journal, sandbox, elsewhere, account } = stand;
  if (held) {
    const opened = await journal.accept(by);
    if (!opened.ok) return opened;
  }
  const noted = await recordLacking(elsewhere, { account, by, journal });
  if (!noted.ok) return noted;
  return sandbox ? markOf(journal) : letMarkFollow(stand, { how: "accepted", by });
}

async function standOf(given: AcceptInput["options"], desk: Desk): Promise<Result<Stand>> {
  const profile = await desk.profile({ ...given, sandbox: false, serviceVersion: undefined });
  if (!profile.ok) return profile;
  const { sandbox } = profile.value;
  const account = await desk.account(profile.value);
  if (account === undefined)
    return fail(problem("no-profile", "The profile names no business profile.", "Add --business-profile ID."));
  const marks = await desk.marks();
  if (!marks.ok) return marks;
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const held = await journal.value.heldBack();
  if (!held.ok) return held;
  if (sandbox && !held.value)
    return fail(problem("bad-usage", "A sandbox has no journal mark.", "There is nothing to accept."));
  const ready = held.value ? canBeAccepted(held.value) : await journal.value.readyToSend();
  if (!ready.ok) return ready;
  const identity = await journal.value.identity();
  if (!identity.ok) return identity;
  const { sequence, head } = identity.value;
  const guarded = { journal: journal.value, marks: marks.value, account };
  const remembered = sandbox ? ok(nothingRemembered) : await holdMarks(guarded);
  if (!remembered.ok) return remembered;
  const { seen, mark, found } = remembered.value;
  // Without a mark file, the mark does not fit: accepting then creates the file, whatever the copy in the settings
  // says.
  const fits = sandbox || (found === undefined && seen[0]?.mark !== undefined);
  const elsewhere = sandbox ? ok(nothingElsewhere) : await lackingHere(given, journal.value, desk);
  if (!elsewhere.ok) return elsewhere;
  const computer = { boot: journal.value.sentFrom("").boot, now: desk.now() };
  const stand = { mark, sequence, head, computer, fits, sandbox, held: held.value, elsewhere: elsewhere.value };
  return ok({ ...guarded, ...stand });
}

const nothingRemembered: HeldMarks = { seen: [], mark: undefined, found: undefined };
const nothingElsewhere: AllElsewhere = { is: "no-lists" };

/** Fails if the reason is one that accepting cannot override. */
function canBeAccepted(held: Problem): Result<void> {
  const byWord = ["journal-server-changed", "journal-is-backup", "journal-handed-over", "journal-damaged"];
  return byWord.includes(held.code) ? ok(undefined) : fail(held);
}

/**
 * Returns a problem unless --head names the current head: scripts must accept only a journal that a person reviewed.
 */
function namedRight(head: string | undefined, stand: Stand): Problem | undefined {
  const is = stand.sequence === 0 ? "empty" : stand.head;
  if (head === undefined)
    return problem("bad-usage", `--yes needs the head that is accepted. It is ${is}.`, `Add --head ${is.slice(0, 16)}`);
  const right =
    stand.sequence === 0 ? head === "empty" : head.length >= 16 && stand.head.startsWith(head.toLowerCase());
  if (right) return undefined;
  const message = `Nothing was accepted: the journal's head is ${is}, not ${head}.`;
  return problem("bad-usage", message, `Look at the journal again: ${suggest`history`}`);
}

async function typed(stand: Stand, desk: Desk): Promise<Problem | undefined> {
  for (const [name, value] of facts(stand)) desk.say(`${name}: ${value}`);
  if (!desk.ask.possible) {
    const is = stand.sequence === 0 ? "empty" : stand.head.slice(0, 16);
    const message = "Accepting a journal must be confirmed, but this is not an interactive terminal.";
    return problem("needs-answer", message, `Add --yes --head ${is}`);
  }
  desk.say(stand.elsewhere.is === "read" ? lookAlikes : notHeldBack);
  if (stand.held?.code === "journal-server-changed") {
    const retired = await desk.ask.confirm(
      "Is the other one retired: does nobody send from it any more, from no computer?",
    );
    if (!retired.ok) return retired.problems[0];
    if (!retired.value)
      return problem("declined", "Nothing was accepted.", "Retire the other one first, or use that one.");
  }
  const answer = await desk.ask.text(`Type ${word} to continue with this journal:`);
  if (!answer.ok) return answer.problems[0];
  if (answer.value.trim().toLowerCase() === word) return undefined;
  return problem("declined", "Nothing was accepted.", "Run the command again when you are ready.");
}

function facts({
  account,
  mark,
  marks,
  sequence,
  head,
  computer,
  held,
  sandbox,
  elsewhere,
}: Stand): [string, string][] {
  const entries = (count: number): string => (count === 1 ? "1 entry" : `${count} entries`);
  return [
    ["Account", account],
    ...(held ? ([["What stops it", held.message]] satisfies [string, string][]) : []),
    [
      "The mark remembers",
      mark ? `${entries(mark.sequence)}, ${gulfTime(Date.parse(mark.at))}, head ${mark.head}` : "nothing",
    ],
    ["The mark is in", marks.second ? `${marks.path}, second copy: ${marks.second.path}` : marks.path],
    ["This journal has", sequence === 0 ? "no entry" : `${entries(sequence)}, head ${head}`],
    ["This computer", `its clock says ${gulfTime(computer.now.getTime())}; its start has the id ${computer.boot}`],
    ...(sandbox ? [] : elsewhereFacts(elsewhere)),
  ];
}

function reportOf(stand: Stand, now: Mark, result: string): Report {
  const all: [string, string][] = [...facts(stand), ["Result", result]];
  const data = { accepted: acceptedShape.json({ ...stand, now, result }) };
  return succeeded({ view: "facts", facts: all, data }, false, leftUnknown(stand.elsewhere));
}
