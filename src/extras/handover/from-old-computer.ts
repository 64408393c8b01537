import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { personOf } from "../../commands/answer/person.ts";
import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import { Drafts } from "../../commands/new/drafts.ts";
import type { Desk, JournalPlace } from "../../desk/index.ts";
import { restoreJournal } from "../../journal/admin.ts";
import { type Along, readAlong } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import {
  addProfiles,
  changePrivateFile,
  type HandedProfiles,
  readProfilesText,
  type Settings,
  userFilePath,
} from "../../settings/index.ts";
import { countOf, entriesIn, mostOfBook, type OpenedBook, openBooks, part, partsOf, textOfBook } from "./contents.ts";

interface HandoverFile {
  readonly file: string;
  readonly settings: Settings;
  readonly place: JournalPlace;
  readonly drafts: Drafts;
  /** Whether the journal still has to be installed. */
  readonly withJournal: boolean;
  readonly hasJournal: boolean;
  readonly profiles: HandedProfiles;
  readonly books: ReadonlyArray<OpenedBook & { readonly text: string }>;
  readonly newDrafts: readonly [string, string][];
  readonly newMaps: readonly [string, string][];
  readonly along: Along;
}

/**
 * Takes over everything in a handover file. Keeps identical items that already exist, so that an interrupted run can be
 * repeated.
 */
export async function fromOldComputer(from: string, desk: Desk): Promise<Report> {
  const opened = await look(resolve(from), desk);
  if (!opened.ok) return stoppedBy(opened.problems);
  const done = await put(opened.value, desk);
  const counted = done.ok ? await openBooks(opened.value.settings.folders, desk) : done;
  return counted.ok ? reportOf(opened.value, counted.value) : stoppedBy(counted.problems);
}

/**
 * Reads the handover file and compares it with this computer; changes nothing. Problems: `file-unreadable`,
 * `file-exists`, any problem from reading the settings, the books, the drafts or the journal.
 */
async function look(file: string, desk: Desk): Promise<Result<HandoverFile>> {
  const read = readAlong(file);
  if (!read.ok) return read;
  const { along, hasJournal } = read.value;
  const [settings, place, drafts] = [await desk.settings(), await desk.journalPlace(), await Drafts.of(desk)];
  if (!settings.ok) return settings;
  if (!place.ok) return place;
  if (!drafts.ok) return drafts;
  const books = await openBooks(settings.value.folders, desk);
  if (!books.ok) return books;
  const unknown = unknownIn(along, books.value);
  if (unknown !== undefined) return fail(unknown);
  const { data } = settings.value.folders;
  const folder = place.value.onServer ? undefined : dirname(place.value.path);
  const profiles = readProfilesText(along.get(part.profiles) ?? "", folder === resolve(data) ? undefined : folder);
  if (!profiles.ok) return profiles;
  const journal = hasJournal ? await journalHere(file, place.value, desk) : ok("same" as const);
  if (!journal.ok) return journal;
  const named = books.value.map((book) => ({ ...book, text: along.get(book.name) ?? "" }));
  const other = named.filter(({ entries, path, text }) => entries > 0 && textOfBook(path) !== text && text !== "");
  const draftsHere = await drafts.value.texts();
  const [ofDrafts, ofMaps] = [partsOf(along, part.drafts), partsOf(along, part.maps)];
  const mapsHere = await mapsIn(ofMaps, desk);
  const conflicts = [
    ...(journal.value === "other" ? [`the journal ${place.value.path}`] : []),
    ...other.map(({ called, path }) => `the ${called} ${path}`),
    ...otherProfiles(settings.value, profiles.value).map(
      (name) => `the profile ${name} in ${userFilePath(settings.value.folders)}`,
    ),
    ...ofDrafts.filter(([name, text]) => (draftsHere.get(name) ?? text) !== text).map(([name]) => `the draft ${name}`),
    ...ofMaps.filter(([name, text]) => (mapsHere.get(name) ?? text) !== text).map(([name]) => `the map ${name}`),
  ];
  if (conflicts.length > 0) return fail(taken(conflicts));
  return ok({
    file,
    settings: settings.value,
    place: place.value,
    drafts: drafts.value,
    hasJournal,
    withJournal: hasJournal && journal.value === "none",
    profiles: profiles.value,
    books: named.filter(({ text }) => text !== ""),
    newDrafts: ofDrafts.filter(([name]) => !draftsHere.has(name)),
    newMaps: ofMaps.filter(([name]) => !mapsHere.has(name)),
    along,
  });
}

/** Returns a problem if the file has a book that this program cannot keep; without it, the book would be lost. */
function unknownIn(along: Along, books: readonly OpenedBook[]): Problem | undefined {
  const known = new Set([part.profiles, ...books.map(({ name }) => name)]);
  const [name] = [...along].flatMap(([name, text]) =>
    name.includes("/") || known.has(name) || text === "" ? [] : name,
  );
  if (name === undefined) return undefined;
  const message = `Nothing was changed: the file has a book of ${name}, which this selfbill cannot keep.`;
  return problem("package-missing", message, "Use the selfbill of the old computer here, then run the command again.");
}

/** Returns which journal this computer has: `same` means that an interrupted run installed the one from this file. */
async function journalHere(file: string, place: JournalPlace, desk: Desk): Promise<Result<"none" | "other" | "same">> {
  if (place.onServer) return ok("other");
  const isNew = await desk.journalIsNew();
  if (!isNew.ok || isNew.value) return isNew.ok ? ok("none") : isNew;
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const notes = await journal.value.notes();
  if (!notes.ok) return notes;
  const restored = notes.value.findLast(({ type }) => type === "restored");
  return ok(restored?.data.from === file ? "same" : "other");
}

function otherProfiles({ file }: Settings, { profiles }: HandedProfiles): string[] {
  return Object.keys(profiles).filter(
    (name) => Object.hasOwn(file.profiles, name) && !isDeepStrictEqual(file.profiles[name], profiles[name]),
  );
}

/** Returns those of the maps that already exist in the working folder. */
async function mapsIn(maps: readonly [string, string][], desk: Desk): Promise<ReadonlyMap<string, string>> {
  const here = new Map<string, string>();
  for (const [name] of maps) {
    const bytes = await desk.files.read(name);
    if (bytes.ok) here.set(name, Buffer.from(bytes.value).toString("utf8"));
  }
  return here;
}

function taken(conflicts: readonly string[]) {
  const message = `Nothing was changed: this computer already has ${conflicts.join(", ")}, with other content.`;
  const hint = `Move the files that are named to another folder, then run the same command again. To take over the journal alone: ${suggest`journal merge FILE`}`;
  return problem("file-exists", message, hint);
}

/** Installs the journal first, so that nothing is sent without it, and the profiles last, because sending needs one. */
async function put(opened: HandoverFile, desk: Desk): Promise<Result<void>> {
  const { file, place, withJournal, newDrafts, newMaps, drafts, settings, profiles } = opened;
  if (withJournal) {
    const restored = restoreJournal(place.path, file, { by: personOf(desk), now: desk.now().getTime() });
    if (!restored.ok) return restored;
  }
  for (const [name, text] of newDrafts) {
    const kept = await drafts.put(name, text);
    if (!kept.ok) return kept;
  }
  for (const [name, text] of newMaps) {
    const written = await desk.output.write(".", name, text, { private: true });
    if (!written.ok) return written;
  }
  for (const { called, path, text } of opened.books) {
    const kept = changePrivateFile(
      {
        path,
        called,
        most: mostOfBook,
        tooLong: "Keep fewer entries in it.",
        read: () => ok(textOfBook(path)),
        textOf: (content: string) => content,
      },
      () => ok(text),
    );
    if (!kept.ok) return kept;
  }
  return addProfiles(settings, profiles);
}

const onceThere: [string, string][] = [
  ["The first send", "compares, too, and stops what looks like a document that was sent from elsewhere."],
  ["The old computer", "sends nothing once selfbill handover has said there that its journal is closed."],
];

function reportOf(
  { file, place, withJournal, hasJournal, profiles, along }: HandoverFile,
  here: readonly OpenedBook[],
): Report {
  const [drafts, maps] = [partsOf(along, part.drafts).length, partsOf(along, part.maps).map(([name]) => name)];
  const names = Object.keys(profiles.profiles);
  const servers = Object.values(profiles.profiles).flatMap(({ journal }) =>
    journal?.includes("://") ? [journal] : [],
  );
  const books = [...here.map(({ entries, entry }) => countOf(entries, entry)), countOf(drafts, "draft")].join(", ");
  const logos = Object.values(profiles.profiles).flatMap(({ logo }) => logo ?? []);
  const facts: [string, string][] = [
    ["Taken from", file],
    [
      "Journal",
      !hasJournal ? "none in the file" : `${place.path}: ${withJournal ? "complete and checked" : "is here already"}`,
    ],
    ...[...new Set(servers)].map((each): [string, string] => ["On a server", `${each}: stays where it is`]),
    ["Books", maps.length === 0 ? books : `${books}, ${countOf(maps.length, "map")} in this folder`],
    ["Profiles", names.join(", ") || "none"],
    ...logos.map((each): [string, string] => ["Copy yourself", `the logo ${each}`]),
    [
      "Then run",
      `${suggest`login`}, because no token is in the file; then ${suggest`reconcile`}, which compares with the service if it has lists`,
    ],
    ...(hasJournal ? onceThere : []),
  ];
  const data = {
    file,
    journal: hasJournal ? place.path : null,
    profiles: names,
    ...entriesIn(here),
    drafts,
    maps,
  };
  return succeeded({ view: "facts", facts, data });
}
