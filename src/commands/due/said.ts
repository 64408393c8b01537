import { type Desk, notRecorded } from "../../desk/index.ts";
import { documentName } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { doneNote, livesIn, owedKinds } from "../../life/index.ts";
import { fail, failAll, ok, problem, type Result } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { tableView } from "../answer/columns.ts";
import { onOtherSide } from "../answer/other-side.ts";
import { personOf } from "../answer/person.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { type EndedByWord, endingsOf, type NamedDue } from "./named.ts";
import { type DueWish, judgedBy } from "./sent.ts";

/** Maximum length of a reason, in characters. */
const longest = 300;

/** Returns the trimmed reason of --done. Problem: `bad-usage` if it is empty or too long. */
export function reasonIn(text: string): Result<string> {
  const reason = text.trim();
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  if (reason === "")
    return bad("--done needs a reason.", 'Write how it was dealt with: --done "reversed in the books".');
  return reason.length > longest
    ? bad(`The reason has more than ${longest} characters.`, "Write it in a sentence.")
    : ok(reason);
}

interface DoneWish extends Pick<DueWish, "acceptance"> {
  readonly account: string | undefined;
  readonly reason: string;
  readonly sandbox: boolean;
}

/**
 * Marks items as done, all or none. The journal is append-only; later items of the same document are due again.
 * Problems: `not-found`, `bad-usage`, `journal-unusable`.
 */
export async function recordDone(
  named: NamedDue,
  { reason, account, acceptance, sandbox }: DoneWish,
  journal: Journal,
  desk: Desk,
): Promise<Report> {
  const others = await ofOtherSide(named, desk);
  if (!others.ok) return stoppedBy(others.problems, sandbox);
  const lives = await livesIn(journal, await judgedBy(journal, { account, acceptance }, desk));
  if (!lives.ok) return stoppedBy(lives.problems, sandbox);
  const endings = await endingsOf(named, account, { journal, lives: lives.value });
  if (!endings.ok) return stoppedBy(endings.problems, sandbox);
  const by = personOf(desk);
  for (const { account: whose, id, what, since } of endings.value) {
    const { type, data } = doneNote({ account: whose, id }, { what, reason, by, since });
    const noted = await journal.note(type, data);
    if (!noted.ok) return stoppedBy(noted.problems, sandbox);
  }
  return recorded(endings.value, { reason, by, sandbox });
}

/** Reports each named item that this run must not change, with the problem `bad-usage`. */
async function ofOtherSide(
  { documents, files }: Pick<NamedDue, "documents" | "files">,
  desk: Desk,
): Promise<Result<void>> {
  const names = [...documents.map(documentName), ...files];
  const found = await Promise.all([...new Set(names)].map((name) => onOtherSide(name, desk)));
  const problems = found.flatMap((each) => (each ? [notRecorded(each)] : []));
  return problems.length > 0 ? failAll(problems) : ok(undefined);
}

function recorded(
  endings: readonly EndedByWord[],
  { reason, by, sandbox }: { readonly reason: string; readonly by: string; readonly sandbox: boolean },
): Report {
  const shown = tableView(endings, {
    Document: "called",
    Supplier: "supplier",
    Was: ({ what }) => owedKinds[what].says,
    "Dealt with": () => reason,
    By: () => by,
  });
  const data = {
    due: [],
    recorded: endings.map(({ called, id, what }) => ({
      document_number: called,
      id,
      due: what,
      reason,
      recorded_by: by,
    })),
  };
  return succeeded({ ...shown, data, empty: "" }, sandbox);
}
