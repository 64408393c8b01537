import { type Dirent, type Stats, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { fail, failAll, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { decode } from "./decode.ts";
import type { Files } from "./files.ts";
import { fits, hasWildcard, segmentsOf } from "./wildcards.ts";

export interface ExpandOptions {
  /** Extensions to search for in folders. Default: those of all files that can contain documents. */
  readonly endings?: readonly string[];
}

const documentEndings = [".yaml", ".yml", ".json", ".xml"];

/**
 * Expands arguments in the same way for every shell: a file; a folder with everything in it; a pattern with `*`, `?`
 * and `**` (any number of folders); `@list.txt`, a text file with one such argument per line (blank lines and lines
 * that begin with # are skipped); `-`, standard input. Arguments keep their order, the files of each are sorted, and
 * no file appears twice. Found files use `/` on every system. A file named directly need not exist: reading it
 * reports that it is missing. Hidden names match only patterns that begin with a dot. Problems: `nothing-matches`,
 * `file-unreadable`, and any problem from reading a list.
 */
export async function expandFiles(
  words: readonly string[],
  files: Files,
  { endings = documentEndings }: ExpandOptions = {},
): Promise<Result<readonly string[]>> {
  const problems: Problem[] = [];
  const found = new Map<string, string>();
  for (const word of words) {
    const named = word.startsWith("@") ? await listed(word.slice(1), files) : ok([word]);
    if (!named.ok) {
      problems.push(...named.problems);
      continue;
    }
    for (const each of named.value) {
      const expanded = await expandWord(each, endings);
      if (!expanded.ok) problems.push(...expanded.problems);
      else for (const file of expanded.value) if (!found.has(identity(file))) found.set(identity(file), file);
    }
  }
  return problems.length > 0 ? failAll(problems) : ok([...found.values()]);
}

function identity(file: string): string {
  return file === "-" ? file : resolve(file);
}

/** Reads the arguments in a list. A list cannot name another list, so there is no recursion. */
async function listed(list: string, files: Files): Promise<Result<readonly string[]>> {
  const bytes = await files.read(list);
  if (!bytes.ok) return bytes;
  const text = decode(bytes.value, list);
  if (!text.ok) return text;
  const lines = text.value.split(/\r\n|\n|\r/).map((line, index) => ({ word: line.trim(), line: index + 1 }));
  const words = lines.filter(({ word }) => word !== "" && !word.startsWith("#"));
  const nested = words.find(({ word }) => word.startsWith("@"));
  if (nested) {
    const where = { file: list, line: nested.line, column: 1, excerpt: nested.word };
    return fail(problem("nothing-matches", "A list names another list.", "Name each list separately.", { where }));
  }
  return words.length > 0 ? ok(words.map(({ word }) => word)) : fail(nothing(`The list ${list} names no file.`));
}

async function expandWord(word: string, endings: readonly string[]): Promise<Result<readonly string[]>> {
  if (word === "-") return ok([word]);
  const stats = statOf(word);
  if (stats?.isDirectory()) {
    const below = await filesBelow(trimmed(word), endings);
    return below.ok && below.value.length === 0
      ? fail(nothing(`The folder ${word} has no document: no file ends in ${endings.join(", ")}.`))
      : below;
  }
  if (stats || !hasWildcard(word)) return ok([word]);
  const matched = await matching(word, endings);
  return matched.ok && matched.value.length === 0 ? fail(nothing(`No file matches ${word}.`)) : matched;
}

function nothing(message: string): Problem {
  return problem("nothing-matches", message, "Check the name and the current folder.");
}

/** Returns undefined if the path cannot be examined; reading the file then reports the reason. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function trimmed(folder: string): string {
  const slashed = process.platform === "win32" ? folder.replaceAll("\\", "/") : folder;
  return slashed.length > 1 ? slashed.replace(/\/+$/, "") || "/" : slashed;
}

const join = (folder: string, name: string): string =>
  folder === "" ? name : folder.endsWith("/") ? folder + name : `${folder}/${name}`;

/**
 * Finds the files in a folder and its subfolders, except hidden ones. Links to folders are not followed, so the
 * search always ends.
 */
async function filesBelow(folder: string, endings: readonly string[]): Promise<Result<readonly string[]>> {
  const entries = await entriesOf(folder);
  if (!entries.ok) return entries;
  const found: string[] = [];
  for (const entry of entries.value) {
    if (entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const below = await filesBelow(path, endings);
      if (!below.ok) return below;
      for (const each of below.value) found.push(each);
    } else if (isDocument(entry.name, endings) && !leadsToFolder(entry, path)) {
      found.push(path);
    }
  }
  return ok(found);
}

function isDocument(name: string, endings: readonly string[]): boolean {
  return endings.some((ending) => name.toLowerCase().endsWith(ending)) && !isBesideDocuments(name);
}

/**
 * Whether a file belongs next to documents without being one: the JSON schema for editors, or the column map of a
 * spreadsheet.
 */
function isBesideDocuments(name: string): boolean {
  return /\.(schema\.json|map\.ya?ml)$/i.test(name);
}

function leadsToFolder(entry: Dirent, path: string): boolean {
  return entry.isSymbolicLink() && statOf(path)?.isDirectory() === true;
}

/**
 * Finds the files that match a pattern. A matching folder is replaced by the documents in it, as if it had been named
 * directly.
 */
async function matching(pattern: string, endings: readonly string[]): Promise<Result<readonly string[]>> {
  const { start, segments } = segmentsOf(pattern);
  const found: string[] = [];
  const visit = async (folder: string, rest: readonly string[]): Promise<Result<undefined>> => {
    const [segment = "", ...deeper] = rest;
    if (!hasWildcard(segment)) {
      const path = join(folder, segment);
      const stats = statOf(path);
      return stats ? take(path, stats.isDirectory(), deeper) : ok(undefined);
    }
    if (segment === "**" && deeper.length === 0) return take(folder, true, []);
    if (segment === "**") {
      const here = await visit(folder, deeper);
      if (!here.ok) return here;
    }
    const entries = await entriesOf(folder);
    if (!entries.ok) return entries;
    for (const entry of entries.value) {
      if (!fits(segment, entry.name) || isBesideDocuments(entry.name)) continue;
      const path = join(folder, entry.name);
      const isFolder = entry.isDirectory() || (segment !== "**" && leadsToFolder(entry, path));
      const done = await take(path, isFolder, segment === "**" ? rest : deeper);
      if (!done.ok) return done;
    }
    return ok(undefined);
  };
  const take = async (path: string, isFolder: boolean, rest: readonly string[]): Promise<Result<undefined>> => {
    if (rest.length > 0) return isFolder ? visit(path, rest) : ok(undefined);
    const below = isFolder ? await filesBelow(path, endings) : ok([path]);
    if (!below.ok) return below;
    for (const each of below.value) found.push(each);
    return ok(undefined);
  };
  const done = await visit(start, segments);
  return done.ok ? ok([...new Set(found)].sort(byName)) : done;
}

/** Returns a folder's entries in an order that is the same on every system. */
async function entriesOf(folder: string): Promise<Result<readonly Dirent[]>> {
  try {
    const entries = await readdir(folder === "" ? "." : folder, { withFileTypes: true });
    return ok(entries.sort((a, b) => byName(a.name, b.name)));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return ok([]);
    const hint = "Ask its owner for permission to read it, or name the files.";
    const where = { file: folder };
    return fail(
      problem("file-unreadable", `The folder ${folder} cannot be read (${code}).`, hint, { where, cause: error }),
    );
  }
}

function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
