import type { ProblemCode } from "../problem/index.ts";

/** Why a cell cannot be used. */
export interface Complaint {
  readonly code: ProblemCode;
  readonly message: string;
  readonly hint: string;
}

/** The result of reading a cell: the text of a field, or why there is none. */
export type Taken = { readonly text: string } | { readonly complaint: Complaint };

export function refused(code: ProblemCode, message: string, hint: string): Taken {
  return { complaint: { code, message, hint } };
}

/** Returns a value for use in a message. */
export function shortened(value: string): string {
  return value.length > 60 ? `${value.slice(0, 57)}…` : value;
}
