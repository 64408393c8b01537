import { join, resolve } from "node:path";
import { isThere } from "../../database/index.ts";
import type { JournalPlace } from "../../desk/index.ts";
import { closedBy, isSameJournal, openJournal } from "../../journal/index.ts";
import { ok, problem, type Result, suggest } from "../../problem/index.ts";
import { isOnServer, type Settings, withoutPassword } from "../../settings/index.ts";
import { type Check, faulty, fine, skipped } from "./check.ts";

/**
 * Checks the other journals on this computer, because documents in doubt there would go unnoticed. Does not query
 * servers.
 */
export async function otherJournals(used: JournalPlace, settings: Settings): Promise<Check[]> {
  const usual = settings.folders.data;
  const places = new Map<string, string[]>([[usual, []]]);
  for (const [name, { journal = usual }] of Object.entries(settings.file.profiles))
    places.set(journal, [...(places.get(journal) ?? []), name]);
  const checks: Check[] = [];
  for (const [place, names] of places) {
    const of = names.length === 0 ? "" : ` (${names.length === 1 ? "profile" : "profiles"} ${names.join(", ")})`;
    const check = isOnServer(place) ? onServer(place, of, used) : await inFolder(place, of, used);
    if (check) checks.push(check);
  }
  return checks;
}

const [check, label] = ["other-journal", "Other journal"];

function onServer(place: string, of: string, used: JournalPlace): Check | undefined {
  if (isSameJournal(place, used.path)) return undefined;
  return skipped(check, label, `not asked: ${withoutPassword(place)}${of}`);
}

async function inFolder(place: string, of: string, used: JournalPlace): Promise<Check | undefined> {
  const path = join(resolve(place), "journal.db");
  if (path === used.path || !isThere(path)) return undefined;
  const count = await doubtsIn(path);
  if (!count.ok) return faulty(check, label, { ...count.problems[0], severity: "warning" }, { path });
  const facts = { path, count: count.value };
  if (count.value === 0) return fine(check, label, `nothing in doubt: ${path}${of}`, facts);
  const documents = count.value === 1 ? "1 document" : `${count.value} documents`;
  const message = `${documents} may or may not have been sent, by a journal that is not used now: ${path}${of}.`;
  const hint = `${suggest`resolve --journal ${resolve(place)}`}`;
  return faulty(check, label, problem("still-in-doubt", message, hint, { severity: "warning" }), facts);
}

/** A closed journal has no documents in doubt, because all of its records were moved. */
async function doubtsIn(path: string): Promise<Result<number>> {
  const journal = openJournal(path);
  if (!journal.ok) return journal;
  try {
    const notes = await journal.value.notes();
    if (!notes.ok) return notes;
    if (closedBy(notes.value)) return ok(0);
    const doubts = await journal.value.doubts();
    return doubts.ok ? ok(doubts.value.length) : doubts;
  } finally {
    journal.value.close();
  }
}
