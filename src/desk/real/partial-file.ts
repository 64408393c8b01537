import { randomBytes } from "node:crypto";
import { lstat, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nameFile } from "../../disk/index.ts";

/** A file that has no name yet. Each of these throws the file system's error; then nothing of the file stays. */
export interface PartialFile {
  readonly add: (content: string | Uint8Array) => Promise<void>;
  /** Flushes it and gives it its name. */
  readonly finish: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/**
 * Begins a file beside its place, where it gets its name once it is whole: a run that is killed never leaves a beginning that passes for
 * the whole. A link in its place is replaced, not followed. Throws the file system's error: EEXIST where the name is taken and may not be
 * replaced.
 */
export async function partialFile(
  path: string,
  { mode, replace }: { readonly mode: number; readonly replace: boolean },
): Promise<PartialFile> {
  if (!replace && (await isTaken(path))) throw Object.assign(new Error(`${path} exists`), { code: "EEXIST" });
  // A short name, since the file's own may be as long as names can be.
  const beside = join(dirname(path), `.selfbill-${randomBytes(8).toString("hex")}`);
  const file = await open(beside, "wx", mode);
  const drop = async (): Promise<void> => {
    await file.close().catch(() => undefined); // it may be closed
    await rm(beside, { force: true }).catch(() => undefined); // why it could not be written is the one to tell
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
        await file.sync();
        await file.close();
        if (replace) nameFile(beside, path);
        else await takeName(beside, path);
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

/** Takes the name first, so that a file of that name that was made meanwhile is not replaced. */
async function takeName(beside: string, path: string): Promise<void> {
  await (await open(path, "wx")).close();
  try {
    nameFile(beside, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
