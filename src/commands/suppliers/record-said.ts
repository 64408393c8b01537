import type { Desk } from "../../desk/index.ts";
import { gulfDay } from "../../document/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { TrnCheck } from "../../suppliers/index.ts";
import { personOf } from "../answer/person.ts";
import { keptFile } from "./kept-file.ts";

/** Maximum length of a record, in characters. */
const longest = 300;

interface RecordWords {
  readonly names: readonly string[];
  readonly on: string | undefined;
  /** How it is known; required. */
  readonly by: string | undefined;
  readonly file: string | undefined;
  /** What to write in place of a day that is still to come. */
  readonly ifAhead: string;
  /** What to say if `by` is blank. */
  readonly ifUnsaid: readonly [message: string, hint: string];
}

/** Returns what a person states about suppliers. Problems: `bad-usage`, `file-unreadable`. */
export async function recordSaid(
  { names, on, by, file, ifAhead, ifUnsaid }: RecordWords,
  desk: Desk,
): Promise<Result<Omit<TrnCheck, "trn">>> {
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  const today = gulfDay(desk.now());
  const date = on ?? today;
  const how = by?.trim() ?? "";
  if (date > today) return bad(`--on ${date} is in the future.`, ifAhead);
  if (how === "") return bad(...ifUnsaid);
  if (how.length > longest) return bad(`--by has more than ${longest} characters.`, "Write it in a few words.");
  if (file !== undefined && names.length > 1)
    return bad("--file is about one supplier.", "Record each supplier with a file of its own.");
  const kept = file === undefined ? undefined : await keptFile(file, desk);
  if (kept?.ok === false) return kept;
  const record = { date, how, recorded_by: personOf(desk), recorded_at: desk.now().toISOString() };
  return ok(kept ? { ...record, file: kept.value.path, sha256: kept.value.sha256 } : record);
}
