export interface PressedPage {
  readonly page: string;
  /** Creation date of the PDF (YYYY-MM-DD): the issue date, so that a document always produces the same PDF. */
  readonly issueDate: string | undefined;
  /** Number and supplier, shown on every page. */
  readonly running: string;
  /** The electronic document; undefined if it could not be built. */
  readonly attached: { readonly name: string; readonly bytes: Uint8Array } | undefined;
  readonly logo?: { readonly type: "png" | "jpeg" | "svg"; readonly bytes: Uint8Array } | undefined;
}

export interface Pressed {
  readonly bytes: Uint8Array;
  readonly missed: readonly string[];
  /** Whether the logo could not be drawn. */
  readonly withoutLogo: boolean;
}

/** Makes PDFs out of pages. */
export interface Press {
  press(page: PressedPage): Pressed;
}
