import { createHash } from "node:crypto";
import type { Desk } from "../../desk/index.ts";
import { ok, type Problem, problem, type Result } from "../../problem/index.ts";

/** A file whose path and hash are recorded, without a copy. `path` is absolute; `sha256` is in hexadecimal. */
export interface KeptFile {
  readonly path: string;
  readonly sha256: string;
}

/** Maximum size of such a file, in bytes. */
const largest = 50_000_000;

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export async function keptFile(file: string, desk: Desk): Promise<Result<KeptFile>> {
  const bytes = await desk.files.read(file, largest);
  return bytes.ok ? ok({ path: desk.output.absolute(file), sha256: hashOf(bytes.value) }) : bytes;
}

/** Whether a recorded file is unchanged; the problems are warnings. */
export interface FileState {
  readonly state: "unchanged" | "changed" | "missing";
  readonly words: string;
  readonly problems: readonly Problem[];
}

/** Compares a file with its recorded hash; `hint` is the advice if the content has changed. */
export async function stateOfFile(
  path: string | undefined,
  sha256: string | undefined,
  hint: string,
  desk: Desk,
): Promise<FileState | undefined> {
  if (path === undefined || sha256 === undefined) return undefined;
  const bytes = await desk.files.read(path, largest);
  if (!bytes.ok) {
    const problems = bytes.problems.map((each): Problem => ({ ...each, severity: "warning" }));
    return { state: "missing", words: "not found, or cannot be read", problems };
  }
  if (hashOf(bytes.value) === sha256) return { state: "unchanged", words: "unchanged since it was kept", problems: [] };
  const message = `${path} is not the file that was kept: its content changed.`;
  const problems = [problem("file-changed", message, hint, { severity: "warning", where: { file: path } })];
  return { state: "changed", words: "CHANGED since it was kept", problems };
}
