import type { CreditNoteDocument, InvoiceDocument, OverallStatus } from "./document-types.ts";

/**
 * An amount, quantity, price or rate. A string keeps every digit: `"250.00"`. A number is accepted if it identifies
 * exactly one decimal: at most 15 digits, below 2^46 (70 trillion); `0.1 + 0.2`, `1e21` and `NaN` are rejected. The
 * library always returns a string.
 */
export type Amount = string | number | bigint;

/** A self-billed document as plain data, with the parts that every such document has. */
export type SelfBilledDocument = InvoiceDocument | CreditNoteDocument;

/** A comparison of selfbill's totals with those in an answer. */
export interface TotalsComparison {
  readonly same: boolean;
  /** The totals that the answer contains. */
  readonly compared: readonly TotalName[];
  /** Totals that differ, as exact strings in the document currency, or in AED if the name says so. */
  readonly differences: ReadonlyArray<{ readonly total: TotalName; readonly ours: string; readonly theirs: string }>;
}

/** A document that may be incomplete or contain unknown codes: read, but not yet checked. */
export type Draft<D> = D extends string
  ? string
  : D extends number | bigint | undefined
    ? D
    : D extends readonly (infer Entry)[]
      ? readonly Draft<Entry>[]
      : { readonly [Name in keyof D]?: Draft<D[Name]> | undefined };

export type DocumentDraft = Draft<InvoiceDocument> | Draft<CreditNoteDocument>;

/** A document in which `check` found no errors. Its amounts are exact strings. Only `check` returns one. */
export type ValidDocument = (Exact<InvoiceDocument> | Exact<CreditNoteDocument>) & { readonly [checked]: true };

declare const checked: unique symbol;

type Exact<D> = D extends string
  ? D
  : D extends number | bigint
    ? never
    : D extends readonly (infer Entry)[]
      ? readonly Exact<Entry>[]
      : { readonly [Name in keyof D]: Exact<D[Name]> };

/** A place in the source text; lines and columns count from 1, columns in UTF-16 code units. */
export interface DocumentPlace {
  readonly line: number;
  readonly column: number;
}

/** A document that was read from text, with the places of its values. */
export interface ReadDocument {
  /** The kind in `options`, otherwise the one that the document states, otherwise an invoice. */
  readonly kind: DocumentKind;
  readonly document: DocumentDraft;
  /**
   * Returns the place of a value such as `document_lines[0].quantity`, or of its field's name; for a missing value,
   * that of the enclosing group. Returns null if it has no place in the text.
   */
  place(path: string, of?: "value" | "name"): DocumentPlace | null;
}

export interface ReadOptions {
  /** Kind of the document. Default: the kind that the document states, otherwise an invoice. */
  readonly kind?: DocumentKind | undefined;
}

/** A document as the service returned it. Values missing from the answer are null; missing totals are absent. */
export interface Answer {
  readonly kind: DocumentKind;
  /** The document as a request would contain it, without attachments. */
  readonly document: DocumentDraft;
  readonly id: string | null;
  readonly document_number: string | null;
  /** Values other than the four known ones are possible: the service may add one at any time. */
  readonly overall_status: OverallStatus | OtherText | null;
  /** Totals in the document currency, or in AED if the name says so. */
  readonly totals: Readonly<Partial<Record<TotalName, string>>>;
}

/**
 * What the functions accept: a document, or a result of `readDocument`, `fromAnswer` or `fromUbl`, whose kind and
 * places are then used.
 */
export type Given = DocumentDraft | Holding<DocumentDraft>;

/** The `value` of a result that contains a document. */
export interface Holding<D> {
  readonly kind: DocumentKind;
  readonly document: D;
  readonly place?: ReadDocument["place"] | undefined;
}

/** Any other string; editors still suggest the known values. */
export type OtherText = string & Record<never, never>;

export type DocumentKind = "invoice" | "credit-note";

/** An edition of the rules, such as `"1.0.4"`. */
export type Edition = string;

/** An edition of the rules, with the days on which it is in force. */
export interface EditionInfo {
  readonly id: Edition;
  /** Month of publication, YYYY-MM. */
  readonly published: string;
  /** First day in force, YYYY-MM-DD. */
  readonly from: string;
  /** Last day in force; null for the newest edition. */
  readonly until: string | null;
}

/** A code list. */
export interface CodeList {
  readonly name: string;
  readonly title: string;
  /** A field that takes codes from this list. */
  readonly field: string;
}

export interface NamedCode {
  readonly list: string;
  readonly code: string;
  readonly words: string;
  readonly arabic?: string;
}

/** A finding about a document; its members are those that `selfbill validate --json` prints. */
export interface Finding {
  /** A problem code (`missing-field`) or the id of a rule (`IBR-138-AE`); `explain` accepts both. */
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  /** How to correct it. */
  readonly hint: string;
  /** Always null, because the library does not read files. */
  readonly file: null;
  /** Line in the text or XML that was read, from 1; null if there is none. */
  readonly line: number | null;
  readonly column: number | null;
  /** Field of the document, such as `document_lines[0].quantity`; null if there is none. */
  readonly path: string | null;
  readonly sheet: null;
  readonly cell: null;
  /** Place in the UBL document, for findings by rules and about XML; null if there is none. */
  readonly location: string | null;
  /** The edit of the document, if only one value can be meant; otherwise null. */
  readonly fix: Fix | null;
}

export interface Fix {
  /**
   * Whether the value has one reading, and neither an amount, a tax category, nor the number of a party or account
   * changes.
   */
  readonly safe: boolean;
  /**
   * `path` as in the finding; `from`: the value as written, a group as JSON, null if the field is missing; with
   * `to: null` the field is removed. A field that is removed while its value is added in its group gets another name.
   */
  readonly edits: ReadonlyArray<{ readonly path: string; readonly from: string | null; readonly to: string | null }>;
}

/** The value, or the findings that prevented it. The library never throws. A value may come with warnings. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly findings: readonly Finding[] }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/**
 * The buyer: your business profile as the service returns it. Rules about the buyer are only applied if it is given.
 */
export interface Buyer {
  readonly name?: string | null | undefined;
  readonly party_name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly telephone?: string | null | undefined;
  readonly tin?: string | null | undefined;
  readonly endpoint_id?: string | null | undefined;
  readonly endpoint_scheme_id?: string | null | undefined;
  readonly scheme_agency_id?: string | null | undefined;
  readonly company_id?: string | null | undefined;
  readonly authority_name?: string | null | undefined;
  readonly passport_issuing_country_code?: string | null | undefined;
  readonly party_tax_scheme?:
    | { readonly company_id?: string | null | undefined; readonly tax_scheme?: string | null | undefined }
    | null
    | undefined;
  readonly postal_address?: Readonly<Record<string, string | null | undefined>> | null | undefined;
}

export interface RuleOptions {
  /** Edition of the rules. Default: the one in force in the UAE today, according to the computer's clock. */
  readonly edition?: Edition | undefined;
  /** Applies only these rules (`"IBR-138-AE"`), or all except these (`"-IBR-125-AE"`). */
  readonly rules?: readonly string[] | undefined;
}

export interface CheckOptions extends RuleOptions {
  /** Kind of the document. Default: the kind that the document states, otherwise an invoice. */
  readonly kind?: DocumentKind | undefined;
  readonly buyer?: Buyer | undefined;
  /** Version of the service contract. Default: the stable version. */
  readonly version?: string | undefined;
}

/** The result of a check. `ok` means that there are no errors; there may still be warnings. */
export interface Verdict {
  readonly ok: boolean;
  readonly kind: DocumentKind;
  readonly edition: Edition;
  readonly findings: readonly Finding[];
  /** Ids of rules that could not be applied, because the buyer is unknown or the document has too many errors. */
  readonly notChecked: readonly string[];
}

/** The result of `check`. If there are no errors, it includes the document. */
export type DocumentVerdict =
  | (Verdict & { readonly ok: true; readonly document: ValidDocument })
  | (Verdict & { readonly ok: false });

/** An element of a UBL document as plain data. Names are prefixed as in the standard: `cbc:ID`, `cac:Party`. */
export interface UblTree {
  readonly name: string;
  readonly text?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  readonly children?: readonly UblTree[] | undefined;
}

export interface UblOptions {
  /** The document's unique identifier (BTAE-07): the id that the service assigned, or one of your own. */
  readonly uuid: string;
  readonly kind?: DocumentKind | undefined;
  readonly buyer?: Buyer | undefined;
  /** Number to use for a document that has none. Default: `DRAFT`. */
  readonly number?: string | undefined;
}

export interface TaxDataOptions {
  /** Whose provider submits the report: the sender's or the receiver's. */
  readonly reporter: "sender" | "receiver";
  /** Identifier of the envelope in which the document was sent. */
  readonly transportId: string;
  /** Time of the report, ISO 8601 with a time zone: `"2026-06-15T08:00:00Z"`. */
  readonly issuedAt: string;
  /** Address of the tax authority, `0242:…`. */
  readonly receiverEndpoint: string;
  /** Address of the reporting provider, `0242:…`. */
  readonly representative: string;
  /** Whether this document has been reported before. */
  readonly resubmission?: boolean | undefined;
}

/** A calculated line; amounts are exact strings in the document currency, or in AED if the name says so. */
export interface CalculatedLine {
  readonly price_amount: string;
  readonly base_amount: string;
  readonly net_amount: string;
  readonly tax_amount: string;
  readonly tax_amount_in_aed: string;
  readonly total_amount: string;
  readonly total_amount_in_aed: string;
}

/** The amounts that the service calculates, under the names in its answers. */
export interface Calculation {
  readonly currency: string;
  /** Value of one unit of the document currency in AED. */
  readonly exchange_rate: string;
  readonly document_lines: readonly CalculatedLine[];
  readonly tax_breakdown: ReadonlyArray<{
    readonly tax_category_code: string;
    /** VAT rate in percent; null for categories without a rate. */
    readonly tax_percentage: string | null;
    readonly taxable_amount: string;
    readonly tax_amount: string;
  }>;
  readonly totals: Readonly<Record<TotalName, string>>;
}

export type TotalName =
  | "line_extension_amount"
  | "allowance_total_amount"
  | "charge_total_amount"
  | "tax_exclusive_amount"
  | "tax_amount"
  | "tax_amount_in_aed"
  | "tax_inclusive_amount"
  | "prepaid_amount"
  | "payable_rounding_amount"
  | "payable_amount"
  | "payable_amount_in_aed"
  | "total_item_allowances"
  | "total_item_charges"
  | "total_taxable_amount"
  | "total_non_taxable_amount";

export interface CreditOptions {
  /** Date of issue of the credit note, YYYY-MM-DD. */
  readonly issue_date: string;
  /** Reason code, such as `DL8.61.1.D`. */
  readonly reason: string;
  readonly reason_text?: string | undefined;
  /** Number of the credit note. Default: the service assigns it. */
  readonly document_number?: string | undefined;
  /** Number of the invoice, if the document itself has none. */
  readonly invoice_number?: string | undefined;
  /** Lines to credit, counted from 1, with a quantity to credit only part of a line. Default: the whole invoice. */
  readonly lines?: ReadonlyArray<{ readonly line: number; readonly quantity?: Amount | undefined }> | undefined;
  /** Earlier credit notes for the invoice; what they credited is not credited again. */
  readonly earlier?: readonly (Draft<CreditNoteDocument> | Holding<DocumentDraft>)[] | undefined;
}

/** The explanation of a rule or problem code. */
export type Explanation =
  | {
      readonly is: "rule";
      readonly id: string;
      readonly flag: "fatal" | "warning";
      readonly layer: "shared" | "ae" | "own";
      readonly text: string;
      readonly hint: string;
      readonly source: string;
      /** Fields of the document that the rule concerns. */
      readonly fields: readonly string[];
      readonly fails: Example | null;
      readonly passes: Example | null;
    }
  | { readonly is: "code"; readonly id: string; readonly text: string | null; readonly hint: string | null };

/** An example: part of a document. */
export interface Example {
  readonly text: string;
  readonly form: "yaml" | "xml";
  readonly example: string;
}

export interface RuleSetOptions {
  /** Edition of the rules. Default: the one in force in the UAE today. */
  readonly edition?: Edition | undefined;
  /**
   * Returns the SHA-256 hash of a string as hexadecimal digits. Without this function, the rule set's hash is null.
   */
  readonly sha256?: ((text: string) => string) | undefined;
}

/** The rules of an edition. */
export interface RuleSet {
  readonly edition: Edition;
  readonly version: string;
  /** First day in force, YYYY-MM-DD. */
  readonly from: string;
  /** Last day in force; null for the newest edition. */
  readonly until: string | null;
  readonly hash: string | null;
  readonly rules: ReadonlyArray<{
    readonly id: string;
    readonly flag: "fatal" | "warning";
    readonly layer: "shared" | "ae" | "own";
    readonly text: string;
    readonly hint: string;
  }>;
}

/** A JSON Schema as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };
