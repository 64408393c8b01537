import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { heldBy, oddName } from "../disk/index.ts";
import { nearest } from "../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";

/** Maximum size of a file in bytes. */
export const fileLimit = 16 * 1024 * 1024;

export interface Files {
  /**
   * Reads a regular file of at most `limit` bytes (default `fileLimit`); `-` is standard input. Problems:
   * `file-unreadable`, `file-too-big`.
   */
  read(path: string, limit?: number): Promise<Result<Uint8Array>>;
}

/**
 * Reads files from the disk; for `-`, reads `input` to its end. Folders, pipes and devices are rejected before opening.
 * A regular file is read synchronously, because starting Node's threads takes longer than reading a typical file.
 */
export function diskFiles(input: AsyncIterable<Uint8Array | string>): Files {
  return {
    read: (path, limit = fileLimit) =>
      path === "-" ? readStream(input, limit) : Promise.resolve(readFile(path, limit)),
  };
}

async function readStream(input: AsyncIterable<Uint8Array | string>, limit: number): Promise<Result<Uint8Array>> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of input) {
      size += chunk.length;
      if (size > limit) return fail(tooBig("-", limit));
      chunks.push(Buffer.from(chunk as string));
    }
  } catch (error) {
    return fail(unreadable("-", `Standard input cannot be read (${codeOf(error)}).`, "Try it with a file.", error));
  }
  return ok(Buffer.concat(chunks));
}

function readFile(path: string, limit: number): Result<Uint8Array> {
  const odd = oddName(path);
  if (odd) return fail(unreadable(path, odd, "Rename the file."));
  let handle: number | undefined;
  try {
    const refused = refuse(path, statSync(path), limit);
    if (refused) return fail(refused);
    // The file may have been replaced in the meantime: opening a pipe must not block, and the opened file is checked
    // again.
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(handle);
    const refusedNow = refuse(path, stats, limit);
    return refusedNow ? fail(refusedNow) : readWhole(path, handle, limit, stats.size);
  } catch (error) {
    return fail(fromSystem(path, error));
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function refuse(path: string, stats: Stats, limit: number): Problem | undefined {
  if (stats.isDirectory()) return unreadable(path, `${path} is a folder.`, "Name the file in it.");
  if (!stats.isFile()) {
    const hint = "Name a file. To read the output of another program, pipe it in and write - instead of a name.";
    return unreadable(path, `${path} is a pipe or device, not a file.`, hint);
  }
  return stats.size > limit ? tooBig(path, limit) : undefined;
}

const largestChunk = 256 * 1024;

/** Reads to the end, not just the reported size: files in /proc report none, and a file may grow. */
function readWhole(path: string, handle: number, limit: number, told: number): Result<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Reads one byte more than the reported size, so that the end of a small file is found without another large buffer.
  let room = Math.min(told + 1, largestChunk);
  for (;;) {
    const buffer = Buffer.allocUnsafe(room);
    const bytesRead = readSync(handle, buffer);
    room = size + bytesRead === told ? 1 : largestChunk;
    if (bytesRead === 0) return ok(Buffer.concat(chunks));
    size += bytesRead;
    if (size > limit) return fail(tooBig(path, limit));
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

/** Returns the problem `file-too-big`. */
export function tooBig(file: string, limit = fileLimit): Problem {
  const hint = "The limit of the service is 8 MB per document: make the attachments smaller or split the document.";
  return problem("file-too-big", `The file is larger than ${limit / 1024 / 1024} MB.`, hint, { where: { file } });
}

function unreadable(file: string, message: string, hint: string, cause?: unknown): Problem {
  return problem("file-unreadable", message, hint, { where: { file }, cause });
}

function fromSystem(path: string, error: unknown): Problem {
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") {
    const near = neighbour(path);
    const hint = near === undefined ? "Check the name and the folder." : `Did you mean ${near}?`;
    return unreadable(path, `The file ${path} does not exist.`, hint, error);
  }
  if (code === "EBUSY" && heldBy(error)) {
    return unreadable(path, `${path} is open in another program.`, "Close it there and run the command again.", error);
  }
  if (code === "EACCES" || code === "EPERM") {
    return unreadable(
      path,
      `You do not have permission to read ${path}.`,
      "Ask its owner for permission to read it.",
      error,
    );
  }
  if (code === "ELOOP")
    return unreadable(path, `${path} is a link that leads to itself.`, "Name the file itself.", error);
  return unreadable(path, `${path} cannot be read (${code}).`, "Copy it to another place and try again.", error);
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? "unknown reason");
}

/** Returns the path with the most similar name in the folder of a missing file. */
function neighbour(path: string): string | undefined {
  try {
    const folder = dirname(path);
    const names = readdirSync(folder);
    const near = nearest(basename(path), names.slice(0, 2000));
    return near === undefined ? undefined : folder === "." && !path.startsWith(".") ? near : join(folder, near);
  } catch {
    return undefined;
  }
}
