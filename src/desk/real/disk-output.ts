import { existsSync } from "node:fs";
import { appendFile, mkdir, realpath, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { heldBy, oddName } from "../../disk/index.ts";
import type { Environment } from "../../environment/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { GrowingFile, Output } from "../index.ts";
import { openFile } from "./open-file.ts";
import { type PartialFile, partialFile } from "./partial-file.ts";

/** What a new file and a new folder allow at most: a umask takes more away, and no umask opens them to everybody. */
const modes = {
  own: { file: 0o600, folder: 0o700 },
  group: { file: 0o640, folder: 0o750 },
} as const;

/** Writes each file completely or not at all, as far as the system allows. */
export function diskOutput(environment: Environment): Output {
  return {
    absolute: (path) => resolve(path),
    write: writeFile,
    append: addToFile,
    grow,
    remove: removeFile,
    show: (shown) => openFile(typeof shown === "string" ? resolve(shown) : shown.href, process.platform, environment),
  };
}

/** Appends the text, without losing or replacing earlier content. */
async function addToFile(path: string, text: string): Promise<Result<undefined>> {
  try {
    await appendFile(path, text, { encoding: "utf8", mode: modes.group.file });
    return ok(undefined);
  } catch (error) {
    return fail(unwritten(path, error));
  }
}

async function removeFile(path: string): Promise<Result<undefined>> {
  try {
    await rm(path, { force: true });
    return ok(undefined);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const hint = "Check the folder's permissions.";
    return fail(
      problem("output-unwritable", `${path} cannot be removed: ${why}.`, hint, { where: { file: path }, cause: error }),
    );
  }
}

/** Fails if the file exists, unless it may be replaced. */
async function writeFile(
  folder: string,
  name: string,
  content: string | Uint8Array,
  how: NonNullable<Parameters<Output["write"]>[3]> = {},
): Promise<Result<string>> {
  const path = join(folder, name);
  if (basename(path) !== name || name === "" || name === "." || name === "..") return fail(notAName(name));
  const odd = oddOutput(path);
  if (odd) return fail(odd);
  const kept = how.private ? modes.own : modes.group;
  try {
    await mkdir(folder, { recursive: true, mode: kept.folder });
    const file = how.inPlace
      ? await partialFile(await realpath(path), { mode: (await stat(path)).mode & 0o777, replace: true, exactly: true })
      : await partialFile(path, { mode: kept.file, replace: how.replace === true });
    await file.add(content);
    await file.finish();
    return ok(path);
  } catch (error) {
    return fail(unwritten(path, error));
  }
}

async function grow(path: string): Promise<Result<GrowingFile>> {
  const odd = oddOutput(path);
  if (odd) return fail(odd);
  const told = async (work: (file: PartialFile) => Promise<void>, file: PartialFile): Promise<Result<undefined>> => {
    try {
      await work(file);
      return ok(undefined);
    } catch (error) {
      return fail(unwritten(path, error));
    }
  };
  try {
    await mkdir(dirname(path), { recursive: true, mode: modes.own.folder });
    const file = await partialFile(path, { mode: modes.own.file, replace: false });
    return ok({
      add: (text) => told(({ add }) => add(text), file),
      finish: () => told(({ finish }) => finish(), file),
      drop: () => file.drop(),
    });
  } catch (error) {
    return fail(unwritten(path, error));
  }
}

function unwritten(path: string, error: unknown): Problem {
  const where = { file: path };
  if ((error as NodeJS.ErrnoException).code === "EEXIST") {
    const hint = "Remove it, or choose another name or folder.";
    return problem("file-exists", `The file ${path} already exists.`, hint, { where });
  }
  if (heldBy(error) && existsSync(path)) {
    const hint = "Close it there, or choose another name, and run the command again.";
    const message = `${path} cannot be written: it is open in another program, or may only be read.`;
    return problem("output-unwritable", message, hint, { where, cause: error });
  }
  const why = error instanceof Error ? error.message : String(error);
  const hint = "Check the folder's permissions and free space.";
  return problem("output-unwritable", `${path} cannot be written: ${why}.`, hint, { where, cause: error });
}

/**
 * Windows would treat the name as a device or a stream, or truncate it, and the file would be lost without an error.
 */
function oddOutput(path: string): Problem | undefined {
  const folders = process.platform === "win32" ? dirname(path).split(/[\\/]/) : [];
  const odd = [basename(path), ...folders].map(oddPart).find((each) => each !== undefined);
  if (odd === undefined) return undefined;
  return problem("output-unwritable", `${odd} No file was written.`, "Choose another name.", { where: { file: path } });
}

function oddPart(name: string): string | undefined {
  const isCut = /[. ]$/.test(name) && name !== "." && name !== "..";
  return oddName(name) ?? (isCut ? `${name} ends with a dot or a blank, which Windows cuts off.` : undefined);
}

/** selfbill's own file names never contain a folder, so this name came from outside. */
function notAName(name: string) {
  const message = `${JSON.stringify(name)} is not a file name, so no file was written.`;
  return problem("output-unwritable", message, "Give the folder and the file name separately.");
}
