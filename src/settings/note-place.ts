import { dirname, join } from "node:path";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { turnAt } from "./change-file.ts";
import { service } from "./keychain.ts";
import type { Settings } from "./settings.ts";
import { tokenVariable } from "./token.ts";
import { fileNotes, tokenFilePath, writeFileNote } from "./token-file.ts";
import { signInAt, type TokenUser, tokenPlace } from "./token-place.ts";
import { userFilePath } from "./user-file.ts";

/** Short texts by name that are kept where the token is, and stay there after `logout`. */
export interface NotePlace {
  /** Tells the places apart. */
  readonly name: string;
  readonly kept: "keychain" | "file";
  /** In words. */
  readonly where: string;
  /** Says, in words, what a person removes if the text of this name is damaged. */
  entry(name: string): string;
  /** Where the positions of journals are, if not in the texts: with a token's file they change too often for it. */
  readonly journals?: string | undefined;
  /** Returns all texts of this name, also of tokens for other services. Problem: `keychain-missing`. */
  read(name: string): Promise<Result<string[]>>;
  /**
   * Returns the problem if a text cannot be written. `change` gets the present text and returns the new one, or
   * undefined to leave it.
   */
  change(name: string, change: (text: string | undefined) => string | undefined): Promise<Problem | undefined>;
}

/** Says what it means that the token comes from a variable; undefined if it does not. */
export function notedNowhere(settings: Settings): string | undefined {
  const variable = tokenVariable(settings);
  if (variable === undefined) return undefined;
  return `with the token in ${variable} nothing is noted beside it, so a home that is put back, or another home with a new journal, knows neither what was sent nor the policy`;
}

/** Returns undefined if no token is kept for the profile, or one in a variable takes precedence. */
export function notePlace(settings: Settings, profile: TokenUser): NotePlace | undefined {
  const place = tokenPlace(settings, profile);
  const kept = tokenVariable(settings) === undefined ? signInAt(settings.file, place)?.kept : undefined;
  if (kept === undefined) return undefined;
  return kept === "file" ? inFile(settings, place) : inKeychain(settings);
}

function inFile(settings: Settings, place: string): NotePlace {
  const { folders } = settings;
  const path = tokenFilePath(folders, place);
  return {
    name: `file ${place}`,
    kept: "file",
    where: path,
    entry: (name) => `the note ${JSON.stringify(name)} in the files of ${dirname(path)}`,
    journals: join(dirname(path), "journal-notes.db"),
    read: async (name) => fileNotes(folders, name),
    change: async (name, change) =>
      inTurn(settings, "settings.lock", () => {
        const texts = fileNotes(folders, name);
        if (!texts.ok) throw new Error(texts.problems[0].message);
        const text = change(texts.value[0]);
        if (text !== undefined) writeFileNote(folders, place, name, text);
      }),
  };
}

/** The name of a note contains a space, as no place of a token does. */
function inKeychain(settings: Settings): NotePlace {
  const { keychain, folders } = settings;
  const account = (name: string): string => `note ${name}`;
  return {
    name: "keychain",
    kept: "keychain",
    where: "the keychain",
    entry: (name) => `the entry of the service "${service}" with the account ${JSON.stringify(account(name))}`,
    async read(name) {
      try {
        const text = await keychain.read(account(name));
        const texts = fileNotes(folders, name);
        return texts.ok ? ok([...(text === undefined ? [] : [text]), ...texts.value]) : texts;
      } catch (error) {
        return fail(unreadable(error));
      }
    },
    change: (name, change) =>
      inTurn(settings, "notes.lock", async () => {
        const text = change(await keychain.read(account(name)));
        if (text !== undefined) await keychain.write(account(name), text);
      }),
  };
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Changes one note at a time: in this process by waiting, and among processes under a lock. For a file it is that of
 * the settings, as `login` writes the same file. A keychain may show a dialog, so its notes have a lock of their own.
 */
function inTurn(
  settings: Settings,
  lock: "settings.lock" | "notes.lock",
  work: () => void | Promise<void>,
): Promise<Problem | undefined> {
  const done = last.then(async () => {
    const turn = turnAt(userFilePath(settings.folders), "settings file", lock);
    if (!turn.ok) return turn.problems[0];
    try {
      await work();
      return undefined;
    } catch (error) {
      return unwritable(error);
    } finally {
      turn.value.end();
    }
  });
  last = done;
  return done;
}

function unwritable(cause: unknown): Problem {
  const why = cause instanceof Error ? cause.message : String(cause);
  const hint = "Unlock the keychain; check the permissions and the free space of the settings folder.";
  return problem("settings-unwritable", `The note beside the token could not be written: ${why}.`, hint, { cause });
}

function unreadable(cause: unknown): Problem {
  const why = cause instanceof Error ? cause.message : String(cause);
  const message = `The token is in the keychain, which cannot be read: ${why}.`;
  const hint = "Unlock the keychain; without one, set SELFBILL_TOKEN_FILE or sign in again with --insecure-storage.";
  return problem("keychain-missing", message, hint, { cause });
}
