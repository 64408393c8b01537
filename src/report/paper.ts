/** What stands across the page: not issued yet, sent and not approved, or issued in a sandbox only. */
export type PaperMark = "DRAFT" | "NOT APPROVED" | "SANDBOX";

export interface Paper {
  readonly mark?: PaperMark | undefined;
  /** The number that the service gave, where the document names none. */
  readonly documentNumber?: string | undefined;
}
