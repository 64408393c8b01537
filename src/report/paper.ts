/** The stamp across the page: not issued yet, sent and not approved, or issued only in a sandbox. */
export type PaperMark = "DRAFT" | "NOT APPROVED" | "SANDBOX";

/** The buyer's logo, at the top of the buyer's pages. */
export interface Logo {
  readonly type: "png" | "jpeg" | "svg";
  readonly bytes: Uint8Array;
}

/** Data printed in addition to the document itself. */
export interface Paper {
  readonly mark?: PaperMark | undefined;
  /** The number that the service assigned, if the document has none. */
  readonly documentNumber?: string | undefined;
  /** The self-billing agreement with the supplier, from the supplier book. */
  readonly agreement?: string | undefined;
  /** The document's last known status at the service, and the time of that status; empty if the service was not queried. */
  readonly state?: { readonly says: string; readonly at: string } | undefined;
  readonly logo?: Logo | undefined;
  /** Whether the PDF of this page contains XML that is not the delivered copy. */
  readonly hasOwnXml?: boolean | undefined;
}
