import { all, kind, listOf, maybe, shape, text, words, yes } from "../../answers/index.ts";
import { type ApprovalFile, type AskedDocument, approverName, requestNumber } from "../../approval/index.ts";
import { tableView } from "../../commands/answer/columns.ts";
import { succeeded } from "../../commands/answer/stopped-by.ts";
import { amount, isDecimalText, money } from "../../document/index.ts";
import { isPracticeAccount } from "../../journal/index.ts";
import { suggest } from "../../problem/index.ts";
import { gulfTime } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import type { JudgedInQueue } from "./judged-queue.ts";

/** Lists requests waiting for the current user first, then the user's own requests, starting with rejected ones. */
export function queueReport(found: readonly JudgedInQueue[], isKnown: boolean): Report {
  const sorted = [...found].sort((a, b) => rankOf(a) - rankOf(b));
  const shown = tableView(sorted, {
    "": sideOf,
    Request: ({ queued }) => requestNumber(queued.hash),
    Documents: documentsIn,
    "AED with VAT": ["money", (each) => money.forPeople(sumOf(each))],
    Company: ({ file }) => file.request.business_profile,
    "Requested by": ({ file }) => file.request.by.name,
    On: ({ queued }) => gulfTime(Date.parse(queued.at)),
    State: stateWords,
  });
  const sandbox = found.length > 0 && found.every(({ file }) => isPracticeAccount(file.request.account));
  const data = { requests: sorted.map(queuedShape.json) };
  const empty = "No request waits in the journal.";
  return succeeded({ ...shown, data, empty, next: nextOf(sorted, isKnown) }, sandbox);
}

function sideOf({ waitsForMe, forWhom, isMine, mayDecide }: JudgedInQueue): string {
  if (waitsForMe) return forWhom === undefined ? "you approve" : `you approve for ${forWhom}`;
  return isMine ? "your request" : mayDecide ? "handed over" : "";
}

function rankOf({ waitsForMe, isMine, state }: JudgedInQueue): number {
  if (waitsForMe) return 0;
  return (isMine ? 1 : 4) + (state === "rejected" ? 0 : state === "approved" ? 1 : 2);
}

const unsentOf = ({ file, queued }: JudgedInQueue): AskedDocument[] =>
  file.request.documents.filter(({ key }) => queued.unsent.includes(key));

function documentsIn(each: JudgedInQueue): string {
  const { queued, file } = each;
  const { documents } = file.request;
  if (documents.length === 1) return queued.names[0] ?? "1";
  return queued.unsent.length === documents.length
    ? String(documents.length)
    : `${queued.unsent.length} of ${documents.length}`;
}

const sumOf = (each: JudgedInQueue) =>
  money.sum(unsentOf(each).flatMap(({ gross_aed: gross }) => (isDecimalText(gross) ? [amount(gross)] : [])));

const deciderOf = ({ decision: { by }, delegation }: ApprovalFile): string =>
  approverName({ name: by.name, for: delegation?.delegation.by });

/** States the last day on which an approval given for another approver counts. */
const untilOf = ({ delegation }: ApprovalFile): string =>
  delegation === undefined ? "" : `, counts until ${delegation.delegation.until}`;

function stateWords({ state, decisions, able, file, handedTo }: JudgedInQueue): string {
  const said = decisions.map((each) => {
    const { at, decision, reason = "" } = each.decision;
    return decision === "rejected"
      ? `refused by ${deciderOf(each)} on ${gulfTime(Date.parse(at))}: ${reason}`
      : `approved by ${deciderOf(each)}${untilOf(each)}`;
  });
  if (state === "rejected") return said.find((each) => each.startsWith("refused")) ?? "refused";
  if (state === "approved") return `${[...new Set(said)].join(", ")}: it can be sent`;
  if (state === "outdated") return `made under policy ${file.request.policy}, which is no longer in force`;
  const waits = handedTo
    ? `waits for ${handedTo.name}, handed over by ${handedTo.by}`
    : able.length === 0
      ? "above the limits of everybody"
      : `waits for ${able.join(" or ")}`;
  return [...new Set(said), waits].join("; ");
}

function nextOf(sorted: readonly JudgedInQueue[], isKnown: boolean): string | undefined {
  const mine = sorted.find(({ waitsForMe }) => waitsForMe);
  if (mine)
    return `To see and approve the first one: ${suggest`approve ${requestNumber(mine.queued.hash)} ${mine.forWhom === undefined ? [] : ["--for", mine.forWhom]} --key ME.key`}`;
  if (!isKnown) return `To see which of them wait for you: ${suggest`approvals --key ME.key`}`;
  if (sorted.some(({ isMine, state }) => isMine && state === "approved"))
    return `To send what was approved, the same file as always: ${suggest`create-invoice FILE`}`;
  return undefined;
}

const decidedShape = shape<ApprovalFile>({
  decision: [words("approved", "rejected"), ({ decision }) => decision.decision],
  by: [text, ({ decision }) => decision.by.name],
  for: [maybe, ({ delegation }) => delegation?.delegation.by.name],
  at: [text, ({ decision }) => decision.at],
  reason: [maybe, ({ decision }) => decision.reason],
  documents: [listOf(text).nullable(), ({ decision }) => decision.documents && [...decision.documents]],
});

const documentShape = shape<{ readonly asked: AskedDocument; readonly name: string; readonly isSent: boolean }>({
  number: [text, ({ name }) => name],
  file: [text, ({ asked }) => asked.file],
  kind: [kind, ({ asked }) => asked.kind],
  confirm: [text, ({ asked }) => asked.key],
  gross_aed: [text, ({ asked }) => asked.gross_aed],
  sent: [yes, ({ isSent }) => isSent],
});

export const queuedShape = shape<JudgedInQueue>({
  request: [text, ({ queued }) => queued.hash],
  state: [words("waiting", "approved", "rejected", "outdated"), ({ state }) => state],
  waits_for_you: [yes, ({ waitsForMe }) => waitsForMe],
  /** Set if the user can decide only in place of this approver. */
  waits_for_you_for: [maybe, ({ forWhom }) => forWhom],
  yours: [yes, ({ isMine }) => isMine],
  requested_by: [text, ({ file }) => file.request.by.name],
  database_user: [text, ({ queued }) => queued.writer],
  at: [text, ({ queued }) => queued.at],
  account: [text, ({ file }) => file.request.account],
  business_profile: [text, ({ file }) => file.request.business_profile],
  policy: [text, ({ file }) => file.request.policy],
  can_approve: [listOf(text), ({ able }) => [...able]],
  handed_to: [maybe, ({ handedTo }) => handedTo?.name],
  handed_over_by: [maybe, ({ handedTo }) => handedTo?.by],
  decisions: all(decidedShape, ({ decisions }) => decisions),
  documents: all(documentShape, ({ file, queued }) =>
    file.request.documents.map((asked, at) => ({
      asked,
      name: queued.names[at] ?? asked.file,
      isSent: !queued.unsent.includes(asked.key),
    })),
  ),
});
