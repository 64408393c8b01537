import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, parseJson, writeJson } from "../json/index.ts";
import { fail, ok, problem, type Result, suggest } from "../problem/index.ts";
import type { Folders } from "./folders.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

const bytes = 64_000;

/** Returns the path of a token's file. The name is a hash, because an origin contains `:` and `/`. */
export function tokenFilePath(folders: Folders, origin: string): string {
  const name = createHash("sha256").update(origin).digest("hex").slice(0, 32);
  return join(folders.secrets, "tokens", `${name}.json`);
}

/**
 * Writes the token with its origin to a file with mode 0600, in a folder with mode 0700. Throws errors from the file
 * system.
 */
export function writeTokenFile(folders: Folders, origin: string, token: string): string {
  const path = tokenFilePath(folders, origin);
  writePrivateFile(path, `${writeJson({ origin, token }, 2)}\n`);
  return path;
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
    const { token } = content.value;
    return typeof token === "string" ? { text: token } : refuse("its file holds none");
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** Removes the file; a missing one is not an error. Throws other file system errors. */
export function removeTokenFile(folders: Folders, origin: string): void {
  rmSync(tokenFilePath(folders, origin), { force: true });
}
