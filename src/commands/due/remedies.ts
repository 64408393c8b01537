import type { DocumentKind } from "../../document/index.ts";
import {
  type IdleCredit,
  type Owed,
  owedKinds,
  type RejectedDocument,
  rejectedAdvice,
  rejectedSteps,
} from "../../life/index.ts";
import { fileWord, suggest } from "../../problem/index.ts";
import type { DueItem } from "../../report/index.ts";

export function doubtTodo(attempt: string): string[] {
  return [
    `Do not send it again. Ask the service: ${suggest`resolve ${attempt} --check`}`,
    `If it cannot tell, look in the service yourself; then ${suggest`resolve ${attempt} --created THE-ID`}, or --not-created.`,
  ];
}

/**
 * Returns the steps for a document that failed validation. It was not delivered, so it can be corrected and sent again.
 */
export function failedTodo({
  called,
  file,
  known,
  resubmits,
}: {
  readonly called: string;
  readonly file: string | undefined;
  /** Whether its findings are shown above. */
  readonly known: boolean;
  /** Whether the service can replace it. */
  readonly resubmits: boolean;
}): string[] {
  const where = file === undefined || file === "-" ? "in its file" : `in ${file}`;
  return [
    known
      ? `Correct what is shown above ${where}.`
      : `See which field is wrong, and at which line: ${suggest`status ${called}`}`,
    resubmits
      ? `Send it again under its number: ${suggest`resubmit ${called}`}`
      : `Write its corrected copy, which is a new document: ${suggest`correct ${called}`}`,
  ];
}

/**
 * Returns the step that credits a document. It has no example reason, because the reason is a statement to the tax
 * authority.
 */
const creditSteps = (called: string): string =>
  `choose the reason (selfbill codes credit-reason), then ${suggest`create-credit-note --from ${called} --reason CODE`}`;

/** Returns the steps for a rejected document. A rejection is final: the document cannot be sent again. */
export function rejectedTodo(rejected: RejectedDocument): string[] {
  const { called } = rejected;
  const why = `Find out why: ${suggest`status ${called} --verbose`}, and ask who rejected it.`;
  return [why, ...rejectedSteps(rejectedAdvice(rejected))];
}

export function changedTodo(called: string): string[] {
  return [
    `Do not pay or book it before you compared it: ${suggest`show ${called}`}. Ask the service's support why.`,
    `If it is wrong, take it back with a corrected copy: ${suggest`correct ${called}`}`,
  ];
}

export function correctionTodo(called: string): string[] {
  return [`Go on with it: ${suggest`correct ${called} --send`}`];
}

/**
 * Kinds of items whose row shows the command that marks them as done; other rows show the steps that settle the item.
 */
const namesWord: ReadonlySet<Owed> = new Set([
  "failed",
  "rejected",
  "changed",
  "correction",
  "objected",
  "approval",
  "run",
]);

export function doneTodo(owed: Owed, called: string): string[] {
  if (!owedKinds[owed].byWord || !namesWord.has(owed)) return [];
  return [`If you dealt with it in another way: ${suggest`due ${called} --done "HOW"`}`];
}

export function pendingTodo(called: string, id: string | undefined, checked: boolean): string[] {
  if (!checked) return [`Ask the service for its status: ${suggest`due --check`}`];
  return [
    `Do not send it again. Ask the support of the service what it waits for, and name the id ${id ?? called}.`,
    `Then look again: ${suggest`status ${called}`}`,
  ];
}

export function creditWaitsTodo(called: string, checked: boolean): string[] {
  return [
    `Do not credit again. Ask the service for its status: ${checked ? suggest`status ${called}` : suggest`due --check`}`,
  ];
}

export function objectedTodo(called: string, kind: DocumentKind, credit: IdleCredit | undefined): string[] {
  const settled = `When it is settled: ${suggest`suppliers accept ${called} --by "HOW THE ANSWER CAME"`}`;
  if (kind === "credit-note") return ["Agree with the supplier on what is correct.", settled];
  return [
    "Agree with the supplier on what is correct.",
    credit?.waits
      ? `Do not credit it again: its credit note ${credit.called} is not approved yet. Look again: ${credit.command}`
      : `If the document is wrong, credit it: ${creditSteps(called)}`,
    settled,
  ];
}

export function notDeliveredTodo(called: string): string[] {
  return [
    `Write the copy: ${suggest`preview ${called} --pdf ${fileWord(`${called}.pdf`)}`} (or --html)`,
    `When the supplier has it: ${suggest`suppliers handed-over ${called} --by mail`}`,
  ];
}

export function notAcceptedTodo(called: string): string[] {
  return [
    "Ask the supplier whether it accepts the document.",
    `Record the answer: ${suggest`suppliers accept ${called} --by "HOW THE ANSWER CAME"`} (or: suppliers object)`,
  ];
}

interface SentDocument {
  readonly called: string;
  /** Its attempt, while it is in doubt. */
  readonly doubt: string | undefined;
}

interface Unsendable {
  readonly wrong: number;
  /** An earlier document from this file. */
  readonly sent: SentDocument | undefined;
  /** The document that its number belongs to. */
  readonly taken: SentDocument | undefined;
  /** Whether the supplier's TRN or account differs from the one used before. */
  readonly changed: boolean;
  readonly late: boolean;
}

/**
 * Returns the steps for a document that was not sent. `where` contains the options that make the suggested commands use
 * the same service.
 */
export function unsentTodo(
  { kind, file = "-" }: Pick<DueItem, "kind" | "file">,
  { wrong, sent, taken, changed, late }: Unsendable,
): string[] {
  const create = `${suggest`create-${kind} ${fileWord(file)}`}`;
  if (sent)
    return [
      resolvedFirst(sent) ?? `To correct that document: ${suggest`correct ${sent.called}`}`,
      "If this is another supply, give it its own file and reference.",
    ];
  if (taken !== undefined)
    return [
      resolvedFirst(taken) ?? `If it is a correction of that document: ${suggest`correct ${taken.called}`}`,
      `Only if it is another supply, give it another number, then: ${create}`,
    ];
  if (changed && wrong === 0)
    return [
      "Call the supplier on a telephone number that you knew before, and ask whether the change is theirs.",
      `Only if it is: ${create} --accept-changed-supplier`,
    ];
  if (wrong > 0) return [`Correct its errors: ${suggest`validate ${fileWord(file)}`}`, `Then: ${create}`];
  return late
    ? [`The last day has passed; a late invoice can be fined. Create it: ${create}`]
    : [`Create it in time: ${create}`];
}

const resolvedFirst = ({ doubt }: SentDocument): string | undefined =>
  doubt === undefined ? undefined : `Resolve that document first: ${suggest`resolve ${doubt} --check`}`;
