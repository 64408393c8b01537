import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import { supplierAnswerShape } from "../../commands/answer/supplier-answers.ts";
import type { AddedActions, Option } from "../../commands/command.ts";
import { accountOfWords } from "../../commands/follow/own-tries.ts";
import type { Desk } from "../../desk/index.ts";
import { ok, type Problem, problem } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { listRowShape, recordList } from "./from-list.ts";
import { type AcceptanceListWish, acceptanceList, acceptanceListAnswer } from "./list.ts";
import { acceptMonth, type MonthWords } from "./of-month.ts";
import { recordAnswers, recordedShape } from "./record.ts";

interface AcceptanceWords extends AcceptanceListWish, MonthWords {
  readonly file: string | undefined;
  readonly sheet: string | undefined;
}

/** Options of the command that these actions read. */
type AcceptanceOptions = { readonly [Name in keyof AcceptanceWords]: Option<AcceptanceWords[Name]> };

export const acceptanceActions = {
  actions: ["accept", "object", "acceptance-list"],
  answers: ({ answer, listOf, text }) => [
    answer({
      recorded: listOf(supplierAnswerShape.schema.extend(recordedShape.schema.shape)),
      rows: listOf(listRowShape.schema).optional(),
    }),
    answer({ ...acceptanceListAnswer.schema.shape, files: listOf(text) }),
  ],
  run: acceptanceReport,
} satisfies AddedActions<AcceptanceOptions>;

async function acceptanceReport(
  action: string,
  names: readonly string[],
  given: AcceptanceWords,
  desk: Desk,
): Promise<Report> {
  if (action === "acceptance-list") return acceptanceList(given, desk);
  const wrong = wrongWords(names, given);
  if (wrong) return stoppedBy([wrong]);
  if (given.month !== undefined) return acceptMonth(given, desk);
  // Without a profile, documents are looked up by number in all accounts that this run may change.
  const account = given.profile === undefined ? ok(undefined) : await accountOfWords(given, desk);
  if (!account.ok) return stoppedBy(account.problems);
  const words = { on: given.on, by: given.by, account: account.value };
  if (given.file !== undefined) return recordList({ ...words, file: given.file, sheet: given.sheet }, desk);
  const answer = action === "accept" ? "accepted" : "objected";
  return recordAnswers({ ...words, names, answer }, desk);
}

function wrongWords(
  names: readonly string[],
  { file, month, supplier, sheet, yes }: AcceptanceWords,
): Problem | undefined {
  const bad = (message: string, hint: string) => problem("bad-usage", message, hint);
  const ways = [names.length > 0, file !== undefined, month !== undefined].filter((each) => each).length;
  if (ways > 1) return bad("Numbers, --file and --month exclude each other.", "Type one command for each.");
  if (sheet !== undefined && file === undefined) return bad("--sheet belongs to --file.", "Leave --sheet out.");
  if (month === undefined && (supplier !== undefined || yes))
    return bad("--supplier and --yes belong to --month.", "Name the documents, or add --month 2026-06.");
  return undefined;
}
