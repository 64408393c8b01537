import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isJsonObject, type JsonValue, parseJson, writeJson } from "../json/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import type { Folders } from "./folders.ts";
import { readPrivateFile, TooLong, writePrivateFile } from "./private-file.ts";

const bytes = 64_000;

/** Returns the path of a token's file. The name is a hash, because an origin contains `:` and `/`. */
export function tokenFilePath(folders: Folders, origin: string): string {
  const name = createHash("sha256").update(origin).digest("hex").slice(0, 32);
  return join(folders.secrets, "tokens", `${name}.json`);
}

/**
 * Writes the token with its origin to a file with mode 0600, in a folder with mode 0700; notes in the file stay. Throws
 * errors from the file system, also if an earlier file exists and cannot be read.
 */
export function writeTokenFile(folders: Folders, origin: string, token: string): string {
  const notes = notesLeft(tokenFilePath(folders, origin));
  return writeContent(folders, origin, notes === undefined ? { token } : { token, notes });
}

/**
 * Adds a note to the token's file, under the lock of the settings. A file that cannot be used is never written: it may
 * have a token. Throws then, and errors from the file system.
 */
export function writeFileNote(folders: Folders, origin: string, name: string, text: string): void {
  const path = tokenFilePath(folders, origin);
  const found = contentOf(path);
  if ("why" in found) throw new Error(`${path} is not used: ${found.why}`);
  const { token, notes } = found;
  const all = { ...(isJsonObject(notes) ? notes : {}), [name]: text };
  writeContent(folders, origin, { ...(typeof token === "string" ? { token } : {}), notes: all });
}

function writeContent(folders: Folders, origin: string, content: { token?: string; notes?: JsonValue }): string {
  const path = tokenFilePath(folders, origin);
  writePrivateFile(path, `${writeJson({ origin, ...content }, 2)}\n`, bytes);
  return path;
}

/**
 * Returns what the files of all tokens have noted under a name; a note that is not a text is returned as an empty one.
 * Problem: `mark-unusable` if a file cannot be used, because a note in it would be taken for none.
 */
export function fileNotes(folders: Folders, name: string): Result<string[]> {
  const folder = dirname(tokenFilePath(folders, ""));
  let files: string[];
  try {
    files = readdirSync(folder).filter((each) => each.endsWith(".json"));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT"
      ? ok([])
      : fail(unusable(folder, (error as Error).message));
  }
  const texts: string[] = [];
  for (const each of files.sort()) {
    const path = join(folder, each);
    const found = contentOf(path);
    if ("why" in found) return fail(unusable(path, found.why));
    const { notes } = found;
    if (notes === undefined || (isJsonObject(notes) && !Object.hasOwn(notes, name))) continue;
    const text = isJsonObject(notes) ? notes[name] : undefined;
    texts.push(typeof text === "string" ? text : "");
  }
  return ok(texts);
}

function unusable(path: string, why: string): Problem {
  const message = `Nothing was sent: ${path} may note an approval policy, and is not used: ${why}.`;
  const hint = `If others can read it or it is not yours, make it yours alone (chmod 600 ${path}). If it is damaged, put it back from a backup, or sign in again where it belongs: ${suggest`login`}`;
  return problem("mark-unusable", message, hint);
}

interface Content {
  readonly token?: JsonValue | undefined;
  readonly notes?: JsonValue | undefined;
}

/** Returns nothing for a missing file, and why a file cannot be used. */
function contentOf(path: string): Content | { readonly why: string } {
  try {
    const found = readPrivateFile(path, { bytes, demand: "secret" });
    if (found === undefined) return {};
    return "text" in found ? (membersOf(found.text) ?? { why: "it is damaged" }) : { why: found.distrust };
  } catch (error) {
    return { why: (error as Error).message };
  }
}

/**
 * Returns the notes that a new file takes over, also from a file that others can read or that is a link. A damaged file
 * has none. Throws if the file exists and cannot be read.
 */
function notesLeft(path: string): Content["notes"] {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined || !file.isFile()) return undefined;
  if (file.size > bytes) throw new TooLong(bytes);
  return membersOf(readFileSync(path, "utf8"))?.notes;
}

function membersOf(text: string): Content | undefined {
  const content = parseJson(text);
  if (!content.ok || !isJsonObject(content.value)) return undefined;
  const { token, notes } = content.value;
  return { ...(token === undefined ? {} : { token }), ...(notes === undefined ? {} : { notes }) };
}

/** Returns undefined if there is no file. Problem: `bad-token` if the file cannot be trusted or read. */
export function readTokenFile(folders: Folders, origin: string): Result<string | undefined> {
  const found = readSecretFile(folders, origin);
  if (!("why" in found)) return ok(found.text);
  const message = `The stored token is not used: ${found.why}.`;
  const where = { file: tokenFilePath(folders, origin) };
  return found.isMissing
    ? ok(undefined)
    : fail(problem("bad-token", message, `Sign in again with ${suggest`login`}.`, { where }));
}

/** Returns the secret or, if its file cannot be used, a plain-language reason. */
export function readSecretFile(
  folders: Folders,
  name: string,
): { readonly text: string } | { readonly why: string; readonly isMissing: boolean } {
  const refuse = (why: string) => ({ why, isMissing: false });
  try {
    const found = readPrivateFile(tokenFilePath(folders, name), { bytes, demand: "secret" });
    if (found === undefined) return { why: "its file is missing", isMissing: true };
    if ("distrust" in found) return refuse(found.distrust);
    const content = parseJson(found.text);
    if (!content.ok || !isJsonObject(content.value)) return refuse("its file is damaged");
    if (content.value.origin !== name) return refuse("its file belongs to another service");
    const { token, notes } = content.value;
    if (typeof token === "string") return { text: token };
    return notes === undefined ? refuse("its file holds none") : { why: "its file holds only notes", isMissing: true };
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** Removes the token; its file stays if it has notes. A missing file is not an error. Throws other file system errors. */
export function removeTokenFile(folders: Folders, origin: string): void {
  const path = tokenFilePath(folders, origin);
  const notes = notesLeft(path);
  if (notes !== undefined) writeContent(folders, origin, { notes });
  else rmSync(path, { force: true });
}
