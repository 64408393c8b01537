import type { StatusLog, StatusSnapshot, ToldMember, ValidationResult } from "../contract/index.ts";
import type { Amount, BusinessProfile, Calculation, DocumentKind, SelfBilledDocument } from "../document/index.ts";
import type { JsonValue } from "../json/index.ts";
import type { HandedOver } from "../life/index.ts";
import type { Outcome, Problem, Spot } from "../problem/index.ts";
import type { StatusSubject } from "../send/index.ts";
import type { StatusClass } from "../states/index.ts";

/** What one file came to. Amounts are exact texts under their wire names. */
export interface SubmissionResult {
  /** The file, or a name of the document where the file holds several. */
  readonly file: string;
  /** The file that holds several. */
  readonly source?: string;
  readonly outcome: Outcome;
  readonly kind: DocumentKind;
  readonly id?: string | undefined;
  readonly documentNumber?: string | undefined;
  readonly supplier?: { readonly name: string; readonly trn: string } | undefined;
  /** Who issues it, where the settings have several companies. */
  readonly company?: string | undefined;
  readonly currency?: string | undefined;
  readonly totals?: Readonly<Record<string, string>> | undefined;
  readonly overallStatus?: string | undefined;
  /** The edition of the rules that it was checked by in this run, with their hash; absent where it was not checked. */
  readonly rules?: { readonly edition: string; readonly hash: string } | undefined;
  /** The service got it in this run and refused it. */
  readonly refused?: true | undefined;
  /** It exists since an earlier run; nothing was sent in this one. */
  readonly replayed?: boolean;
  /** The run did not come to this one; what is told of it is what the journal knows. */
  readonly notTried?: true;
  /** It was not sent now, and the journal could not say whether an earlier run created it. */
  readonly notLookedUp?: true;
  /** The exact body, for a dry run. */
  readonly request?:
    | {
        readonly url: string | null;
        readonly version: string;
        readonly body: JsonValue;
        readonly text: string;
        /** What --expect takes; undefined where it is not known for whom it would be sent. */
        readonly confirm: string | undefined;
        readonly preview: Preview;
      }
    | undefined;
  readonly problems: readonly Problem[];
}

/** A document as it is shown before it is sent. */
export interface Preview {
  readonly file: string;
  readonly kind: DocumentKind;
  readonly document: SelfBilledDocument;
  readonly calculation: Calculation;
  readonly customer?: BusinessProfile | undefined;
  /** What HS codes of the lines mean, by the code; blank where the Harmonized System has no such code. */
  readonly hsWords?: ReadonlyMap<string, string> | undefined;
  /** The day for which the exchange rate was published. */
  readonly rateDate?: string | undefined;
  /** That the network will not deliver it, and what to do then. */
  readonly undelivered?: string | undefined;
  /** Number or id of the document that this one stands in for. */
  readonly corrects?: string | undefined;
  /** Of a credit note: what it corrects, where that is known. */
  readonly credited?: CreditedValue | undefined;
}

/** Net values of the invoices that a credit note corrects, in the document currency. */
export interface CreditedValue {
  readonly original: Amount;
  /** What earlier credit notes took back of it. */
  readonly earlier: Amount;
}

/** A finding of the network, with the place in the user's own file where that is known. */
export interface PlacedResult {
  readonly result: ValidationResult;
  readonly where?: Spot | undefined;
}

/** The result of one document. */
export interface StatusResult {
  /** As it was typed. */
  readonly asked: string;
  readonly outcome: Outcome;
  readonly id: string;
  readonly kind?: StatusSubject | undefined;
  readonly documentNumber?: string | undefined;
  /** Whether the service tells an overall status of such a document; where it does not, none is shown. */
  readonly tellsOverall: boolean;
  readonly overallStatus?: string | undefined;
  readonly standing: StatusClass;
  readonly sides: { readonly participant?: string | undefined; readonly fta?: string | undefined };
  readonly snapshot?: StatusSnapshot | undefined;
  /** What the document says that selfbill does not know, as it came. */
  readonly more?: readonly ToldMember[];
  /** The service tells of its status in a way that is not read; not the same as telling none. */
  readonly isUnread?: boolean;
  /** Names of the parties by network address, `0235:1009876549`. */
  readonly names: Readonly<Record<string, string>>;
  readonly findings: readonly PlacedResult[];
  /** The edition of the rules that it was checked by before it was sent from here, with their hash. */
  readonly rules?: { readonly edition: string; readonly hash: string } | undefined;
  /** How its supplier got a copy of what was not delivered. */
  readonly handedOver?: HandedOver | undefined;
  /** Files that were written. */
  readonly saved: readonly string[];
  readonly problems: readonly Problem[];
}

/** What a command shows. Each has one text form and one JSON form. */
export type View =
  | {
      readonly view: "submissions";
      readonly results: readonly SubmissionResult[];
      readonly dryRun: boolean;
      /** How to write them, where somebody asked for a form (not with --json). */
      readonly as?: "table" | "plain" | "csv" | "lines" | undefined;
      /** They replace documents that the service had. */
      readonly again?: true;
    }
  | {
      readonly view: "facts";
      readonly title?: string;
      readonly facts: ReadonlyArray<readonly [label: string, value: string]>;
      /** What a service says beside them, as it came. */
      readonly told?: readonly ToldMember[];
      readonly data: Record<string, unknown>;
    }
  | {
      readonly view: "table";
      readonly columns: readonly string[];
      readonly rows: ReadonlyArray<readonly string[]>;
      /** Columns with amounts, right-aligned. */
      readonly right?: readonly number[];
      readonly data: Record<string, unknown>;
      readonly empty: string;
      /** What a service says beside them, as it came. */
      readonly told?: readonly ToldMember[];
      /** Up to where the journal is counted stands below it, for a person at a screen. */
      readonly countedUpTo?: true;
      /** What to do now, below a table that has rows. */
      readonly next?: string | undefined;
    }
  | {
      readonly view: "raw";
      readonly text: string;
      readonly data: Record<string, unknown>;
      /** Somebody else wrote it: a terminal sees it line by line through `safe`. */
      readonly foreign?: true;
    }
  | (StatusLog & {
      readonly view: "events";
      /** Line by line as they come, instead of a table. */
      readonly lines: boolean;
    })
  | {
      readonly view: "statuses";
      readonly results: readonly StatusResult[];
      readonly verbose: boolean;
      /** Shown in place of the tables. */
      readonly xml?: string | undefined;
    }
  | { readonly view: "nothing" };

/** The whole answer of a command: what to show and how it ended. */
export interface Report {
  readonly outcome: Outcome;
  readonly sandbox: boolean;
  readonly view: View;
  /** Words that lead the next command to the same service: ` --sandbox`. */
  readonly place?: string;
  /** What is wrong with documents that were not sent is cut off below a screen: the same command shows it again with --all. */
  readonly oneScreen?: true;
  /** Problems that belong to no single file. */
  readonly problems: readonly Problem[];
  /** Which journal knows of it, how many links its chain has, and the hash of the last one. */
  readonly journal?: { readonly id: string; readonly sequence: string; readonly head: string } | undefined;
}
