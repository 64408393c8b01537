import type { StatusLog, StatusSnapshot, ToldMember, ToldStatus, ValidationResult } from "../contract/index.ts";
import type { Amount, BusinessProfile, Calculation, DocumentKind, SelfBilledDocument } from "../document/index.ts";
import type { JsonValue } from "../json/index.ts";
import type { HandedOver } from "../life/index.ts";
import type { Outcome, Problem, Spot } from "../problem/index.ts";
import type { StatusSubject } from "../send/index.ts";
import type { StatusClass } from "../states/index.ts";

/** The result for one document. Amounts are exact decimal strings, under the service's field names. */
export interface SubmissionResult {
  /** The file, or the document's name if the file contains several documents. */
  readonly file: string;
  /** The file, if it contains several documents. */
  readonly source?: string;
  readonly outcome: Outcome;
  readonly kind: DocumentKind;
  readonly id?: string | undefined;
  readonly documentNumber?: string | undefined;
  readonly supplier?: { readonly name: string; readonly trn: string } | undefined;
  /** The issuer, if there are several companies. */
  readonly company?: string | undefined;
  readonly currency?: string | undefined;
  readonly totals?: Readonly<Record<string, string>> | undefined;
  /** Whose totals these are: all of the service's, or all calculated here; absent if the document was not created. */
  readonly totalsFrom?: "service" | "here" | undefined;
  /** What of the service's answer could not be compared with the document. */
  readonly notCompared?: readonly string[] | undefined;
  readonly overallStatus?: string | undefined;
  /** What else the service told of the status: the two sides, for diagnosis only, and the findings. */
  readonly sides?: ToldStatus["sides"] | undefined;
  readonly findings?: readonly PlacedResult[] | undefined;
  /** Edition and hash of the rules; absent if the document was not checked. */
  readonly rules?: { readonly edition: string; readonly hash: string } | undefined;
  /** Set if the service refused the document in this run. */
  readonly refused?: true | undefined;
  /** Set if an earlier run had already created the document, so nothing was sent. */
  readonly replayed?: boolean;
  /** Set if the run did not reach this document; the result is from the journal. */
  readonly notTried?: true;
  /** Set if the document was not sent, and the journal could not be read to look for earlier runs. */
  readonly notLookedUp?: true;
  /** The exact request that would be sent; for a dry run. */
  readonly request?:
    | {
        readonly url: string | null;
        readonly version: string;
        readonly body: JsonValue;
        readonly text: string;
        /** The value for --expect; undefined if the account is unknown. */
        readonly confirm: string | undefined;
        readonly preview: Preview;
      }
    | undefined;
  readonly problems: readonly Problem[];
}

export interface Preview {
  readonly file: string;
  readonly kind: DocumentKind;
  readonly document: SelfBilledDocument;
  readonly calculation: Calculation;
  readonly customer?: BusinessProfile | undefined;
  /** Meanings of the lines' HS codes, by code; blank if the code does not exist in the Harmonized System. */
  readonly hsWords?: ReadonlyMap<string, string> | undefined;
  /** Date of the exchange rate. */
  readonly rateDate?: string | undefined;
  /** Why the network will not deliver the document, and what to do. */
  readonly undelivered?: string | undefined;
  /** Number or id of the document that this one replaces. */
  readonly corrects?: string | undefined;
  /** For a credit note: net values of the invoices that it credits; absent if selfbill cannot determine them. */
  readonly credited?: CreditedValue | undefined;
}

/** Net values of the credited invoices, in the document currency. */
export interface CreditedValue {
  readonly original: Amount;
  /** Amount of earlier credit notes. */
  readonly earlier: Amount;
}

export interface PlacedResult {
  readonly result: ValidationResult;
  readonly where?: Spot | undefined;
}

export interface StatusResult {
  /** The name as typed. */
  readonly asked: string;
  readonly outcome: Outcome;
  readonly id: string;
  readonly kind?: StatusSubject | undefined;
  readonly documentNumber?: string | undefined;
  /** False if the service has no overall status for this kind of document; in that case, none is shown. */
  readonly tellsOverall: boolean;
  readonly overallStatus?: string | undefined;
  /** Set if the overall status is the last that the journal has, because the service tells none now; `at` is its time. */
  readonly kept?: { readonly at: string | undefined; readonly isFirst: boolean } | undefined;
  /** Whether the service can replace a document that failed validation; true unless its profile says otherwise. */
  readonly resubmits?: boolean;
  readonly standing: StatusClass;
  readonly sides: { readonly participant?: string | undefined; readonly fta?: string | undefined };
  readonly snapshot?: StatusSnapshot | undefined;
  /** Unknown members of the status, as received. */
  readonly more?: readonly ToldMember[];
  /** Set if the status cannot be parsed. */
  readonly isUnread?: boolean;
  /** Keys are network addresses, such as `0235:1009876549`. */
  readonly names: Readonly<Record<string, string>>;
  readonly findings: readonly PlacedResult[];
  /** Edition and hash of the rules that the document was checked against before it was sent. */
  readonly rules?: { readonly edition: string; readonly hash: string } | undefined;
  /** For a rejected document: what to do, one sentence each. */
  readonly advice?: readonly string[] | undefined;
  /** For an undelivered document: how the supplier was given a copy. */
  readonly handedOver?: HandedOver | undefined;
  readonly saved: readonly string[];
  readonly problems: readonly Problem[];
}

declare const ofColumns: unique symbol;

/** Headings and cells that come from the same call to `cellsOf`; any others do not compile. */
export interface OfColumns {
  readonly [ofColumns]: true;
}

/** Each view has one text format and one JSON format. */
export type View =
  | {
      readonly view: "submissions";
      readonly results: readonly SubmissionResult[];
      readonly dryRun: boolean;
      /** Also shows location and test of each finding. */
      readonly verbose?: boolean;
      /** Requested format; not used with --json. */
      readonly as?: "table" | "plain" | "csv" | "lines" | undefined;
      /** Set if existing documents were replaced. */
      readonly again?: true;
    }
  | {
      readonly view: "facts";
      readonly title?: string;
      readonly facts: ReadonlyArray<readonly [label: string, value: string]>;
      /** Unknown members from the service, as received. */
      readonly told?: readonly ToldMember[];
      readonly data: Record<string, unknown>;
    }
  | (OfColumns & {
      readonly view: "table";
      readonly columns: readonly string[];
      readonly rows: ReadonlyArray<readonly string[]>;
      /** Right-aligned columns. */
      readonly right?: readonly number[];
      readonly data: Record<string, unknown>;
      readonly empty: string;
      /** Unknown members from the service, as received. */
      readonly told?: readonly ToldMember[];
      /** On a screen, also shows the last journal record that the table covers. */
      readonly countedUpTo?: true;
      /** Shown below the table, except below an empty table on a screen. */
      readonly next?: string | undefined;
    })
  | {
      readonly view: "raw";
      readonly text: string;
      readonly data: Record<string, unknown>;
      /** Text from outside: a terminal shows it line by line through `safe`. */
      readonly foreign?: true;
    }
  | (StatusLog & {
      readonly view: "events";
      /** Shows events one by one as they arrive, instead of a table. */
      readonly lines: boolean;
    })
  | {
      readonly view: "statuses";
      readonly results: readonly StatusResult[];
      readonly verbose: boolean;
      /** Shown instead of the tables. */
      readonly xml?: string | undefined;
    }
  | { readonly view: "nothing" };

export interface Report {
  readonly outcome: Outcome;
  readonly sandbox: boolean;
  readonly view: View;
  /** Shortens the list of problems with unsent documents to one screen; --all shows all of them. */
  readonly oneScreen?: true;
  /** Problems that do not belong to a file. */
  readonly problems: readonly Problem[];
  /** Id of the journal, length of its chain, and hash of the last link. */
  readonly journal?: { readonly id: string; readonly sequence: string; readonly head: string } | undefined;
}
