import type { DocumentKind } from "../kind.ts";

/**
 * Where a field is in the UBL document, below the element of its group: `cbc:ID`, `cac:Country/cbc:IdentificationCode`,
 * an attribute `cbc:EndpointID/@schemeID`. `[cbc:DocumentTypeCode=130]` distinguishes elements of one name: it is both
 * written and searched for. The folder `ubl` derives from it how a document is written and read back.
 */
export type UblPlace = UblPath | ElementPlace | ByKind | NotInUbl | InCode;

type UblPath = `${"cbc" | "cac"}:${string}`;

/** Options that the path does not express. */
interface ElementPlace extends PlaceOptions {
  readonly path: UblPath;
}

interface PlaceOptions {
  /** The field is written only if this is true of its group. When a document is read, only the fields that come earlier in the group are known. */
  readonly when?: (group: Readonly<Record<string, unknown>>) => boolean;
  /** The field of the group to write instead if this one is empty. */
  readonly orElse?: string;
  /** Where to read the field if its own place is empty. */
  readonly readAt?: UblPath;
  /** Constant texts below the element, by path; they are written with the field but not read. */
  readonly with?: Readonly<Record<string, string>>;
  /** The text to write in place of the field's value whenever its group exists. */
  readonly always?: string;
}

/** The place differs between an invoice and a credit note, or only one of them has it. */
export interface ByKind {
  readonly byKind: Readonly<Partial<Record<DocumentKind, UblPath | ElementPlace>>>;
}

export interface NotInUbl {
  readonly notInUbl: string;
}

/** Conversions to UBL and back that a path cannot express; the code for each is in the folder `ubl`. */
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
/** Marks a field that has no place in UBL, with the reason. */
export const notInUbl = (reason: string): NotInUbl => ({ notInUbl: reason });
/** Marks a field that is converted in code: its amounts are calculated, or its place depends on more than its group. */
export const inCode = (name: CodedInUbl): InCode => ({ inCode: name });
