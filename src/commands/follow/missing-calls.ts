import type { Connection, Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { type MissingCall, missingCallNote } from "../../life/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { notOffered } from "../../send/index.ts";

const day = 24 * 60 * 60 * 1000;

/**
 * Returns the calls that the account's service did not have within the last day. Rounds that nobody asked for leave them
 * out; what a person names, and the look-up of a doubt, is always asked (Decision 280). Problem:
 * `journal-unusable`.
 */
export async function missingCalls(
  { account, profile }: Pick<Connection, "account" | "profile">,
  journal: Pick<Journal, "notes">,
  desk: Pick<Desk, "now">,
): Promise<Result<ReadonlySet<MissingCall>>> {
  if (!profile.extras) return ok(new Set<MissingCall>(["list", "document"]));
  return notedMissing(account, journal, desk);
}

async function notedMissing(
  account: string,
  journal: Pick<Journal, "notes">,
  desk: Pick<Desk, "now">,
): Promise<Result<ReadonlySet<MissingCall>>> {
  const noted = await recentNotes(journal, desk);
  if (!noted.ok) return noted;
  return ok(new Set(noted.value.filter((each) => each.account === account).map(({ call }) => call)));
}

/** Returns the accounts whose services did not show a document within the last day. Problem: `journal-unusable`. */
export async function withoutDocuments(
  journal: Pick<Journal, "notes">,
  desk: Pick<Desk, "now">,
): Promise<Result<readonly string[]>> {
  const noted = await recentNotes(journal, desk);
  if (!noted.ok) return noted;
  return ok(noted.value.filter(({ call }) => call === "document").map(({ account }) => account));
}

async function recentNotes(
  journal: Pick<Journal, "notes">,
  desk: Pick<Desk, "now">,
): Promise<Result<readonly { readonly account: string; readonly call: MissingCall }[]>> {
  const notes = await journal.notes();
  if (!notes.ok) return notes;
  const now = desk.now().getTime();
  const recent = notes.value.filter(({ type, at }) => {
    // One from the future was noted by a clock that was wrong.
    const age = now - Date.parse(at);
    return type === missingCallNote && age >= 0 && age < day;
  });
  return ok(recent.map(({ data }) => ({ account: String(data.account), call: data.call as MissingCall })));
}

/** Notes, at most once a day, that the service lacks a call. Problem: `journal-unusable`. */
export async function noteMissing(
  call: MissingCall,
  account: string,
  journal: Journal,
  desk: Pick<Desk, "now">,
): Promise<Result<void>> {
  const known = await notedMissing(account, journal, desk);
  if (!known.ok) return known;
  return known.value.has(call) ? ok(undefined) : journal.note(missingCallNote, { account, call });
}

/** Returns the connection for a round that nobody asked for: without the extras, if the service lacks both calls. */
export async function unasked(
  connection: Connection,
  journal: Pick<Journal, "notes">,
  desk: Desk,
): Promise<Connection> {
  const missing = await missingCalls(connection, journal, desk);
  const lacksBoth = missing.ok && missing.value.has("list") && missing.value.has("document");
  return lacksBoth ? withoutExtras(connection) : connection;
}

export function withoutExtras(connection: Connection): Connection {
  return { ...connection, profile: { ...connection.profile, extras: false } };
}

/** Warns that the service lacks calls, and names the setting that says so once. */
export function lacking({ profile }: Pick<Connection, "profile">): Problem {
  return { ...notOffered("documents and lists", { profile: profile.name }), severity: "warning" };
}
