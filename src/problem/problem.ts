import type { Outcome } from "./outcome.ts";
import { type ProblemCode, problemTable } from "./problems.ts";

/** A place: a file, a line and column (both from 1), a path in the document such as `document_lines[0].price.base_amount`. */
export interface Spot {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly path?: string | undefined;
  /** Place in the UBL tree, `/Invoice/cac:InvoiceLine[2]/cac:Price`, where a rule was asked. */
  readonly location?: string | undefined;
  /** The sheet of a workbook, and a cell of a spreadsheet such as F17; line and column are its numbers. */
  readonly sheet?: string | undefined;
  readonly cell?: string | undefined;
  /** Headings of the columns that the sheet lacks, where that is why something is missing: one fault of the whole sheet. */
  readonly noColumn?: readonly string[] | undefined;
  /** The source line itself, for the screen. */
  readonly excerpt?: string | undefined;
}

/** Why the tool cannot go on, as data. `message` says what happened, `hint` what to do now. */
export interface Problem {
  readonly code: ProblemCode | (string & {});
  readonly message: string;
  readonly hint: string;
  /** A warning never stops anything by itself. */
  readonly severity: "error" | "warning";
  readonly outcome: Outcome;
  readonly where?: Spot;
  /** For --debug only; never a token. */
  readonly cause?: unknown;
}

/**
 * Makes a problem; its outcome comes from the code's row in `problemTable`. One whose outcome is `done` is a warning, any other an error
 * unless it says otherwise.
 */
export function problem(
  code: ProblemCode,
  message: string,
  hint: string,
  more: { where?: Spot | undefined; severity?: "error" | "warning"; outcome?: Outcome; cause?: unknown } = {},
): Problem {
  const outcome = more.outcome ?? problemTable[code].outcome;
  return {
    code,
    message,
    hint,
    severity: more.severity ?? severityOf(outcome),
    outcome,
    ...(more.where === undefined ? {} : { where: more.where }),
    ...(more.cause === undefined ? {} : { cause: more.cause }),
  };
}

/** Whether it says that a file does not exist or cannot be read: nothing can be said of what is in it. */
export function isUnreadable({ code, severity }: Problem): boolean {
  return code === "file-unreadable" && severity === "error";
}

/** What stops nothing is a warning. */
export function severityOf(outcome: Outcome): "error" | "warning" {
  return outcome === "done" ? "warning" : "error";
}

/** A fault of our own: thrown, never returned; main says so plainly. */
export function bug(message: string): never {
  throw new Error(`selfbill has an internal error: ${message}`);
}

/** Sorts problems by their place in the file; those without a line come first. */
export function byPlace(a: Problem, b: Problem): number {
  return (a.where?.line ?? 0) - (b.where?.line ?? 0) || (a.where?.column ?? 0) - (b.where?.column ?? 0);
}

/** What stopped the work: the first error's outcome. Warnings that were found on the way stand before it and stop nothing. */
export function stoppingOutcome(problems: readonly Problem[]): Outcome {
  return (problems.find(({ severity }) => severity === "error") ?? problems[0])?.outcome ?? "internal";
}
