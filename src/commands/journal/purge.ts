import type { Desk } from "../../desk/index.ts";
import { gulfDay } from "../../document/index.ts";
import { type Purged, purgeJournal, purgeOnServer } from "../../journal/admin.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { noJournal } from "../answer/journal-head.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { flag, type Values } from "../command.ts";
import { day, whole } from "../kinds.ts";
import { Drafts, type KeptDraft } from "../new/drafts.ts";
import { serverOf, whoIn } from "./places.ts";

export const purgeOptions = {
  before: day("--before <date>", "purge: of documents issued before this day, YYYY-MM-DD"),
  keepYears: whole("--keep-years <n>", "purge: whole years that must be kept: 5, or 7 for real estate", {
    ...{ least: 5, most: 99, such: 7 },
  }),
  withinLegalYears: flag("--within-legal-years", "purge: also what the law says must still be kept"),
} as const;

type PurgeInput = Values<typeof purgeOptions> & { readonly yes: boolean };

/**
 * Removes stored content and drafts from before a given day, after confirmation; asks twice within the statutory
 * retention period.
 */
export async function purge(given: PurgeInput, desk: Desk): Promise<Report> {
  const day = dayOf(given, desk);
  if (!day.ok) return stoppedBy(day.problems);
  const place = await desk.journalPlace();
  if (!place.ok) return stoppedBy(place.problems);
  if (!place.value.exists) return stoppedBy([noJournal(place.value)]);
  const { before } = day.value;
  const who = whoIn(desk);
  const server = await serverOf(place.value, desk);
  if (!server.ok) return stoppedBy(server.problems);
  const remove = async (really: boolean): Promise<Result<Purged>> =>
    server.value
      ? purgeOnServer(server.value, before, { ...who, really })
      : purgeJournal(place.value.path, before, { ...who, really });
  const found = await remove(false);
  if (!found.ok) return stoppedBy(found.problems);
  const drafts = await Drafts.of(desk);
  if (!drafts.ok) return stoppedBy(drafts.problems);
  const old = (await drafts.value.list()).filter(({ changed }) => gulfDay(new Date(changed)) < before);
  if (found.value.texts + old.length === 0) return reportOf(found.value, old, before, "nothing to remove");
  const refused = await asked(given, { ...day.value, texts: found.value, drafts: old.length }, desk);
  if (refused) return stoppedBy([refused]);
  const done = await remove(true);
  if (!done.ok) return stoppedBy(done.problems);
  for (const { draft } of old) {
    const gone = await drafts.value.discard(draft.id);
    if (!gone.ok) return stoppedBy(gone.problems);
  }
  return reportOf(done.value, old, before, "removed");
}

interface Day {
  readonly before: string;
  /** The first day whose documents must be kept. */
  readonly keptFrom: string;
  readonly years: number;
}

/**
 * Returns the day before which stored content is removed. Tax records must be kept for whole years after the tax
 * period; counting from the end of the calendar year is safe.
 */
function dayOf({ before, keepYears: years = 5 }: PurgeInput, desk: Desk): Result<Day> {
  if (before === undefined)
    return fail(problem("bad-usage", "A purge needs a day.", "Add --before DATE, as YYYY-MM-DD: 2020-01-01."));
  return ok({ before, keptFrom: `${desk.now().getUTCFullYear() - years}-01-01`, years });
}

type Found = Day & { readonly texts: Purged; readonly drafts: number };

async function asked({ yes, withinLegalYears }: PurgeInput, found: Found, desk: Desk): Promise<Problem | undefined> {
  const { before, keptFrom, years, texts, drafts } = found;
  const tooEarly = before > keptFrom;
  const law = `Documents issued from ${keptFrom} on must still be kept: ${years} years after the end of their year.`;
  if (yes)
    return tooEarly && !withinLegalYears
      ? problem("bad-usage", `Nothing was removed. ${law}`, `Use --before ${keptFrom}, or add --within-legal-years.`)
      : undefined;
  if (!desk.ask.possible) {
    const message = "Removing texts must be confirmed, but this is not an interactive terminal.";
    return problem("needs-answer", message, tooEarly ? "Add --yes --within-legal-years." : "Add --yes.");
  }
  const what = `${texts.texts} texts of ${texts.documents} documents issued before ${before}, and ${drafts} wizard drafts`;
  const first = await desk.ask.confirm(`Remove ${what}? This cannot be undone. The records and hashes stay.`);
  if (!first.ok) return first.problems[0];
  const no = problem("declined", "Nothing was removed.", "Run the command again when you are ready.");
  if (!first.value) return no;
  if (!tooEarly || withinLegalYears) return undefined;
  desk.say(law);
  const again = await desk.ask.text(`Type ${before} again to remove them all the same:`);
  if (!again.ok) return again.problems[0];
  return again.value.trim() === before ? undefined : no;
}

function reportOf(purged: Purged, drafts: readonly KeptDraft[], before: string, result: string): Report {
  const { texts, documents, head, sequence, id } = purged;
  const facts: [string, string][] = [
    ["Result", result],
    ["Kept texts", `${texts} of ${documents} documents issued before ${before}`],
    ["Wizard drafts", String(drafts.length)],
    ["Kept", "every record and hash: journal verify accepts what was removed, and history and evidence still name it"],
    ["Head", `${head} (entry ${sequence})`],
  ];
  const data = {
    purged: { before, texts, documents, drafts: drafts.length, result },
    journal: { id, sequence: String(sequence), head },
  };
  return succeeded({ view: "facts", facts, data });
}
