import type { documentShapes, Field, GroupField, LeafField, ListField } from "../document/index.ts";

export type { OverallStatus } from "../states/index.ts";

/** A value as users of the library pass it; code with unknown fields does not compile. */
type Given<F extends Field> = F extends LeafField
  ? string
  : F extends GroupField<infer M>
    ? { [K in keyof M]?: Given<M[K]> | undefined }
    : F extends ListField<infer I>
      ? readonly Given<I>[]
      : F extends { readonly item: infer I extends Field }
        ? Given<I> | readonly Given<I>[]
        : never;

/** The build publishes these types in expanded form, with the description of each field (`.ci/document-types.mjs`). */
export type InvoiceDocument = Given<(typeof documentShapes)["invoice"]>;
export type CreditNoteDocument = Given<(typeof documentShapes)["credit-note"]>;
