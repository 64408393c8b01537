import { basename, dirname, join, resolve } from "node:path";
import { personOf } from "../../commands/answer/person.ts";
import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import { Drafts } from "../../commands/new/drafts.ts";
import { isThere } from "../../database/index.ts";
import type { Desk } from "../../desk/index.ts";
import { handOverBooks, handOverJournal, type Placed } from "../../journal/admin.ts";
import { fail, ok, type Problem, problem, type Result, suggest, typed } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { isOnServer, profilesText, type Settings, withoutPassword } from "../../settings/index.ts";
import { countOf, entriesIn, type OpenedBook, openBooks, part, textOfBook } from "./contents.ts";

interface Journals {
  /** The journal file on this computer; undefined if it does not exist. */
  readonly file: string | undefined;
  readonly servers: readonly string[];
}

interface Packed {
  readonly along: ReadonlyMap<string, string>;
  readonly profiles: readonly string[];
  readonly books: readonly OpenedBook[];
  readonly drafts: number;
  readonly maps: readonly string[];
  readonly logos: readonly string[];
}

export async function toNewComputer(out: string, maps: readonly string[], desk: Desk): Promise<Report> {
  const file = resolve(out);
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  if (!isThere(dirname(file))) return stoppedBy([noFolder(dirname(file))]);
  const journals = await journalsOf(settings.value, desk);
  if (!journals.ok) return stoppedBy(journals.problems);
  const packed = await pack(settings.value, maps, desk);
  if (!packed.ok) return stoppedBy(packed.problems);
  const { file: journal, servers } = journals.value;
  const { along } = packed.value;
  const by = { by: personOf(desk), now: desk.now().getTime() };
  const written: Result<Placed | undefined> = journal
    ? handOverJournal(journal, file, along, by)
    : withNothing(handOverBooks(file, along));
  if (!written.ok) return stoppedBy(written.problems.map((each) => inWords(each, file)));
  return reportOf({ file, journal, servers, placed: written.value, ...packed.value });
}

const withNothing = (done: Result<void>): Result<undefined> => (done.ok ? ok(undefined) : done);

function noFolder(folder: string): Problem {
  const message = `Nothing was handed over: the folder ${folder} does not exist.`;
  return problem(
    "output-unwritable",
    message,
    "Name a file in a folder that exists, such as a drive that is connected.",
  );
}

/**
 * Returns the journal file to hand over and the servers in use. Fails if there are two files, because the new computer
 * can have only one. Problem: `bad-usage`.
 */
async function journalsOf({ file, folders }: Settings, desk: Desk): Promise<Result<Journals>> {
  const place = await desk.journalPlace();
  if (!place.ok) return place;
  const named = Object.values(file.profiles).flatMap(({ journal }) => (journal === undefined ? [] : [journal]));
  const usual = [folders.data, ...named.filter((each) => !isOnServer(each))].map((each) => join(each, "journal.db"));
  const local = place.value.onServer ? usual : [place.value.path, ...usual];
  const there = [...new Set(local.map((each) => resolve(each)))].filter(isThere);
  const servers = [...named, ...(place.value.onServer ? [place.value.path] : [])].filter(isOnServer);
  if (there.length > 1) {
    const message = `Nothing was written: there are ${there.length} journals on this computer, and a file takes one: ${there.join(", ")}.`;
    const hint = `Join them first: ${suggest`journal merge ${dirname(there[1] ?? "")}`}; or take each with ${suggest`journal backup`}.`;
    return fail(problem("bad-usage", message, hint));
  }
  return ok({ file: there[0], servers: [...new Set(servers.map(withoutPassword))] });
}

/**
 * Collects everything for the new computer; fails if any part cannot be read. Problems: any problem from reading the
 * books, the drafts or the maps.
 */
async function pack(settings: Settings, files: readonly string[], desk: Desk): Promise<Result<Packed>> {
  const [books, drafts] = [await openBooks(settings.folders, desk), await Drafts.of(desk)];
  if (!books.ok) return books;
  if (!drafts.ok) return drafts;
  const maps = await readMaps(files, desk);
  if (!maps.ok) return maps;
  const texts = await drafts.value.texts();
  const { profiles } = settings.file;
  const along = new Map([
    [part.profiles, profilesText(settings)],
    ...books.value.map(({ name, path }): [string, string] => [name, textOfBook(path)]),
    ...[...texts].map(([name, text]): [string, string] => [part.drafts + name, text]),
    ...[...maps.value].map(([name, text]): [string, string] => [part.maps + name, text]),
  ]);
  return ok({
    along,
    profiles: Object.keys(profiles),
    books: books.value,
    drafts: texts.size,
    maps: [...maps.value.keys()],
    logos: Object.values(profiles).flatMap(({ logo }) => logo ?? []),
  });
}

/** Reads the maps. Accepts no other file, because it could contain a token. */
async function readMaps(files: readonly string[], desk: Desk): Promise<Result<ReadonlyMap<string, string>>> {
  const maps = new Map<string, string>();
  if (files.length === 0) return ok(maps);
  const { readMap } = await import("../../sheet/index.ts");
  for (const file of files) {
    const name = basename(file);
    const bytes = await desk.files.read(file);
    if (!bytes.ok) return bytes;
    const map = readMap(bytes.value, file, { kind: "invoice" });
    if (!map.ok) return map;
    if (maps.has(name))
      return fail(problem("bad-usage", `Two maps are called ${name}.`, "Rename one of them, or name one alone."));
    maps.set(name, Buffer.from(bytes.value).toString("utf8"));
  }
  return ok(maps);
}

/** Adds to the message whether the file was written, and what is known about the journal. */
function inWords(found: Problem, file: string): Problem {
  const rest = found.message.replace(/^Nothing was sent: /, "");
  if (found.code === "journal-handed-over") {
    const hint = `Use that file on the new computer: selfbill handover --from FILE. To go on here, or if the file is lost: ${suggest`journal accept`}`;
    return { ...found, message: `Nothing was written: ${rest}`, hint };
  }
  if (found.code === "file-exists" || rest !== found.message)
    return { ...found, message: rest === found.message ? rest : `Nothing was written: ${rest}` };
  if (!isThere(file))
    return { ...found, message: `${file} was not written, and the journal of this computer is as it was. ${rest}` };
  const hint = "Run the same command with another file: it says whether the journal was handed over.";
  return {
    ...found,
    message: `${file} is complete, but it is not known whether the journal was closed. ${rest}`,
    hint,
  };
}

const unused = (): [string, string] => [
  "If it stays unused",
  `this computer goes on after: ${suggest`journal accept`}`,
];

type Done = Packed & Journals & { readonly journal: string | undefined; readonly placed: Placed | undefined };

function reportOf(done: Omit<Done, "file"> & { readonly file: string }): Report {
  const { file, journal, servers, placed, profiles, drafts, maps, logos } = done;
  const books = [...done.books.map(({ entries, entry }) => countOf(entries, entry)), countOf(drafts, "draft")].join(
    ", ",
  );
  const facts: [string, string][] = [
    ["Written", `${file}: complete and read again`],
    [
      "Journal",
      placed
        ? `in the file. ${journal} is closed: nothing is sent from here any more; it can still be read.`
        : "none on this computer",
    ],
    ...servers.map((each): [string, string] => ["On a server", `${each}: stays where it is`]),
    ["Books", maps.length === 0 ? books : `${books}, ${countOf(maps.length, "map")}`],
    ["Profiles", profiles.join(", ") || "none"],
    ["Not in the file", "tokens and passwords, practice"],
    ...logos.map((each): [string, string] => ["Copy yourself", `the logo ${each}`]),
    ["On the new computer", `copy the file there, then: selfbill handover --from ${typed(basename(file))}`],
    ...(placed ? [unused()] : []),
  ];
  const data = {
    file,
    journal: placed ? { id: placed.id, sequence: String(placed.sequence), head: placed.head } : null,
    closed: placed ? (journal ?? null) : null,
    profiles,
    ...entriesIn(done.books),
    drafts,
    maps,
  };
  return succeeded({ view: "facts", facts, data });
}
