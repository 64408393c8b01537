import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isJsonObject, type JsonValue, parseJson, writeJson } from "../json/index.ts";
import { fail, ok, problem, type Result, suggest } from "../problem/index.ts";
import type { Folders } from "./folders.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

const bytes = 64_000;

/** What a token's file remembers beside the token, as texts by name. It outlives the token. */
export type FileNotes = Readonly<Record<string, string>>;

/** Returns the path of a token's file. The name is a hash, because an origin contains `:` and `/`. */
export function tokenFilePath(folders: Folders, origin: string): string {
  const name = createHash("sha256").update(origin).digest("hex").slice(0, 32);
  return join(folders.secrets, "tokens", `${name}.json`);
}

/**
 * Writes the token with its origin to a file with mode 0600, in a folder with mode 0700; notes in the file stay. Throws
 * errors from the file system.
 */
export function writeTokenFile(folders: Folders, origin: string, token: string): string {
  return writeContent(folders, origin, { token, notes: notesIn(tokenFilePath(folders, origin)) });
}

/** Adds a note to the token's file, under the lock of the settings. Throws errors from the file system. */
export function writeFileNote(folders: Folders, origin: string, name: string, text: string): void {
  const path = tokenFilePath(folders, origin);
  const token = contentOf(path)?.token;
  const notes = { ...notesIn(path), [name]: text };
  writeContent(folders, origin, { ...(typeof token === "string" ? { token } : {}), notes });
}

function writeContent(folders: Folders, origin: string, content: { token?: string; notes: FileNotes }): string {
  const path = tokenFilePath(folders, origin);
  const { notes, ...rest } = content;
  const all: JsonValue = { origin, ...rest, ...(Object.keys(notes).length > 0 ? { notes } : {}) };
  writePrivateFile(path, `${writeJson(all, 2)}\n`, bytes);
  return path;
}

/** Returns what the files of all tokens have noted under a name; a file that cannot be used has none. */
export function fileNotes(folders: Folders, name: string): string[] {
  const folder = dirname(tokenFilePath(folders, ""));
  let files: string[];
  try {
    files = readdirSync(folder).filter((each) => each.endsWith(".json"));
  } catch {
    return [];
  }
  return files.sort().flatMap((each) => {
    const notes = notesIn(join(folder, each));
    return Object.hasOwn(notes, name) ? [notes[name] ?? ""] : [];
  });
}

function notesIn(path: string): FileNotes {
  const notes = contentOf(path)?.notes;
  if (!isJsonObject(notes)) return {};
  return Object.fromEntries(Object.entries(notes).filter((each): each is [string, string] => isText(each[1])));
}

const isText = (value: unknown): value is string => typeof value === "string";

function contentOf(path: string) {
  try {
    const found = readPrivateFile(path, { bytes, demand: "secret" });
    const content = found && "text" in found ? parseJson(found.text) : undefined;
    return content?.ok && isJsonObject(content.value) ? content.value : undefined;
  } catch {
    return undefined;
  }
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
  const notes = notesIn(path);
  if (Object.keys(notes).length > 0) writeContent(folders, origin, { notes });
  else rmSync(path, { force: true });
}
