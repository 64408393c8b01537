import type { KeptApproval } from "../../approval/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import type { MachineTime } from "../keys/machine-time.ts";

/** Amounts and quantities are exact texts. */
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
   * Origin of the service, a blank and the business profile; or `sandbox:` or `tunnel:` and the business profile. Ids
   * are unique only within an account.
   */
  readonly account: string;
  /** The result of `intentKey`: equal for equal content. */
  readonly key: string;
  readonly kind: DocumentKind;
  readonly businessProfileId: string;
  /** `id`: the TRN, otherwise the TIN, another identifier, or the name. */
  readonly supplier: {
    readonly id: string;
    readonly name: string;
    readonly trn: string;
    readonly entry?: string | undefined;
  };
  /** The number as sent, from the file or a number series; absent if the service numbers the document. */
  readonly documentNumber?: string | undefined;
  /** If a series numbered the document: the series for its period, such as `SB-2026-{00000}`, and the counter. */
  readonly series?: { readonly series: string; readonly counter: number } | undefined;
  readonly issueDate: string;
  readonly currency: string;
  /** AED for one unit of another currency, as sent, and the day of that rate, if stated. */
  readonly exchangeRate?: { readonly rate: string; readonly date?: string | undefined } | undefined;
  /** Exact texts, by the service's field names. */
  readonly totals: Readonly<Record<string, string>>;
  /** Absolute path of the file that contained the document; `-` for standard input. */
  readonly file: string;
  /** Contract version, which every later command about the document uses again. */
  readonly version: string;
  /** SHA-256 of the request's body as sent, hex. */
  readonly bodyHash: string;
  /** SHA-256 (hex) of the document as written in its file; detects changes to the file. */
  readonly contentHash: string;
  /** Id of the document whose validation failed and that this one replaces. */
  readonly replaces?: string | undefined;
  /** The failed or credited document that this one replaces. */
  readonly corrects?: { readonly id: string; readonly documentNumber: string } | undefined;
  readonly lines: readonly CreatedLine[];
  /** The result of `supplyReferences`: distinguishes this supply from others of the same amount. */
  readonly references?: readonly string[] | undefined;
  /** Only for a credit note. */
  readonly credits?: CreditedInvoices | undefined;
  /** The edition of the rules used for checking, and their hash. Absent in records of earlier versions. */
  readonly rules?: { readonly edition: string; readonly hash: string } | undefined;
  /** If several people share the journal: the sender and the computer, as system and server report them. */
  readonly by?: { readonly machine: string; readonly user: string; readonly databaseUser: string } | undefined;
  /** Options that overrode a warning: `--send-anyway`, `--allow-similar`, `--accept-changed-supplier`. */
  readonly overridden?: readonly string[] | undefined;
  /** The document was not sent from here but already existed at the service. Absent in records of earlier versions. */
  readonly takenOver?: true | undefined;
  /** The people who requested and approved the document, if its policy requires that. */
  readonly approval?: KeptApproval | undefined;
}

/** The service's answer, or that nothing was sent. */
export interface AttemptResult {
  readonly verdict: "created" | "refused" | "not-sent" | "in-doubt";
  readonly status?: number | undefined;
  readonly id?: string | undefined;
  /** As the service states it. */
  readonly documentNumber?: string | undefined;
  readonly overallStatus?: string | undefined;
  readonly totals?: Readonly<Record<string, string>> | undefined;
  /** SHA-256, hex. */
  readonly answerHash?: string | undefined;
  /** Returns the differences as shown to the user. */
  readonly said: readonly string[];
  /**
   * Values in a 201 that cannot belong to this document: the id of another content, or a number other than the one
   * sent. Then the document is in doubt.
   */
  readonly told?: { readonly id: string; readonly documentNumber?: string | undefined } | undefined;
  /**
   * The day in the Emirates by the service's clock, if the document was counted on a day more than one day ahead of it.
   */
  readonly serviceDay?: string | undefined;
  /** Text of an unusable body, without the token. */
  readonly partialBody?: string | undefined;
}

/** How a doubt was settled. A later resolution overrules an earlier one; `in-doubt` withdraws a settlement. */
export interface Resolution {
  readonly verdict: "created" | "not-created" | "in-doubt";
  readonly id?: string | undefined;
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
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly account: string;
  readonly key: string;
  /** Short enough to type. */
  readonly attempt: string;
}

/** Durable; never changed or removed. */
export type JournalRecord = RecordBase &
  (
    | { readonly type: "intent"; readonly data: Intent }
    | { readonly type: "armed"; readonly data: Partial<MachineTime> }
    | { readonly type: "result"; readonly data: AttemptResult }
    | { readonly type: "resolved"; readonly data: Resolution }
  );

/** A state of a document reported later by a service: its overall status, or without one, the status of its legs. */
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
  /** As in the intent. */
  readonly contentHash?: string | undefined;
  readonly credits?: CreditedInvoices | undefined;
}

/** The latest activity of an account. */
export interface Lately {
  /** UTC, ISO 8601. Undefined if there is none. */
  readonly last: string | undefined;
  /** Attempts that left this computer and have not ended: in doubt, or under way in a live process. */
  readonly open: readonly Intent[];
}
