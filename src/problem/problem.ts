import type { Outcome } from "./outcome.ts";
import { type ProblemCode, problemTable } from "./problems.ts";

/** Line and column from 1; `path`: in the document, such as `document_lines[0].price.base_amount`. */
export interface Spot {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly path?: string | undefined;
  /** Place in the UBL tree where a rule was applied, such as `/Invoice/cac:InvoiceLine[2]/cac:Price`. */
  readonly location?: string | undefined;
  /** The sheet of a workbook, and a cell such as F17; line and column are the cell's numbers. */
  readonly sheet?: string | undefined;
  readonly cell?: string | undefined;
  /** Headings of missing columns, if something is missing for that reason: one error of the whole sheet. */
  readonly noColumn?: readonly string[] | undefined;
  /** The source line itself, for display. */
  readonly excerpt?: string | undefined;
}

/** `message` states what happened, `hint` how to correct it. */
export interface Problem {
  readonly code: ProblemCode | (string & {});
  readonly message: string;
  readonly hint: string;
  /** A warning never stops anything. */
  readonly severity: "error" | "warning";
  readonly outcome: Outcome;
  readonly where?: Spot;
  /** The underlying error, only for --debug; never contains a token. */
  readonly cause?: unknown;
}

/**
 * The code's row in `problemTable` gives the outcome. Outcome `done` makes it a warning, any other an error, unless the
 * severity is given.
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

/** The file does not exist or cannot be read, so its content is unknown. */
export function isUnreadable({ code, severity }: Problem): boolean {
  return code === "file-unreadable" && severity === "error";
}

/** `done` is a warning, which stops nothing. */
export function severityOf(outcome: Outcome): "error" | "warning" {
  return outcome === "done" ? "warning" : "error";
}

/** Throws an internal error, which is never returned; main reports it plainly. */
export function bug(message: string): never {
  throw new Error(`selfbill has an internal error: ${message}`);
}

/** Problems without a line come first. */
export function byPlace(a: Problem, b: Problem): number {
  return (a.where?.line ?? 0) - (b.where?.line ?? 0) || (a.where?.column ?? 0) - (b.where?.column ?? 0);
}

/** The outcome of the first error. Warnings before it do not stop anything. */
export function stoppingOutcome(problems: readonly Problem[]): Outcome {
  return (problems.find(({ severity }) => severity === "error") ?? problems[0])?.outcome ?? "internal";
}
