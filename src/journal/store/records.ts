import type { KeptApproval } from "../../approval/index.ts";
import type { IdType, ToldStatus } from "../../contract/index.ts";
import type { DocumentKind, Supply } from "../../document/index.ts";
import type { MachineTime } from "../keys/machine-time.ts";

/** A line of a document; amounts and quantities are kept as exact strings. */
export interface CreatedLine {
  readonly name: string;
  readonly quantity: string;
  readonly unitCode: string;
  readonly netAmount: string;
}

/** The invoices that a credit note says it corrects. */
export interface CreditedInvoices {
  /** Taken from the credit note's billing_reference. */
  readonly invoiceNumbers: readonly string[];
  readonly reason: string;
}

/** A document about to be sent, with everything that later commands need. */
export interface Intent {
  /**
   * The service's origin, a space and the business profile; or `sandbox:` or `tunnel:` followed by the business
   * profile. Ids are unique only within an account.
   */
  readonly account: string;
  /** The result of `intentKey`: equal for equal content. */
  readonly key: string;
  readonly kind: DocumentKind;
  readonly businessProfileId: string;
  /** `id` is the TRN or, failing that, the TIN, another identifier, or the name. */
  readonly supplier: {
    readonly id: string;
    readonly name: string;
    readonly trn: string;
    readonly entry?: string | undefined;
  };
  /** The number as sent, from the file or a number series; absent if the service numbers the document. */
  readonly documentNumber?: string | undefined;
  /**
   * The series for the document's period, such as `SB-2026-{00000}`, and the counter; absent unless a series numbered
   * the document.
   */
  readonly series?: { readonly series: string; readonly counter: number } | undefined;
  readonly issueDate: string;
  readonly currency: string;
  /** AED for one unit of another currency, as sent, and the day of that rate, if stated. */
  readonly exchangeRate?: { readonly rate: string; readonly date?: string | undefined } | undefined;
  /** Amounts as exact strings, keyed by the service's field names. */
  readonly totals: Readonly<Record<string, string>>;
  /** Absolute path of the file that contained the document; `-` for standard input. */
  readonly file: string;
  /** Contract version, which every later command about the document uses again. */
  readonly version: string;
  /** SHA-256 of the request's body as sent, hex. */
  readonly bodyHash: string;
  /** SHA-256 (hex) of the document as written in its file; detects changes to the file. */
  readonly contentHash: string;
  /** Id of the document that failed validation and is replaced by this one. */
  readonly replaces?: string | undefined;
  /** The failed or credited document that this one replaces. */
  readonly corrects?: { readonly id: string; readonly documentNumber: string } | undefined;
  readonly lines: readonly CreatedLine[];
  /** The result of `supplyReferences`: distinguishes this supply from others of the same amount. */
  readonly references?: readonly string[] | undefined;
  /** What the document bills, line by line. Absent in records from earlier versions. */
  readonly supply?: Supply | undefined;
  /** The invoices that a credit note corrects; absent for an invoice. */
  readonly credits?: CreditedInvoices | undefined;
  /** The edition of the rules used for checking, and their hash. Absent in records from earlier versions. */
  readonly rules?: { readonly edition: string; readonly hash: string } | undefined;
  /**
   * The sender and the computer, as reported by the system and the server; absent unless several people share the
   * journal.
   */
  readonly by?: { readonly machine: string; readonly user: string; readonly databaseUser: string } | undefined;
  /** Options that overrode a warning: `--send-anyway`, `--allow-similar`, `--accept-changed-supplier`. */
  readonly overridden?: readonly string[] | undefined;
  /**
   * Set if the document was not sent from here but already existed at the service. Absent in records from earlier
   * versions.
   */
  readonly takenOver?: true | undefined;
  /** The people who requested and approved the document, if its policy requires that. */
  readonly approval?: KeptApproval | undefined;
}

/** How an attempt ended: the service's answer, or the fact that nothing was sent. */
export interface AttemptResult {
  readonly verdict: "created" | "refused" | "not-sent" | "in-doubt";
  readonly status?: number | undefined;
  /** Exactly as the service writes it. */
  readonly id?: string | undefined;
  readonly idType?: IdType;
  /** The number that the service states. */
  readonly documentNumber?: string | undefined;
  readonly overallStatus?: string | undefined;
  /** The statuses of the two sides and the findings that the answer told, cut to a fixed size; absent if it told none. */
  readonly sides?: ToldStatus["sides"] | undefined;
  readonly findings?: ToldStatus["findings"] | undefined;
  readonly totals?: Readonly<Record<string, string>> | undefined;
  /** What the service changed in the document, in words; absent if nothing that moves money or time. */
  readonly changed?: readonly string[] | undefined;
  /** SHA-256 (hex) of the service's answer. */
  readonly answerHash?: string | undefined;
  /** Messages about this result, as shown to the user. */
  readonly said: readonly string[];
  /**
   * Values in a 201 that cannot belong to this document: the id of a document with other content, or a number other
   * than the one sent. The document is then in doubt.
   */
  readonly told?:
    | { readonly id: string; readonly idType?: IdType; readonly documentNumber?: string | undefined }
    | undefined;
  /**
   * The day in the Emirates according to the service's clock, if the document was counted on a day that is more than
   * one day later.
   */
  readonly serviceDay?: string | undefined;
  /** The text of an unusable response body, without the token. */
  readonly partialBody?: string | undefined;
}

/** How a doubt was settled. A later resolution overrules an earlier one; `in-doubt` withdraws a settlement. */
export interface Resolution {
  readonly verdict: "created" | "not-created" | "in-doubt";
  readonly id?: string | undefined;
  readonly idType?: IdType;
  readonly documentNumber?: string | undefined;
  /**
   * `looked-up`: found at the service; `word`: a person's statement; `taken-over`: not sent from here, but the service
   * has it.
   */
  readonly how: "looked-up" | "word" | "taken-over";
  readonly by: string;
}

interface RecordBase {
  readonly sequence: number;
  /** Time of the record; UTC, ISO 8601. */
  readonly at: string;
  readonly account: string;
  readonly key: string;
  /** The attempt's id, short enough to type. */
  readonly attempt: string;
}

/** A record of the journal, which is durable and never changed or removed. */
export type JournalRecord = RecordBase &
  (
    | { readonly type: "intent"; readonly data: Intent }
    | { readonly type: "armed"; readonly data: Partial<MachineTime> }
    | { readonly type: "result"; readonly data: AttemptResult }
    | { readonly type: "resolved"; readonly data: Resolution }
  );

/**
 * A document's state as the service reported it later: its overall status or, if it has none, the status of its legs.
 */
export interface SeenState {
  /** When the state was seen; UTC, ISO 8601. */
  readonly at: string;
  readonly account: string;
  readonly id: string;
  readonly state: string;
}

/** An action on the journal itself, such as `taken-over` from an earlier version. */
export interface JournalNote {
  readonly sequence: number;
  /** Time of the action; UTC, ISO 8601. */
  readonly at: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A document that exists at the service. */
export interface CreatedDocument {
  readonly account: string;
  readonly kind: DocumentKind;
  readonly id: string;
  readonly idType?: IdType;
  /** Absent if neither the service nor the file gives the document one: it is then called by its id. */
  readonly documentNumber?: string | undefined;
  readonly file: string;
  readonly version: string;
  /** When its creation was recorded; UTC, ISO 8601. */
  readonly createdAt: string;
  readonly currency: string;
  readonly payableAmount: string;
  readonly lines: readonly CreatedLine[];
  /** The same hash as in the intent. */
  readonly contentHash?: string | undefined;
  readonly credits?: CreditedInvoices | undefined;
}

/** The latest activity of an account. */
export interface Lately {
  /** Time of the last activity (UTC, ISO 8601); undefined if there is none. */
  readonly last: string | undefined;
  /** Attempts that were sent and have not ended: they are in doubt, or a live process is still working on them. */
  readonly open: readonly Intent[];
}
