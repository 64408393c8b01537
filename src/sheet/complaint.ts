import { shownValue } from "../document/index.ts";
import type { ProblemCode } from "../problem/index.ts";

export interface Complaint {
  readonly code: ProblemCode;
  readonly message: string;
  readonly hint: string;
}

/** The text of a field, or a complaint that says why there is none. */
export type Taken = { readonly text: string } | { readonly complaint: Complaint };

export function refused(code: ProblemCode, message: string, hint: string): Taken {
  return { complaint: { code, message, hint } };
}

export const shortened = shownValue;
