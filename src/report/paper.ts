/**
 * Stamp on a page: the document has not been issued yet, was sent but not approved, or was issued only in a sandbox.
 */
export type PaperMark = "DRAFT" | "NOT APPROVED" | "SANDBOX";

/** Shown at the top of the buyer's pages. */
export interface Logo {
  readonly type: "png" | "jpeg" | "svg";
  readonly bytes: Uint8Array;
}

export interface Paper {
  readonly mark?: PaperMark | undefined;
  /** Assigned by the service; used if the document itself has no number. */
  readonly documentNumber?: string | undefined;
  /** Self-billing agreement in the supplier book. */
  readonly agreement?: string | undefined;
  /** Last known status and its time; absent if the service was not queried. */
  readonly state?: { readonly says: string; readonly at: string } | undefined;
  readonly logo?: Logo | undefined;
  /** True if the XML in the PDF is not the delivered copy. */
  readonly hasOwnXml?: boolean | undefined;
}
