import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { nameFile } from "../disk/index.ts";

/** On Windows, access control lists keep the user's folders private; owner and mode mean nothing there. */
const hasModes = process.platform !== "win32";

/** Thrown if the file would be too long to be read again. */
export class TooLong extends Error {
  constructor(bytes: number) {
    super(`it would be larger than ${bytes} bytes`);
  }
}

/**
 * Writes a temporary file, flushes and renames it, and flushes the folder. Modes are 0600 and 0700, whatever the umask.
 * Throws errors from the file system, or `TooLong` if there are more than `most` bytes; the file is then unchanged,
 * unless only the flush of the folder failed. Returns false, without a change, if `isStill` finds that the file is no
 * longer the one that the text is based on.
 */
export function writePrivateFile(
  path: string,
  text: string,
  most = Number.POSITIVE_INFINITY,
  isStill = (): boolean => true,
): boolean {
  if (Buffer.byteLength(text) > most) throw new TooLong(most);
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (hasModes && (lstatSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  const draft = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const handle = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (!isStill()) {
      rmSync(draft, { force: true });
      return false;
    }
    nameFile(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  flushFolder(folder);
  return true;
}

/** Flushes a folder: without this, a rename is not durable. Windows cannot open folders and does not need this. */
function flushFolder(folder: string): void {
  if (!hasModes) return;
  const handle = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export interface Trust {
  /** Maximum size in bytes. */
  readonly bytes: number;
  /**
   * `secret` means not a link, owned by this user and not readable by others. `unforged` means owned by this user or
   * root and not writable by others.
   */
  readonly demand: "secret" | "unforged";
}

/**
 * Returns the text, or why it cannot be trusted; undefined if the file does not exist. Throws other file system
 * errors.
 */
export function readPrivateFile(path: string, trust: Trust): { text: string } | { distrust: string } | undefined {
  let handle: number;
  try {
    const noLink = trust.demand === "secret" ? (constants.O_NOFOLLOW ?? 0) : 0;
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noLink);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT")
      return leadsNowhere(path) ? { distrust: "it is a symbolic link that leads nowhere" } : undefined;
    if (code === "ELOOP") return { distrust: "it is a symbolic link" };
    throw error;
  }
  try {
    const distrust = distrustOf(fstatSync(handle), trust);
    return distrust === undefined ? { text: readFileSync(handle, "utf8") } : { distrust };
  } finally {
    closeSync(handle);
  }
}

/**
 * True for a broken link, for instance to an unmounted drive: in that case, the file is not simply missing. A regular
 * file was made by another process in the meantime.
 */
function leadsNowhere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function distrustOf(file: Stats, trust: Trust): string | undefined {
  if (!file.isFile()) return "it is not a regular file";
  if (file.size > trust.bytes) return `it is larger than ${trust.bytes} bytes`;
  if (!hasModes) return undefined;
  const mine = process.getuid?.();
  const owned = file.uid === mine || (trust.demand === "unforged" && file.uid === 0);
  if (!owned) return "it belongs to another user";
  if (trust.demand === "secret" && (file.mode & 0o077) !== 0) return "other users can read it";
  if ((file.mode & 0o022) !== 0) return "other users can write to it";
  return undefined;
}
