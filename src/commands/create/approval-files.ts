import type { Desk } from "../../desk/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import { decode, expandFiles } from "../../read/index.ts";
import { list } from "../command.ts";

export const approvalOption = {
  approval: list("--approval <file>", "the approval that a policy asks for; repeatable"),
} as const;

/** Maximum size in bytes. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Reads the approvals from the files given with --approval; for a folder, from all its JSON files. The journal verifies
 * them. Problems: any file-finding problem, any file-reading problem.
 */
export async function approvalsIn(
  { approval }: { readonly approval: readonly string[] },
  desk: Pick<Desk, "files">,
): Promise<Result<readonly string[]>> {
  if (approval.length === 0) return ok([]);
  const files = await expandFiles(approval, desk.files, { endings: [".json"] });
  if (!files.ok) return files;
  const texts: string[] = [];
  for (const file of files.value) {
    const bytes = await desk.files.read(file, mostBytes);
    if (!bytes.ok) return bytes;
    const text = decode(bytes.value, file);
    if (!text.ok) return text;
    texts.push(text.value);
  }
  if (texts.length > 0) return ok(texts);
  return fail(problem("bad-usage", "--approval names no file.", `Name the file that ${suggest`approve`} wrote.`));
}
