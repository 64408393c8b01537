import type { StatusLog, StatusSnapshot, ToldMember, ValidationResult } from "../contract/index.ts";
import type { Amount, BusinessProfile, Calculation, DocumentKind, SelfBilledDocument } from "../document/index.ts";
import type { JsonValue } from "../json/index.ts";
import type { HandedOver } from "../life/index.ts";
import type { Outcome, Problem, Spot } from "../problem/index.ts";
import type { StatusSubject } from "../send/index.ts";
import type { StatusClass } from "../states/index.ts";

/** The result for one file. Amounts are exact texts under their wire names. */
export interface SubmissionResult {
  /** The file, or a name for the document if the file contains several. */
  readonly file: string;
  /** The file, if it contains several documents. */
  readonly source?: string;
  readonly outcome: Outcome;
  readonly kind: DocumentKind;
  readonly id?: string | undefined;
  readonly documentNumber?: string | undefined;
  readonly supplier?: { readonly name: string; readonly trn: string } | undefined;
  /** The issuer, if the settings have several companies. */
  readonly company?: string | undefined;
  readonly currency?: string | undefined;
  readonly totals?: Readonly<Record<string, string>> | undefined;
  readonly overallStatus?: string | undefined;
  /** The edition of the rules used in this run, with their hash; absent if the document was not checked. */
  readonly rules?: { readonly edition: string; readonly hash: string } | undefined;
  /** Whether the service received the document in this run and refused it. */
  readonly refused?: true | undefined;
  /** Whether the document exists since an earlier run; this run sent nothing for it. */
  readonly replayed?: boolean;
  /** Whether the run did not reach this document; the result is then taken from the journal. */
  readonly notTried?: true;
  /** Whether the document was not sent now, and the journal could not say whether an earlier run created it. */
  readonly notLookedUp?: true;
  /** The exact request, for a dry run. */
  readonly request?:
    | {
        readonly url: string | null;
        readonly version: string;
        readonly body: JsonValue;
        readonly text: string;
        /** The value for --expect; undefined if the sender is unknown. */
        readonly confirm: string | undefined;
        readonly preview: Preview;
      }
    | undefined;
  readonly problems: readonly Problem[];
}

/** A document as displayed before it is sent. */
export interface Preview {
  readonly file: string;
  readonly kind: DocumentKind;
  readonly document: SelfBilledDocument;
  readonly calculation: Calculation;
  readonly customer?: BusinessProfile | undefined;
  /** The meanings of the lines' HS codes, by code; blank if the Harmonized System has no such code. */
  readonly hsWords?: ReadonlyMap<string, string> | undefined;
  /** The day the exchange rate was published for. */
  readonly rateDate?: string | undefined;
  /** Says that the network will not deliver the document, and what to do then. */
  readonly undelivered?: string | undefined;
  /** Number or id of the document that this one replaces. */
  readonly corrects?: string | undefined;
  /** The value that a credit note corrects, if known. */
  readonly credited?: CreditedValue | undefined;
}

/** Net values of the invoices that a credit note corrects, in the document currency. */
export interface CreditedValue {
  readonly original: Amount;
  /** The part already credited by earlier credit notes. */
  readonly earlier: Amount;
}

/** A finding of the network, with its place in the user's own file if known. */
export interface PlacedResult {
  readonly result: ValidationResult;
  readonly where?: Spot | undefined;
}

/** What the service says about one document. */
export interface StatusResult {
  /** The name as typed by the user. */
  readonly asked: string;
  readonly outcome: Outcome;
  readonly id: string;
  readonly kind?: StatusSubject | undefined;
  readonly documentNumber?: string | undefined;
  /** Whether the service gives an overall status for such a document; if not, none is shown. */
  readonly tellsOverall: boolean;
  readonly overallStatus?: string | undefined;
  readonly standing: StatusClass;
  readonly sides: { readonly participant?: string | undefined; readonly fta?: string | undefined };
  readonly snapshot?: StatusSnapshot | undefined;
  /** Parts of the status that selfbill does not know, as received. */
  readonly more?: readonly ToldMember[];
  /** Whether the service sends its status in an unreadable form, which differs from sending none. */
  readonly isUnread?: boolean;
  /** Names of the parties by network address, such as `0235:1009876549`. */
  readonly names: Readonly<Record<string, string>>;
  readonly findings: readonly PlacedResult[];
  /** The edition of the rules used before the document was sent from here, with their hash. */
  readonly rules?: { readonly edition: string; readonly hash: string } | undefined;
  /** How the supplier got a copy of a document that was not delivered. */
  readonly handedOver?: HandedOver | undefined;
  /** Files that were written. */
  readonly saved: readonly string[];
  readonly problems: readonly Problem[];
}

declare const ofColumns: unique symbol;

/** Headings and cells that `cellsOf` made of one list of columns: other headings and cells do not compile. */
export interface OfColumns {
  readonly [ofColumns]: true;
}

/** The content that a command shows. Each view has one text form and one JSON form. */
export type View =
  | {
      readonly view: "submissions";
      readonly results: readonly SubmissionResult[];
      readonly dryRun: boolean;
      /** The output format, if one was requested (not with --json). */
      readonly as?: "table" | "plain" | "csv" | "lines" | undefined;
      /** Whether the documents replace existing documents at the service. */
      readonly again?: true;
    }
  | {
      readonly view: "facts";
      readonly title?: string;
      readonly facts: ReadonlyArray<readonly [label: string, value: string]>;
      /** Other data from the service, as received. */
      readonly told?: readonly ToldMember[];
      readonly data: Record<string, unknown>;
    }
  | (OfColumns & {
      readonly view: "table";
      readonly columns: readonly string[];
      readonly rows: ReadonlyArray<readonly string[]>;
      /** Columns with amounts, right-aligned. */
      readonly right?: readonly number[];
      readonly data: Record<string, unknown>;
      readonly empty: string;
      /** Other data from the service, as received. */
      readonly told?: readonly ToldMember[];
      /** Whether a screen shows, below the table, up to which record the journal was counted. */
      readonly countedUpTo?: true;
      /** The next step, shown below a table with rows. */
      readonly next?: string | undefined;
    })
  | {
      readonly view: "raw";
      readonly text: string;
      readonly data: Record<string, unknown>;
      /** Whether the text comes from outside: a terminal shows it line by line through `safe`. */
      readonly foreign?: true;
    }
  | (StatusLog & {
      readonly view: "events";
      /** Whether events are shown line by line as they arrive, instead of in a table. */
      readonly lines: boolean;
    })
  | {
      readonly view: "statuses";
      readonly results: readonly StatusResult[];
      readonly verbose: boolean;
      /** XML that is shown instead of the tables. */
      readonly xml?: string | undefined;
    }
  | { readonly view: "nothing" };

/** The whole answer of a command: its content and its outcome. */
export interface Report {
  readonly outcome: Outcome;
  readonly sandbox: boolean;
  readonly view: View;
  /** Options that lead the next command to the same service, such as ` --sandbox`. */
  readonly place?: string;
  /** Whether a screen shortens the problems of documents that were not sent: the same command with --all shows all of them. */
  readonly oneScreen?: true;
  /** Problems that do not belong to a single file. */
  readonly problems: readonly Problem[];
  /** The journal concerned, the length of its chain, and the hash of its last link. */
  readonly journal?: { readonly id: string; readonly sequence: string; readonly head: string } | undefined;
}
