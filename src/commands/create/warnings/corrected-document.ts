import type { Desk } from "../../../desk/index.ts";
import { gulfDay } from "../../../document/index.ts";
import type { Prepared, Sendable } from "../../../prepare/index.ts";
import { type Problem, problem } from "../../../problem/index.ts";
import { type CorrectedDocument, correctedBy, keyIn } from "../../../submit/index.ts";
import { onOtherSide } from "../../answer/other-side.ts";
import { isWrong } from "../../answer/submission-results.ts";
import type { Remarks } from "../check-documents.ts";
import type { WarnedRun, Warning } from "./warning.ts";

/** Documents that cannot replace the document named in `corrects`, and two documents that replace the same one. */
export const correctedDocument: Warning = { name: "corrected-document", begin: correctsWatch };

function correctsWatch({ profile, desk }: WarnedRun): Remarks {
  const inRun = new Map<string, { readonly file: string; readonly key: string }>();
  return async (prepared) => {
    const { corrects, body, kind, file, spot } = prepared;
    const account = await desk.account(profile);
    if (corrects === undefined || profile === undefined || account === undefined || !body || isWrong(prepared))
      return [];
    const where = spot?.("corrects") ?? { file };
    const isNew = await desk.journalIsNew();
    if (!isNew.ok) return isNew.problems;
    if (isNew.value) {
      const message = `Nothing was sent: corrects names ${corrects}, and nothing was sent from here yet.`;
      const hint = "Check the number and the journal. If this is another supply, remove corrects from the file.";
      return [problem("not-correctable", message, hint, { where })];
    }
    const journal = await desk.journal();
    if (!journal.ok) return journal.problems;
    const found = await correctedBy(prepared as Sendable, { account, profile }, journal.value, {
      now: desk.now(),
      begun: true,
    });
    if (!found.ok) {
      const { says, hint } = (await onOtherSide(corrects, desk)) ?? {};
      const told = says === undefined || hint === undefined ? {} : { message: `Nothing was sent: ${says}.`, hint };
      return found.problems.map((each): Problem => ({ ...each, ...told, where }));
    }
    if (found.value === undefined) return [];
    const { id, documentNumber } = found.value.corrects;
    const key = keyIn({ kind, body, corrects })(account);
    const other = inRun.get(id);
    if (other === undefined) inRun.set(id, { file, key });
    if (other === undefined || other.key === key) return dateKept(prepared, found.value, desk);
    const message = `Nothing was sent: ${other.file} stands in for ${documentNumber} in the same run.`;
    return [
      problem("corrected-before", message, "Keep one of them; in the other remove corrects if it is another supply.", {
        where,
      }),
    ];
  };
}

/** Warns about a copy that keeps the original's issue date, as if the copy had been issued then. */
function dateKept({ document, file, spot }: Prepared, { corrects, past }: CorrectedDocument, desk: Desk): Problem[] {
  const date = document?.issue_date;
  if (date === undefined || date !== past.intent.issueDate || date === gulfDay(desk.now())) return [];
  const due = document?.due_date === undefined ? "" : `; its due date is ${document.due_date}`;
  const message = `The copy has the issue date of ${corrects.documentNumber}, ${date}${due}.`;
  const hint = "Write the day on which the copy is issued into issue_date, and check due_date, unless both are meant.";
  return [problem("date-kept", message, hint, { severity: "warning", where: spot?.("issue_date") ?? { file } })];
}
