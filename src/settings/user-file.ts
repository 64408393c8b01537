import { join } from "node:path";
import type { BusinessProfile } from "../document/index.ts";
import { numbersAsText, parseJson, writeJson } from "../json/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import type { Accounts } from "./accounts-schema.ts";
import { type ChangingFile, changePrivateFile, type FolderTurn } from "./change-file.ts";
import type { Folders } from "./folders.ts";
import { readPrivateFile } from "./private-file.ts";
import { userFileSchema } from "./user-file-schema.ts";
import { parseProfileName } from "./values.ts";

/** A named profile as it stands in the file. */
export interface StoredProfile {
  readonly base_url: string;
  readonly business_profile_id?: string | undefined;
  /** What the user calls the account at the service whose requests are counted together. */
  readonly account_name?: string | undefined;
  readonly service_version?: string | undefined;
  readonly version_header?: string | undefined;
  /** The edition of the rules to check by. */
  readonly rules_edition?: string | undefined;
  readonly extras?: boolean | undefined;
  /** By which invoices and credit notes without a number of their own are numbered here. */
  readonly number_series?: string | undefined;
  readonly credit_note_series?: string | undefined;
  /** The buyer's party, as the service told it or as the user wrote it. */
  readonly business_profile?: BusinessProfile | undefined;
  /** The accounts that `export` books on. */
  readonly accounts?: Accounts | undefined;
  /** Path of the picture on top of pages. */
  readonly logo?: string | undefined;
  /** The whole path of the journal's folder, or the address of its server; absent: this user's own folder. */
  readonly journal?: string | undefined;
  /** Within how many days suppliers are to accept documents, and the day since which it is asked of them; absent: not asked. */
  readonly acceptance?: AcceptanceSetting | undefined;
}

/** `due` tells of documents that were sent on the day `from` (YYYY-MM-DD) or later and not accepted within so many days. */
export interface AcceptanceSetting {
  /** A whole number, 0 to 365. */
  readonly days: string;
  readonly from: string;
}

/** Where the token of an origin is kept, and since when (UTC). No secret is ever in this file. */
export interface SignIn {
  readonly kept: "keychain" | "file";
  readonly since: string;
  /** For a client that fetches its tokens: then what is kept is the client's secret. */
  readonly client_id?: string | undefined;
}

/** The whole of settings.json. */
export interface UserFile {
  readonly current_profile?: string | undefined;
  readonly profiles: Readonly<Record<string, StoredProfile>>;
  /** By origin. */
  readonly sign_ins: Readonly<Record<string, SignIn>>;
  /** Tokens that one profile alone uses, by origin and name: `ownPlace`. Absent where there are none. */
  readonly profile_sign_ins?: Readonly<Record<string, SignIn>> | undefined;
  /** The whole path of the folder where practice with `--sandbox` is recorded; absent: this user's own folder. */
  readonly sandbox_journal?: string | undefined;
  /** By user, server and database of a journal. */
  readonly journal_passwords?: Readonly<Record<string, SignIn>> | undefined;
}

const largest = 4_000_000;

const remedy = "Repair or remove the file; selfbill profile set writes a new one.";

/** The path of the user file. */
export function userFilePath(folders: Folders): string {
  return join(folders.config, "settings.json");
}

/** Reads settings.json; without one everything is empty. Problem: `settings-broken`, with the place where it is known. */
export function readUserFile(folders: Folders): Result<UserFile> {
  const path = userFilePath(folders);
  try {
    const found = readPrivateFile(path, { bytes: largest, demand: "unforged" });
    if (found === undefined) return ok({ profiles: {}, sign_ins: {} });
    if ("distrust" in found) return broken(path, `cannot be trusted: ${found.distrust}`);
    return parseUserFile(found.text, path);
  } catch (error) {
    return broken(path, `cannot be read: ${(error as Error).message}`);
  }
}

function parseUserFile(text: string, path: string): Result<UserFile> {
  const json = parseJson(text.replace(/^\uFEFF/, ""));
  if (!json.ok) {
    const [first] = json.problems;
    return fail(
      problem("settings-broken", `The settings file is broken: ${first.message}`, remedy, {
        where: { ...first.where, file: path },
      }),
    );
  }
  const parsed = userFileSchema.safeParse(numbersAsText(json.value));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return broken(
      path,
      `is not as expected at ${issue?.path.join(".") || "its root"}: ${issue?.message ?? "wrong shape"}`,
    );
  }
  const wrong = Object.keys(parsed.data.profiles).find((name) => !parseProfileName(name).ok);
  return wrong === undefined
    ? ok(parsed.data)
    : broken(path, `has a profile with the name ${JSON.stringify(wrong)}, which is not allowed`);
}

/** Changes settings.json in turn with other processes. Problems: `settings-unwritable`, `settings-broken`, those of `change`. */
export function changeUserFileIn(
  folders: Folders,
  change: (file: UserFile) => Result<UserFile>,
  turn?: FolderTurn,
): Result<UserFile> {
  const file: ChangingFile<UserFile> = {
    path: userFilePath(folders),
    called: "settings file",
    most: largest,
    tooLong: "Give the buyer in fewer words: --party FILE.",
    read: () => readUserFile(folders),
    textOf: (content) => `${writeJson(content, 2)}\n`,
  };
  return changePrivateFile(file, change, turn);
}

function broken(path: string, what: string): Result<never> {
  return fail(problem("settings-broken", `The settings file ${what}.`, remedy, { where: { file: path } }));
}
