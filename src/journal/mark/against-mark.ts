import { ok, type Result } from "../../problem/index.ts";
import type { Journal } from "../journal.ts";
import type { Mark } from "./mark.ts";

export type AgainstMark =
  /** The journal contains everything that the mark covers. */
  | { readonly is: "whole" }
  | { readonly is: "gone" }
  | { readonly is: "other" }
  /** The journal ends before the mark: an older copy, or one that lost its last records. */
  | { readonly is: "older"; readonly sequence: number }
  /** Two copies of the journal were used: it matches the marked one only up to a point before the mark. */
  | { readonly is: "forked" };

/** Compares a journal with a mark. Problem: `journal-unusable`. */
export async function againstMark(mark: Mark, journal: Journal): Promise<Result<AgainstMark>> {
  const identity = await journal.identity();
  if (!identity.ok) return identity;
  const { id, sequence } = identity.value;
  if (id !== mark.journal) return ok({ is: sequence === 0 ? "gone" : "other" });
  if (sequence < mark.sequence) return ok({ is: "older", sequence });
  const hash = await journal.hashAt(mark.sequence);
  if (!hash.ok) return hash;
  return ok({ is: hash.value === mark.head ? "whole" : "forked" });
}
