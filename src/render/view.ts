import type { BusinessProfile, Calculation, DocumentKind, SelfBilledDocument } from "../document/index.ts";
import type { JsonValue } from "../json/index.ts";
import type { Outcome, Problem } from "../problem/index.ts";

/** What one file came to. Amounts are exact texts under their wire names. */
export interface SubmissionResult {
  readonly file: string;
  readonly outcome: Outcome;
  readonly kind: DocumentKind;
  readonly id?: string | undefined;
  readonly documentNumber?: string | undefined;
  readonly supplier?: { readonly name: string; readonly trn: string } | undefined;
  readonly currency?: string | undefined;
  readonly totals?: Readonly<Record<string, string>> | undefined;
  readonly overallStatus?: string | undefined;
  /** The exact body, for a dry run. */
  readonly request?:
    | {
        readonly url: string | null;
        readonly version: string;
        readonly body: JsonValue;
        readonly text: string;
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
}

/** What a command shows. Each has one text form and one JSON form. */
export type View =
  | { readonly view: "submissions"; readonly results: readonly SubmissionResult[]; readonly dryRun: boolean }
  | {
      readonly view: "facts";
      readonly title?: string;
      readonly facts: ReadonlyArray<readonly [label: string, value: string]>;
      readonly data: Record<string, unknown>;
    }
  | {
      readonly view: "table";
      readonly columns: readonly string[];
      readonly rows: ReadonlyArray<readonly string[]>;
      readonly data: Record<string, unknown>;
      readonly empty: string;
    }
  | { readonly view: "raw"; readonly text: string; readonly data: Record<string, unknown> }
  | { readonly view: "nothing" };

/** The whole answer of a command: what to show and how it ended. */
export interface Report {
  readonly outcome: Outcome;
  readonly sandbox: boolean;
  readonly view: View;
  /** Problems that belong to no single file. */
  readonly problems: readonly Problem[];
}
