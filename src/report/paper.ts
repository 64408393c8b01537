/** What stands across the page: not issued yet, sent and not approved, or issued in a sandbox only. */
export type PaperMark = "DRAFT" | "NOT APPROVED" | "SANDBOX";

/** A picture that the buyer puts on top of its pages. */
export interface Logo {
  readonly type: "png" | "jpeg" | "svg";
  readonly bytes: Uint8Array;
}

/** What is printed beside the document itself. */
export interface Paper {
  readonly mark?: PaperMark | undefined;
  /** The number that the service gave, where the document names none. */
  readonly documentNumber?: string | undefined;
  /** The self-billing agreement with the supplier, by the supplier book. */
  readonly agreement?: string | undefined;
  /** What is known of its way at the service, and when that was seen; nothing where nobody asked. */
  readonly state?: { readonly says: string; readonly at: string } | undefined;
  readonly logo?: Logo | undefined;
  /** The PDF of this page has XML in it that is not the delivered copy. */
  readonly hasOwnXml?: boolean | undefined;
}
