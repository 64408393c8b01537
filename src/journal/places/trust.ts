import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** On Windows, access lists protect a user's folders; owner and mode are meaningless. */
const hasModes = process.platform !== "win32";

/**
 * Explains why the journal in this file must not be trusted; undefined if it may be. A user who can write to its
 * folder can replace the journal or plant results. The folder may be a link, but its files may not. Files that others
 * can read are made private when they are opened, because restored folders often have the wrong mode.
 */
export function distrustIn(path: string): string | undefined {
  const folder = dirname(path);
  const owners = join(folder, "journal.owners");
  try {
    return (
      wrongFolder(folder, false) ??
      wrongFolder(owners, true) ??
      [path, `${path}-wal`, `${path}-shm`].map((each) => wrongFile(each)).find((each) => each !== undefined)
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOTDIR" ? `${dirname(folder)} is not a folder` : `it cannot be looked at (${code})`;
  }
}

/** Whether a file, such as a backup, was named instead of the journal's folder. */
export function isFileForFolder(path: string): boolean {
  try {
    return statSync(dirname(path)).isFile();
  } catch {
    return false; // `distrustIn` or opening the file reports the error
  }
}

/**
 * Like `distrustIn`, but for files next to the journal that only this program creates: other users must not be able
 * to read them either.
 */
export function distrustOfFile(path: string): string | undefined {
  const file = statOf(path);
  if (file && hasModes && (file.mode & 0o077) !== 0) return `other users can read ${path}`;
  return wrongFile(path);
}

function wrongFolder(path: string, mayBeNoLink: boolean): string | undefined {
  const link = statOf(path);
  if (!link) return undefined;
  if (link.isSymbolicLink()) {
    if (mayBeNoLink) return `${path} is a symbolic link`;
    return wrongFolderAt(path, statOf(join(path, ".")));
  }
  return wrongFolderAt(path, link);
}

function wrongFolderAt(path: string, found: Stats | undefined): string | undefined {
  if (!found) return undefined;
  return found.isDirectory() ? foreign(path, found) : `${path} is not a folder`;
}

function wrongFile(path: string): string | undefined {
  const file = statOf(path);
  if (!file) return undefined;
  if (file.isSymbolicLink()) return `${path} is a symbolic link`;
  return file.isFile() ? foreign(path, file) : `${path} is not a regular file`;
}

/**
 * Returns a message if another user owns or can write to a file or folder; undefined otherwise. A user's own group,
 * which many systems create for each user, does not count; on macOS a user's group is `staff`, which includes
 * everybody.
 */
export function foreign(
  path: string,
  { uid, gid, mode }: Pick<Stats, "uid" | "gid" | "mode">,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (!hasModes) return undefined;
  const mine = process.getuid?.();
  // Root may use other users' files: in a container, mounted folders often belong to another user.
  if (uid !== mine && uid !== 0 && mine !== 0) return `${path} belongs to another user`;
  const byGroup = (mode & 0o020) !== 0 && (platform === "darwin" || gid !== process.getgid?.());
  return byGroup || (mode & 0o002) !== 0 ? `other users can write to ${path}` : undefined;
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
