import type { KeptApproval } from "../../approval/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import type { MachineTime } from "../keys/machine-time.ts";

/** A line of a created document, as far as a credit note needs it. Amounts and quantities are exact texts. */
export interface CreatedLine {
  readonly name: string;
  readonly quantity: string;
  readonly unitCode: string;
  readonly netAmount: string;
}

/** The invoices that a credit note says it corrects. */
export interface CreditedInvoices {
  /** Numbers of the invoices in the credit note's billing_reference. */
  readonly invoiceNumbers: readonly string[];
  /** The credit note's discrepancy_response. */
  readonly reason: string;
}

/** A document about to be sent, with everything that later commands need even without any other information. */
export interface Intent {
  /**
   * Origin of the service and business profile, or `sandbox:` or `tunnel:` and the business profile. An id of one account means nothing in
   * another.
   */
  readonly account: string;
  /** By `intentKey`: equal for equal content. */
  readonly key: string;
  readonly kind: DocumentKind;
  readonly businessProfileId: string;
  /** `id` distinguishes suppliers: the TRN, otherwise the TIN, another identifier, or the name. */
  readonly supplier: {
    readonly id: string;
    readonly name: string;
    readonly trn: string;
    /** Name of the entry in the supplier book that filled in the supplier. */
    readonly entry?: string | undefined;
  };
  /** The number as sent, from the file or a number series; absent if the service numbers the document. */
  readonly documentNumber?: string | undefined;
  /** If the number was handed out here: the series of its period, such as `SB-2026-{00000}`, and the place in it. */
  readonly series?: { readonly series: string; readonly counter: number } | undefined;
  readonly issueDate: string;
  readonly currency: string;
  /** AED for one unit of another currency, as sent; and the day of that rate, if it was stated. */
  readonly exchangeRate?: { readonly rate: string; readonly date?: string | undefined } | undefined;
  /** The totals as exact texts, by the service's field names. */
  readonly totals: Readonly<Record<string, string>>;
  /** Absolute path of the file that the document was written in; `-` for standard input. */
  readonly file: string;
  /** Contract version; every later command about the document uses it again. */
  readonly version: string;
  /** SHA-256 of the request's body as sent, hex. */
  readonly bodyHash: string;
  /** SHA-256 (hex) of the document as written in its file; detects changes to the file. */
  readonly contentHash: string;
  /** Id of the document whose validation failed and that this content replaces. */
  readonly replaces?: string | undefined;
  /** The document that failed or was credited, and that this one replaces. */
  readonly corrects?: { readonly id: string; readonly documentNumber: string } | undefined;
  readonly lines: readonly CreatedLine[];
  /** References that distinguish the document's supply from others of the same amount, by `supplyReferences`; absent if there are none. */
  readonly references?: readonly string[] | undefined;
  /** For a credit note: what it credits. */
  readonly credits?: CreditedInvoices | undefined;
  /** The edition of the rules by which the document was checked, and the hash of those rules. Absent in records of earlier versions. */
  readonly rules?: { readonly edition: string; readonly hash: string } | undefined;
  /** The sender and the computer, as system and server report them, if several people share the journal. */
  readonly by?: { readonly machine: string; readonly user: string; readonly databaseUser: string } | undefined;
  /** Options by which a person overrode a warning: `--send-anyway`, `--allow-similar`, `--accept-changed-supplier`. */
  readonly overridden?: readonly string[] | undefined;
  /** Whether the document was not sent from here but already existed at the service. Absent in records of earlier versions. */
  readonly takenOver?: true | undefined;
  /** The people who requested and approved the document, if the policy of its business profile requires that. */
  readonly approval?: KeptApproval | undefined;
}

/** The service's answer, or that nothing was sent. */
export interface AttemptResult {
  readonly verdict: "created" | "refused" | "not-sent" | "in-doubt";
  /** HTTP status, if there was an answer. */
  readonly status?: number | undefined;
  readonly id?: string | undefined;
  /** The number as the service states it. */
  readonly documentNumber?: string | undefined;
  readonly overallStatus?: string | undefined;
  readonly totals?: Readonly<Record<string, string>> | undefined;
  /** SHA-256 of the answer's body, hex. */
  readonly answerHash?: string | undefined;
  /** The message as shown to the person. */
  readonly said: readonly string[];
  /**
   * Values in a 201 that cannot belong to this document: the id of another content, or a number other than the one
   * sent. Then the document is in doubt.
   */
  readonly told?: { readonly id: string; readonly documentNumber?: string | undefined } | undefined;
  /** The day in the Emirates by the service's clock, if the day to which the document was counted is more than one day ahead of it. */
  readonly serviceDay?: string | undefined;
  /** The text of an unusable body, without the token. */
  readonly partialBody?: string | undefined;
}

/** How a doubt was settled. A later resolution overrules an earlier one; `in-doubt` withdraws a settlement. */
export interface Resolution {
  readonly verdict: "created" | "not-created" | "in-doubt";
  readonly id?: string | undefined;
  readonly documentNumber?: string | undefined;
  /** `looked-up` at the service, or a person's statement (`word`); `taken-over`: not sent from here, but the service has it. */
  readonly how: "looked-up" | "word" | "taken-over";
  /** Who made the statement or had it looked up. */
  readonly by: string;
}

interface RecordBase {
  /** Increases with every record. */
  readonly sequence: number;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly account: string;
  readonly key: string;
  /** One attempt to send; short, so that a person can type it. */
  readonly attempt: string;
}

/** One durable record; never changed or removed. */
export type JournalRecord = RecordBase &
  (
    | { readonly type: "intent"; readonly data: Intent }
    | { readonly type: "armed"; readonly data: Partial<MachineTime> }
    | { readonly type: "result"; readonly data: AttemptResult }
    | { readonly type: "resolved"; readonly data: Resolution }
  );

/** A later statement of a service about a document: its overall status, or without one, the status of its legs. */
export interface SeenState {
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly account: string;
  readonly id: string;
  readonly state: string;
}

/** An action on the journal itself, such as `taken-over` from an earlier version. */
export interface JournalNote {
  readonly sequence: number;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A document that exists at the service. */
export interface CreatedDocument {
  readonly account: string;
  readonly kind: DocumentKind;
  readonly id: string;
  readonly documentNumber: string;
  readonly file: string;
  readonly version: string;
  /** UTC, ISO 8601. */
  readonly createdAt: string;
  readonly currency: string;
  readonly payableAmount: string;
  readonly lines: readonly CreatedLine[];
  /** The hash as in the intent. */
  readonly contentHash?: string | undefined;
  readonly credits?: CreditedInvoices | undefined;
}

/** The latest activity of an account in the journal. */
export interface Lately {
  /** Time of the latest record; UTC, ISO 8601. Undefined if there is none. */
  readonly last: string | undefined;
  /** Attempts that left this computer and have not ended: in doubt, or under way in a live process. */
  readonly open: readonly Intent[];
}
