import type { Amount, BusinessProfile, DocumentKind, Party } from "../document/index.ts";
import type { Paper } from "./paper.ts";

export interface LetterRow {
  readonly number: string;
  readonly kind: DocumentKind;
  readonly date: string;
  readonly currency: string;
  readonly net: Amount;
  readonly vat: Amount;
}

export interface Letter extends Pick<Paper, "logo"> {
  readonly supplier: Party;
  readonly buyer: BusinessProfile | undefined;
  /** Date of the letter, YYYY-MM-DD. */
  readonly date: string;
  readonly sandbox: boolean;
  readonly rows: readonly LetterRow[];
}
