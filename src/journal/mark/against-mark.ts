import { ok, type Result } from "../../problem/index.ts";
import type { Journal } from "../journal.ts";
import type { Mark } from "./mark.ts";

/** The result of comparing a journal with the mark kept outside of it. */
export type AgainstMark =
  /** The journal contains everything that the mark has seen. */
  | { readonly is: "whole" }
  /** There is a mark, but the journal has no records. */
  | { readonly is: "gone" }
  /** The mark belongs to another journal. */
  | { readonly is: "other" }
  /** The journal ends before the mark: an older copy, or one that lost its last records. */
  | { readonly is: "older"; readonly sequence: number }
  /** The journal equals the marked one up to a point before the mark and then differs: two copies were used. */
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
