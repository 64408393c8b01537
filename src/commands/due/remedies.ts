import type { DocumentKind } from "../../document/index.ts";
import { type Owed, owedKinds } from "../../life/index.ts";
import { typed, typedFile } from "../../problem/index.ts";
import type { DueItem } from "../../report/index.ts";
import { statusName } from "../../states/index.ts";
import { type RejectedDocument, rejectedAdvice } from "../follow/rejected-advice.ts";

/** Returns the steps for a document that may exist. */
export function doubtTodo(attempt: string): string[] {
  return [
    `Do not send it again. Ask the service: selfbill resolve ${attempt} --check`,
    `If it cannot tell, look in the service yourself; then selfbill resolve ${attempt} --created THE-ID, or --not-created.`,
  ];
}

/** Returns the steps after a failed validation: the document was not delivered, so it can be corrected and sent again. */
export function failedTodo(called: string, file: string | undefined, known: boolean): string[] {
  const where = file === undefined || file === "-" ? "in its file" : `in ${file}`;
  return [
    known
      ? `Correct what is shown above ${where}.`
      : `See which field is wrong, and at which line: selfbill status ${typed(called)}`,
    `Send it again under its number: selfbill resubmit ${typed(called)}`,
  ];
}

/** Returns the step for a credit note. The reason is a statement to the tax authority, so no example to copy is given. */
const creditSteps = (called: string): string =>
  `choose the reason (selfbill codes credit-reason), then selfbill create-credit-note --from ${typed(called)} --reason CODE`;

/** Returns the steps after a rejection, which is final. */
export function rejectedTodo(rejected: RejectedDocument): string[] {
  const { first, copy } = rejectedAdvice(rejected);
  const { called } = rejected;
  const why = `Find out why: selfbill status ${typed(called)} --verbose, and ask who rejected it.`;
  return [why, ...[first, copy].filter((each) => each !== undefined)];
}

/** Returns the steps for a correction in progress. */
export function correctionTodo(called: string): string[] {
  return [`Go on with it: selfbill correct ${typed(called)} --send`];
}

/** Kinds of matters whose row shows the command that records them as done; the others are settled by the steps in their row. */
const namesWord: ReadonlySet<Owed> = new Set(["failed", "rejected", "correction", "objected", "approval"]);

/** Returns the step that records a matter as handled in another way. */
export function doneTodo(owed: Owed, called: string): string[] {
  if (!owedKinds[owed].byWord || !namesWord.has(owed)) return [];
  return [`If you dealt with it in another way: selfbill due ${typed(called)} --done "HOW"`];
}

/** Returns the steps for a document that has been pending for too long. */
export function pendingTodo(called: string, id: string | undefined, checked: boolean): string[] {
  if (!checked) return ["Ask the service for its status: selfbill due --check"];
  return [
    `Do not send it again. Ask the support of the service what it waits for, and name the id ${id ?? called}.`,
    `Then look again: selfbill status ${typed(called)}`,
  ];
}

/** Returns the steps for a document that the supplier objects to. */
export function objectedTodo(called: string, kind: DocumentKind): string[] {
  const settled = `When it is settled: selfbill suppliers accept ${typed(called)} --by "HOW THE ANSWER CAME"`;
  if (kind === "credit-note") return ["Agree with the supplier on what is correct.", settled];
  return [
    "Agree with the supplier on what is correct.",
    `If the document is wrong, credit it: ${creditSteps(called)}`,
    settled,
  ];
}

/** Returns the steps for a document that was not delivered over the network. */
export function notDeliveredTodo(called: string): string[] {
  return [
    `Write the copy: selfbill preview ${typed(called)} --pdf ${typedFile(`${called}.pdf`)} (or --html)`,
    `When the supplier has it: selfbill suppliers handed-over ${typed(called)} --by mail`,
  ];
}

/** Returns the steps for a document that the supplier did not answer. */
export function notAcceptedTodo(called: string): string[] {
  return [
    "Ask the supplier whether it accepts the document.",
    `Record the answer: selfbill suppliers accept ${typed(called)} --by "HOW THE ANSWER CAME" (or: suppliers object)`,
  ];
}

interface Unsendable {
  /** Number of the document's errors. */
  readonly wrong: number;
  /** The document that was sent from this file before: its number or id, and its attempt while it is unknown whether it exists. */
  readonly sent: { readonly called: string | undefined; readonly doubt: string | undefined } | undefined;
  /** Whether the document's number belongs to another document. */
  readonly taken: boolean;
  /** Whether the TRN or account of the document's supplier differs from the known one. */
  readonly changed: boolean;
  readonly late: boolean;
  readonly where: string;
}

/** Returns the steps for a document that is only in a file; `where`: options that lead to the same service. */
export function unsentTodo(
  { kind, file = "-" }: Pick<DueItem, "kind" | "file">,
  { wrong, sent, taken, changed, late, where }: Unsendable,
): string[] {
  const create = `selfbill create-${kind} ${typedFile(file)}${where}`;
  if (sent)
    return [
      ...(sent.doubt === undefined ? [] : [`Resolve that document first: selfbill resolve ${sent.doubt} --check`]),
      `To correct that document: a credit note, or after ${statusName.failed}: selfbill resubmit ${typed(sent.called ?? "NUMBER")}`,
      "If this is another supply, give it its own file and reference.",
    ];
  if (taken)
    return [
      `If it is a correction of that document: a credit note, or selfbill resubmit after ${statusName.failed}.`,
      `Only if it is another supply, give it another number, then: ${create}`,
    ];
  if (changed && wrong === 0)
    return [
      "Call the supplier on a telephone number that you knew before, and ask whether the change is theirs.",
      `Only if it is: ${create} --accept-changed-supplier`,
    ];
  if (wrong > 0) return [`Correct its errors: selfbill validate ${typedFile(file)}`, `Then: ${create}`];
  return late
    ? [`The 14 days have passed; a late invoice can be fined. Create it: ${create}`]
    : [`Create it in time: ${create}`];
}
