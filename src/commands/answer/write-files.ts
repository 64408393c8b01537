import { basename, dirname } from "node:path";
import type { Desk } from "../../desk/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";

const endings = ["xlsx", "csv", "html", "json"] as const;
export type Ending = (typeof endings)[number];

export function endingOf(file: string): Ending | undefined {
  const ending = /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase();
  return endings.find((each) => each === ending);
}

export function wrongFiles(files: readonly string[], known: readonly Ending[] = endings): Result<undefined> {
  const stray = files.find((each) => !known.includes(endingOf(each) as Ending));
  if (stray === undefined) return ok(undefined);
  const names = known.map((each) => `.${each}`).join(", ");
  return fail(problem("bad-usage", `--out ${stray} has an unknown ending.`, `Use one of ${names}.`));
}

/** Only the current user may read the files. Problems: `file-exists`, `output-unwritable`. */
export async function writeFiles(
  files: ReadonlyArray<{ readonly path: string; readonly content: string | Uint8Array }>,
  force: boolean,
  desk: Desk,
): Promise<Result<string[]>> {
  const written: string[] = [];
  for (const { path, content } of files) {
    const done = await desk.output.write(dirname(path), basename(path), content, { replace: force, private: true });
    if (!done.ok) {
      const [first, ...others] = done.problems;
      const hint = first.code === "file-exists" ? "Add --force to overwrite it, or choose another name." : first.hint;
      return { ok: false, problems: [{ ...first, hint }, ...others] };
    }
    written.push(done.value);
  }
  return ok(written);
}
