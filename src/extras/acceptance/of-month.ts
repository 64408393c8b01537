import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import { sectionsText } from "../../commands/answer/table-answer.ts";
import { issuedLater } from "../../commands/suppliers/named-documents.ts";
import { type Desk, notRecorded } from "../../desk/index.ts";
import { documentName } from "../../document/index.ts";
import { failAll, problem, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { answerSaid, noteAnswers, recordedReport } from "./record.ts";
import { waitingSection } from "./sections.ts";
import { type WaitingWords, waitingFor } from "./waiting.ts";

export interface MonthWords extends WaitingWords {
  readonly on: string | undefined;
  readonly by: string | undefined;
  readonly yes: boolean;
}

/**
 * Asks for confirmation first; existing answers are kept. Problems: `bad-usage`, `needs-answer`, `declined`,
 * `journal-unusable`.
 */
export async function acceptMonth(given: MonthWords, desk: Desk): Promise<Report> {
  const said = answerSaid({ answer: "accepted", on: given.on, by: given.by }, desk);
  if (!said.ok) return stoppedBy(said.problems);
  const found = await waitingFor(given, desk);
  if (!found.ok) return stoppedBy(found.problems);
  const { documents, whose, journal } = found.value;
  const stop = (...problems: Parameters<typeof failAll>[0]): Report =>
    stoppedBy(failAll(problems).problems, whose.sandbox);
  if (journal === undefined || documents.length === 0) {
    const done = recordedReport([]);
    const empty = `No document${given.month === undefined ? "" : ` of ${given.month}`} waits for a supplier's answer.`;
    return { ...done, sandbox: whose.sandbox, view: { ...done.view, empty } as Report["view"] };
  }
  const how = { on: said.value.on, means: "supplier answered" };
  const later = documents.flatMap((each) => issuedLater(each, documentName({ ...each.past, id: each.id }), how) ?? []);
  if (later.length > 0) return stop(...later);
  for (const { account, id, past } of documents) {
    const no = await desk.notOurs(account, documentName({ ...past, id }));
    if (no) return stop(notRecorded(no));
  }
  const count = `${documents.length} document${documents.length === 1 ? "" : "s"}`;
  if (!given.yes) {
    desk.say(
      sectionsText(
        [waitingSection(documents, `To be recorded as accepted on ${how.on} (${said.value.how}): ${count}`)],
        desk.talkStyle,
      ),
    );
    if (!desk.ask.possible)
      return stop(
        problem(
          "needs-answer",
          `Nothing was recorded: ${count} would be recorded as accepted, and this is not an interactive terminal.`,
          "Look at the list, then add --yes.",
        ),
      );
    const agreed = await desk.ask.confirm(
      `Record that ${documents.length === 1 ? "it was" : "all of them were"} accepted?`,
    );
    if (!agreed.ok) return stoppedBy(agreed.problems, whose.sandbox);
    if (!agreed.value)
      return stop(
        problem("declined", "Nothing was recorded.", `To record some of them: ${suggest`suppliers accept NUMBER`}`),
      );
  }
  const answers = documents.map((document) => ({ document, said: said.value }));
  const noted = await noteAnswers(answers, journal);
  return noted.ok ? recordedReport(answers) : stoppedBy(noted.problems, whose.sandbox);
}
