import { join } from "node:path";
import { numbersAsText, parseJson, writeJson } from "../json/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { type ChangingFile, changePrivateFile, type FolderTurn } from "./change-file.ts";
import type { Folders } from "./folders.ts";
import { readPrivateFile } from "./private-file.ts";
import { type UserFile, userFileSchema } from "./user-file-schema.ts";
import { parseProfileName } from "./values.ts";

const largest = 4_000_000;

const remedy = "Repair or remove the file; selfbill profile set writes a new one.";

export const noUserFile: UserFile = { profiles: {}, sign_ins: {} };

export function userFilePath(folders: Folders): string {
  return join(folders.config, "settings.json");
}

/** Returns empty settings if there is no file. Problem: `settings-broken`, with the position of a syntax error. */
export function readUserFile(folders: Folders): Result<UserFile> {
  const path = userFilePath(folders);
  try {
    const found = readPrivateFile(path, { bytes: largest, demand: "unforged" });
    if (found === undefined) return ok(noUserFile);
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

/**
 * Changes the settings file under a lock, which the caller may already hold (`turn`). Problems: `settings-unwritable`,
 * `settings-broken`, any problem from `change`.
 */
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
