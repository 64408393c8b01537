import type { Amount, BusinessProfile, DocumentKind, Party } from "../document/index.ts";
import type { Paper } from "./paper.ts";

/** A document that waits for its supplier's answer, as a letter lists it. */
export interface LetterRow {
  readonly number: string;
  readonly kind: DocumentKind;
  readonly date: string;
  readonly currency: string;
  readonly net: Amount;
  readonly vat: Amount;
}

/** A letter to one supplier that lists the documents waiting for its answer. */
export interface Letter extends Pick<Paper, "logo"> {
  readonly supplier: Party;
  readonly buyer: BusinessProfile | undefined;
  /** The date of the letter, YYYY-MM-DD. */
  readonly date: string;
  readonly sandbox: boolean;
  readonly rows: readonly LetterRow[];
}
