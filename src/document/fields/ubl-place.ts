import type { DocumentKind } from "../kind.ts";

/**
 * Where a field is in the UBL document, below the element of its group: `cbc:ID`, `cac:Country/cbc:IdentificationCode`, an attribute
 * `cbc:EndpointID/@schemeID`. `[cbc:DocumentTypeCode=130]` distinguishes elements of one name: it is written, and searched for. The room
 * `ubl` derives from it how a document is written and read back.
 */
export type UblPlace = UblPath | ElementPlace | ByKind | NotInUbl | InCode;

type UblPath = `${"cbc" | "cac"}:${string}`;

/** What the path alone does not say. */
interface ElementPlace extends PlaceOptions {
  readonly path: UblPath;
}

interface PlaceOptions {
  /** Written only if this is true of the group. When a document is read, only the fields that come earlier in the group are known. */
  readonly when?: (group: Readonly<Record<string, unknown>>) => boolean;
  /** The field of the group that is written if this one is empty. */
  readonly orElse?: string;
  /** Where it is read if its own place is empty. */
  readonly readAt?: UblPath;
  /** Constant texts below it, by path; written with it, and not read. */
  readonly with?: Readonly<Record<string, string>>;
  /** Written in place of its value whenever its group exists. */
  readonly always?: string;
}

/** The place differs between an invoice and a credit note, or only one of them has it. */
export interface ByKind {
  readonly byKind: Readonly<Partial<Record<DocumentKind, UblPath | ElementPlace>>>;
}

export interface NotInUbl {
  readonly notInUbl: string;
}

/** Conversions to UBL and back that a path cannot express: the room `ubl` has the code for each. */
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
/** UBL has no place for it, for this reason. */
export const notInUbl = (reason: string): NotInUbl => ({ notInUbl: reason });
/** Its amounts are calculated, or its place depends on more than its group, as the code of this name says. */
export const inCode = (name: CodedInUbl): InCode => ({ inCode: name });
