import { join, resolve } from "node:path";
import { isThere } from "../../database/index.ts";
import type { Desk } from "../../desk/index.ts";
import {
  closedBy,
  isSameJournal,
  type Journal,
  openJournal,
  openServerJournal,
  readServerAddress,
} from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import {
  accountOf,
  isOnServer,
  resolveProfile,
  type Settings,
  withKeptPassword,
  withoutPassword,
} from "../../settings/index.ts";

/** Typed instead of an address to select the default journal. */
const none = "none";

/**
 * Returns the journal in the format that a profile stores; undefined if no journal was given. Problem: `bad-usage`.
 */
export function journalWanted(given: string | undefined, desk: Desk): Result<string | undefined> {
  if (given === undefined || given.trim() === none) return ok(given?.trim());
  if (!isOnServer(given.trim())) return ok(resolve(given.trim()));
  const { SELFBILL_JOURNAL_PASSWORD_FILE: _unread, ...environment } = desk.environment;
  const address = readServerAddress(given.trim(), environment);
  return address.ok ? ok(given.trim()) : address;
}

/**
 * Warns about records that the new journal lacks. Documents in doubt must be settled first, because no command would
 * show them afterwards. Problem: `still-in-doubt`.
 */
export async function leftBehind(settings: Settings, name: string, to: string | undefined): Promise<Result<Problem[]>> {
  const stored = Object.hasOwn(settings.file.profiles, name) ? settings.file.profiles[name] : undefined;
  const usual = settings.folders.data;
  const from = stored?.journal ?? usual;
  const now = to === none ? usual : to;
  if (stored === undefined || now === undefined || from === now || isSameJournal(from, now)) return ok([]);
  const profile = resolveProfile({ ...settings, env: {} }, { profile: name });
  const { businessProfileId } = profile.ok ? profile.value : {};
  if (!profile.ok || businessProfileId === undefined) return ok([]);
  const journal = await openAt(from, settings);
  if (!journal.ok) return ok([unknown(from, journal.problems[0])]);
  if (journal.value === undefined) return ok([]);
  try {
    const found = await knownOf(accountOf(profile.value, businessProfileId), journal.value);
    if (!found.ok) return ok([unknown(from, found.problems[0])]);
    const { doubts, isUsed } = found.value;
    if (doubts > 0) return fail(inDoubt(doubts, from, name));
    return ok(isUsed ? [notTaken(from)] : []);
  } finally {
    journal.value.close();
  }
}

/**
 * Opens the journal in this folder or on this server; returns undefined if its file does not exist, because opening
 * would create it.
 */
export async function openAt(place: string, settings: Settings): Promise<Result<Journal | undefined>> {
  if (isOnServer(place)) {
    const address = readServerAddress(place, settings.env);
    const whole = address.ok ? await withKeptPassword(address.value, settings) : address;
    return whole.ok ? openServerJournal(whole.value, settings.folders.data) : whole;
  }
  const path = join(resolve(place), "journal.db");
  return isThere(path) ? openJournal(path) : ok(undefined);
}

/**
 * Counts the account's documents in doubt. A closed journal has none and is not in use, because all records were moved.
 */
async function knownOf(account: string, journal: Journal): Promise<Result<{ doubts: number; isUsed: boolean }>> {
  const notes = await journal.notes();
  if (!notes.ok) return notes;
  if (closedBy(notes.value)) return ok({ doubts: 0, isUsed: false });
  const [names, doubts] = [await journal.accounts.names(account), await journal.doubts()];
  const lately = await journal.lately(account);
  if (!names.ok) return names;
  if (!doubts.ok) return doubts;
  if (!lately.ok) return lately;
  const own = doubts.value.filter(({ intent }) => names.value.includes(intent.account));
  return ok({ doubts: own.length, isUsed: lately.value.last !== undefined });
}

function inDoubt(count: number, from: string, name: string): Problem {
  const documents = count === 1 ? "1 document" : `${count} documents`;
  const message = `The profile was not changed: ${documents} of it may or may not have been sent, by the journal ${withoutPassword(from)}. Another journal would not know.`;
  return problem("still-in-doubt", message, `Resolve it first: ${suggest`resolve --profile ${name}`}`);
}

function notTaken(from: string): Problem {
  const message = `Documents of this profile are in the journal ${withoutPassword(from)}, and another one does not know them. Nothing is sent from one that does not.`;
  const hint = isOnServer(from)
    ? `If that is meant: ${suggest`reconcile`} compares the service's documents with the new one; a service without lists: ${suggest`journal accept`}`
    : `To take them along: ${suggest`journal move --to PLACE --journal ${from}`}`;
  return problem("journal-behind", message, hint, { severity: "warning" });
}

function unknown(from: string, { message }: Problem): Problem {
  const said = `Whether documents of this profile are in doubt is not known: the journal ${withoutPassword(from)} cannot be read. ${message}`;
  const hint = `Look there before you send: ${suggest`resolve --journal`} with that place.`;
  return problem("journal-unusable", said, hint, { severity: "warning" });
}
