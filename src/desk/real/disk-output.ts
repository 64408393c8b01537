import { randomUUID } from "node:crypto";
import { appendFile, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Output } from "../index.ts";
import { openFile } from "./open-file.ts";

/** Files of this computer that a command writes; they are written whole or not at all as far as the system allows. */
export function diskOutput(environment: Readonly<Record<string, string | undefined>>): Output {
  return {
    absolute: (path) => resolve(path),
    write: writeFile,
    append: addToFile,
    remove: removeFile,
    show: (shown) => openFile(typeof shown === "string" ? resolve(shown) : shown.href, process.platform, environment),
  };
}

/** A log that grows: nothing of it is lost or replaced. */
async function addToFile(path: string, text: string): Promise<Result<undefined>> {
  try {
    await appendFile(path, text, "utf8");
    return ok(undefined);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const hint = "Check the folder's permissions and free space.";
    return fail(
      problem("output-unwritable", `${path} cannot be written: ${why}.`, hint, { where: { file: path }, cause: error }),
    );
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

/** Writes a file whole or not at all as far as the system allows; it must not be there yet unless it may be replaced. */
async function writeFile(
  folder: string,
  name: string,
  content: string | Uint8Array,
  how: { readonly replace?: boolean; readonly private?: boolean } = {},
): Promise<Result<string>> {
  const path = join(folder, name);
  if (basename(path) !== name || name === "" || name === "." || name === "..") return fail(notAName(name));
  const mode = how.private ? 0o600 : 0o644;
  try {
    await mkdir(folder, { recursive: true });
    if (how.replace) {
      // Beside it first, then in its place: a reader never sees half a file, and a link is replaced, not followed.
      const beside = join(folder, `.${name}.${randomUUID()}`);
      await writeNew(beside, content, mode);
      await rename(beside, path);
      return ok(path);
    }
    await writeNew(path, content, mode);
    return ok(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      return fail(
        problem("file-exists", `The file ${path} already exists.`, "Remove it, or choose another name or folder.", {
          where: { file: path },
        }),
      );
    const why = error instanceof Error ? error.message : String(error);
    return fail(
      problem(
        "output-unwritable",
        `${path} cannot be written: ${why}.`,
        "Check the folder's permissions and free space.",
        { where: { file: path }, cause: error },
      ),
    );
  }
}

/** What selfbill names a file never holds a folder: a name that does came from somewhere else. */
function notAName(name: string) {
  const message = `${JSON.stringify(name)} is not a file name, so no file was written.`;
  return problem("output-unwritable", message, "Give the folder and the file name separately.");
}

/** A new file; where it cannot be written whole, for instance onto a full disk, nothing of it stays. */
async function writeNew(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined); // why it could not be written is the one to tell
    throw error;
  } finally {
    await file.close();
  }
}
