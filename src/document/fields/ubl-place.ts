import type { DocumentKind } from "../kind.ts";

/**
 * The field's place below the element of its group: `cbc:ID`, `cac:Country/cbc:IdentificationCode`, an attribute
 * `cbc:EndpointID/@schemeID`. `[cbc:DocumentTypeCode=130]` distinguishes elements with the same name: it is written,
 * and is used to find the element. The folder `ubl` uses these places to write and read documents.
 */
export type UblPlace = UblPath | ElementPlace | ByKind | NotInUbl | InCode;

type UblPath = `${"cbc" | "cac"}:${string}`;

/** A path with options that the path itself cannot express. */
interface ElementPlace extends PlaceOptions {
  readonly path: UblPath;
}

interface PlaceOptions {
  /**
   * The field is written only if this returns true. When a document is read, only earlier fields of the group are
   * available.
   */
  readonly when?: (group: Readonly<Record<string, unknown>>) => boolean;
  /** The field of the group to write instead if this one is empty. */
  readonly orElse?: string;
  /** Where to read the field if its own place is empty. */
  readonly readAt?: UblPath;
  /** Constant strings below the element, by path; they are written with the field but not read. */
  readonly with?: Readonly<Record<string, string>>;
  /** Written instead of the field's value whenever its group exists. */
  readonly always?: string;
}

/** The place differs between invoice and credit note, or only one of them has the field. */
export interface ByKind {
  readonly byKind: Readonly<Partial<Record<DocumentKind, UblPath | ElementPlace>>>;
}

export interface NotInUbl {
  readonly notInUbl: string;
}

/** Conversions to UBL and back that a path cannot express; implemented in the folder `ubl`. */
export type CodedInUbl =
  | "VAT number"
  | "TIN"
  | "country name"
  | "charges"
  | "allowances"
  | "price"
  | "lines"
  | "attachments"
  | "prepaid amount"
  | "rounding amount"
  | "by its group";

export interface InCode {
  readonly inCode: CodedInUbl;
}

export const inUbl = (path: UblPath, more: PlaceOptions): ElementPlace => ({ path, ...more });
export const byKind = (places: ByKind["byKind"]): ByKind => ({ byKind: places });
/** For a field that has no place in UBL. */
export const notInUbl = (reason: string): NotInUbl => ({ notInUbl: reason });
/** For a field whose amounts are calculated, or whose place depends on more than its group. */
export const inCode = (name: CodedInUbl): InCode => ({ inCode: name });
