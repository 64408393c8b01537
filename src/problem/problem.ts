import type { Outcome } from "./outcome.ts";
import { type ProblemCode, problemTable } from "./problems.ts";

/**
 * A position in a file. Line and column count from 1; `path` is the path in the document, such as
 * `document_lines[0].price.base_amount`.
 */
export interface Spot {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly path?: string | undefined;
  /** Place in the UBL tree where a rule was applied, such as `/Invoice/cac:InvoiceLine[2]/cac:Price`. */
  readonly location?: string | undefined;
  /** The sheet of a workbook, and a cell such as F17; line and column are then those of the cell. */
  readonly sheet?: string | undefined;
  readonly cell?: string | undefined;
  /** Headings of the missing columns that caused the problem, if any; the problem then concerns the whole sheet. */
  readonly noColumn?: readonly string[] | undefined;
  /** The source line itself, for display. */
  readonly excerpt?: string | undefined;
}

/**
 * A change of a document. The path is as in `Spot`; `from` is the value as written, a group as JSON, or null if the field
 * is missing; with `to: null` the field is removed. A field that is removed while the same value is added in its group
 * gets another name.
 */
export interface Edit {
  readonly path: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The correction of a problem with one answer: the changes of the document. */
export interface Fix {
  /**
   * Whether the value has one reading, and neither an amount, a tax category, nor the number of a party or account
   * changes.
   */
  readonly safe: boolean;
  readonly edits: readonly Edit[];
}

/** A problem: `message` states what happened, and `hint` how to correct it. */
export interface Problem {
  readonly code: ProblemCode | (string & {});
  readonly message: string;
  readonly hint: string;
  /** A warning never stops anything. */
  readonly severity: "error" | "warning";
  readonly outcome: Outcome;
  readonly where?: Spot;
  readonly fix?: Fix;
  /** The underlying error, only for --debug; never contains a token. */
  readonly cause?: unknown;
}

/**
 * Creates a problem. The default outcome is the one that `problemTable` gives for the code. Unless the severity is
 * given, the outcome `done` makes the problem a warning, and any other outcome an error.
 */
export function problem(
  code: ProblemCode,
  message: string,
  hint: string,
  more: {
    where?: Spot | undefined;
    severity?: "error" | "warning";
    outcome?: Outcome;
    fix?: Fix | undefined;
    cause?: unknown;
  } = {},
): Problem {
  const outcome = more.outcome ?? problemTable[code].outcome;
  return {
    code,
    message,
    hint,
    severity: more.severity ?? severityOf(outcome),
    outcome,
    ...(more.where === undefined ? {} : { where: more.where }),
    ...(more.fix === undefined ? {} : { fix: more.fix }),
    ...(more.cause === undefined ? {} : { cause: more.cause }),
  };
}

/** Whether the problem means that a file does not exist or cannot be read, so that its content is unknown. */
export function isUnreadable({ code, severity }: Problem): boolean {
  return code === "file-unreadable" && severity === "error";
}

/** Returns the default severity for an outcome: `done` means a warning, which stops nothing. */
export function severityOf(outcome: Outcome): "error" | "warning" {
  return outcome === "done" ? "warning" : "error";
}

/** Throws an internal error. Such errors are never returned as problems; main reports them in plain words. */
export function bug(message: string): never {
  throw new Error(`selfbill has an internal error: ${message}`);
}

/** Compares problems by line and column; those without a line come first. */
export function byPlace(a: Problem, b: Problem): number {
  return (a.where?.line ?? 0) - (b.where?.line ?? 0) || (a.where?.column ?? 0) - (b.where?.column ?? 0);
}

/** Returns the outcome of the first error; warnings before it do not count, because they stop nothing. */
export function stoppingOutcome(problems: readonly Problem[]): Outcome {
  return (problems.find(({ severity }) => severity === "error") ?? problems[0])?.outcome ?? "internal";
}
