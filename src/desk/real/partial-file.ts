import { randomBytes } from "node:crypto";
import { lstat, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nameFile } from "../../disk/index.ts";

/**
 * A file that does not have its final name yet. On error, every function removes the file and throws the error from the
 * file system.
 */
export interface PartialFile {
  readonly add: (content: string | Uint8Array) => Promise<void>;
  /** Flushes the file and renames it. */
  readonly finish: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/**
 * Writes a temporary file next to the destination and renames it when complete, so that a killed run leaves no partial
 * file. Replaces a link at the destination instead of following it. Throws errors from the file system: EEXIST if a
 * file of that name exists and must not be replaced.
 */
export async function partialFile(
  path: string,
  { mode, replace, exactly }: { readonly mode: number; readonly replace: boolean; readonly exactly?: boolean },
): Promise<PartialFile> {
  if (!replace && (await isTaken(path))) throw Object.assign(new Error(`${path} exists`), { code: "EEXIST" });
  // A short random name, because the file's own name may already have the maximum length.
  const beside = join(dirname(path), `.selfbill-${randomBytes(8).toString("hex")}`);
  const file = await open(beside, "wx", mode);
  const drop = async (): Promise<void> => {
    await file.close().catch(() => undefined); // the handle may already be closed
    await rm(beside, { force: true }).catch(() => undefined); // report the write error, not this one
  };
  const orNothing = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      await drop();
      throw error;
    }
  };
  return {
    add: (content) => orNothing(() => file.writeFile(content)),
    finish: () =>
      orNothing(async () => {
        if (exactly) await file.chmod(mode); // whatever the umask is
        await file.sync();
        await file.close();
        if (replace) nameFile(beside, path);
        else await takeName(beside, path, mode);
      }),
    drop,
  };
}

async function isTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** First creates an empty file with that name, so that a file created in the meantime is not overwritten. */
async function takeName(beside: string, path: string, mode: number): Promise<void> {
  await (await open(path, "wx", mode)).close();
  try {
    nameFile(beside, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
