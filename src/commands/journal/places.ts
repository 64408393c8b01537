import { dirname, join, resolve } from "node:path";
import type { Desk, JournalPlace } from "../../desk/index.ts";
import { type ByWhom, moveJournal, type Placed, restoreJournal } from "../../journal/admin.ts";
import type { ServerAddress } from "../../journal/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { followJournal, isFolder, type Movers, withKeptPassword } from "../../settings/index.ts";
import { noJournal } from "../answer/journal-head.ts";
import { personOf } from "../answer/person.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { suggestFor } from "../answer/suggest-for.ts";
import { syncedWarning } from "../create/synced-folder.ts";

/** Moves the journal to another folder, and closes the old file permanently. The journal must not be open. */
export async function move(folder: string, desk: Desk): Promise<Report> {
  const place = await desk.journalPlace();
  if (!place.ok) return stoppedBy(place.problems);
  if (!place.value.exists) return stoppedBy([noJournal(place.value)]);
  const to = join(resolve(folder), "journal.db");
  const moved = moveJournal(place.value.path, to, whoIn(desk));
  if (!moved.ok) return stoppedBy(moved.problems);
  const settings = await desk.settings();
  const now = { to: resolve(folder), practice: resolve(folder) };
  const followed = settings.ok ? followJournal(settings.value, isFolder(dirname(place.value.path)), now) : settings;
  const movers = followed.ok ? followed.value : { profiles: [] };
  const facts: [string, string][] = [
    ["Journal", `${to}: complete and checked`],
    ["Old file", `${place.value.path}: closed for good. It sends nothing any more, and names the new place.`],
    ["Head", `${moved.value.head} (entry ${moved.value.sequence})`],
    ...usedBy(movers),
    ["From now on", `name the new folder in every run without a profile: --journal ${resolve(folder)}`],
  ];
  const journal = chainOf(moved.value);
  const data = { file: to, closed: place.value.path, journal, profiles: movers.profiles };
  const synced = suggestFor({ journal: resolve(folder) }, () => syncedWarning(resolve(folder), desk));
  const problems = [...(followed.ok ? [] : followed.problems.map(asWarning)), ...(synced ? [synced] : [])];
  return { ...done, view: { view: "facts", facts, data }, problems };
}

export function usedBy({ profiles, practice }: Movers, as?: string): [string, string][] {
  const own: [string, string] = ["Profiles", `${profiles.join(", ")}: use ${as ?? "it"} from now on`];
  const sandbox: [string, string] = ["Practice", `--sandbox is recorded in ${practice} from now on`];
  return [...(profiles.length > 0 ? [own] : []), ...(practice === undefined ? [] : [sandbox])];
}

/** Turns the problem into a warning, because the journal was moved anyway. */
export const asWarning = (found: Problem): Problem => ({ ...found, severity: "warning" });

/** Replaces the journal with a backup, and reports that sending may be refused afterwards. */
export async function restore(file: string, desk: Desk): Promise<Report> {
  const place = await desk.journalPlace();
  if (!place.ok) return stoppedBy(place.problems);
  const restored = restoreJournal(place.value.path, file, whoIn(desk));
  if (!restored.ok) return stoppedBy(restored.problems);
  const { aside, original } = restored.value;
  const facts: [string, string][] = [
    ["Journal", `${place.value.path}: complete and checked, from ${file}`],
    ["Kept aside", aside ?? "nothing: there was no journal"],
    ["Head", `${restored.value.head} (entry ${restored.value.sequence})`],
    ["Sending next", "may be refused (27): what was sent after the backup is not known here."],
    [
      "Then run",
      `${suggest`reconcile`}; or, when you know that nothing was sent after the backup: ${suggest`journal accept`}`,
    ],
  ];
  const data = { file: place.value.path, restored: file, kept_aside: aside ?? null, journal: chainOf(restored.value) };
  return { ...done, view: { view: "facts", facts, data }, problems: original === undefined ? [] : [both(original)] };
}

function both(original: string): Problem {
  const which =
    original === "" ? "The journal that it was copied from, if there still is one," : `The journal ${original}`;
  const message = `${which} is not closed: it and the restored one can both send, and neither knows what the other sends.`;
  return problem("both-can-send", message, "Send from one of the two alone.", { severity: "warning" });
}

const done = { outcome: "done", sandbox: false } as const;

/** Returns the server's address with the stored password; undefined for a journal in a folder. */
export async function serverOf({ address }: JournalPlace, desk: Desk): Promise<Result<ServerAddress | undefined>> {
  if (address === undefined) return ok(undefined);
  const settings = await desk.settings();
  return settings.ok ? withKeptPassword(address, settings.value) : settings;
}

export function whoIn(desk: Desk): ByWhom {
  return { by: personOf(desk), now: desk.now().getTime() };
}

function chainOf({ id, sequence, head }: Placed): Record<string, string> {
  return { id, sequence: String(sequence), head };
}
