import { keyOfUser, type SigningKey, signingKey } from "../../approval/index.ts";
import { serverJournal } from "../../commands/answer/journal-head.ts";
import type { Desk } from "../../desk/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { readPrivateFile } from "../../settings/index.ts";

export const passphraseVariable = "SELFBILL_KEY_PASSPHRASE_FILE";

const mostBytes = 64_000;

/**
 * Reads a signing key from a file, which must be private to its owner. Reads the passphrase from the file named by
 * `passphraseVariable`, or asks for it. Problems: `key-unusable`, any problem of asking.
 */
export async function keyFrom(file: string, desk: Desk): Promise<Result<SigningKey>> {
  try {
    const read = readPrivateFile(desk.output.absolute(file), { bytes: mostBytes, demand: "secret" });
    if (read === undefined) return fail(unreadable(file, "it does not exist"));
    if ("distrust" in read) return fail(unreadable(file, read.distrust));
    return signingKey(read.text, file, () => passphrase(file, desk));
  } catch (error) {
    return fail(unreadable(file, error instanceof Error ? error.message : String(error), error));
  }
}

/**
 * Without a file, returns the current database user in place of a key if the journal is on a server; does not check
 * whether the policy allows that. Problems: `bad-usage`, `key-unusable`, `journal-unusable`.
 */
export async function keyHere(file: string | undefined, desk: Desk): Promise<Result<SigningKey>> {
  if (file !== undefined) return keyFrom(file, desk);
  const journal = await serverJournal(desk);
  if (!journal.ok) return journal;
  const user = journal.value ? await journal.value.policies.queue.me() : ok(undefined);
  if (!user.ok) return user;
  if (user.value !== undefined) return ok(keyOfUser(user.value));
  return fail(problem("bad-usage", "Requests and approvals are signed with your key.", "Add --key ME.key."));
}

/** Reads the passphrase from the file that `passphraseVariable` names; undefined if the variable is not set. */
export function givenPassphrase(desk: Desk): Result<string> | undefined {
  const path = desk.environment[passphraseVariable]?.trim();
  if (!path) return undefined;
  const read = readPrivateFile(desk.output.absolute(path), { bytes: mostBytes, demand: "secret" });
  if (read === undefined) return fail(unreadable(path, `${passphraseVariable} names a file that does not exist`));
  if ("distrust" in read) return fail(unreadable(path, read.distrust));
  return { ok: true, value: read.text.replace(/\r?\n$/, "") };
}

async function passphrase(file: string, desk: Desk): Promise<Result<string>> {
  const given = givenPassphrase(desk);
  if (given) return given;
  if (desk.ask.possible) return desk.ask.secret(`Passphrase of ${file}:`);
  const message = "The key has a passphrase, and this is not an interactive terminal.";
  return fail(problem("needs-answer", message, `Name a file that has it with ${passphraseVariable}.`));
}

function unreadable(file: string, why: string, cause?: unknown): Problem {
  const message = `The key ${file} cannot be used: ${why}. Nothing was signed.`;
  const hint = "Name a regular file that belongs to you and that no other user can read: chmod 600 FILE.";
  return problem("key-unusable", message, hint, { where: { file }, cause });
}
