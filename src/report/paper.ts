/** What stands across the page: not issued yet, or issued in a sandbox only. */
export type PaperMark = "DRAFT" | "SANDBOX";

export interface Paper {
  readonly mark?: PaperMark | undefined;
  /** The number that the service gave, where the document names none. */
  readonly documentNumber?: string | undefined;
}
