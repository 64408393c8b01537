import type { ProblemCode } from "../problem/index.ts";

/** Why a cell cannot be taken as it is. */
export interface Complaint {
  readonly code: ProblemCode;
  readonly message: string;
  readonly hint: string;
}

/** What a cell comes to: the text of a field, or why not. */
export type Taken = { readonly text: string } | { readonly complaint: Complaint };

export function refused(code: ProblemCode, message: string, hint: string): Taken {
  return { complaint: { code, message, hint } };
}

/** A value as it may stand in a message. */
export function shortened(value: string): string {
  return value.length > 60 ? `${value.slice(0, 57)}…` : value;
}
