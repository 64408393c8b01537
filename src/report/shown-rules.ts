import type { EditionId } from "../document/index.ts";

/** What is shown of a rule. The rules themselves, with their conditions, are not needed to show a result. */
export interface ShownRule {
  readonly id: string;
  readonly says: string;
  readonly hint: string;
  readonly source: string;
  readonly flag: "fatal" | "warning";
  readonly layer: "shared" | "ae" | "own";
  readonly of: { readonly name: string; readonly paths: readonly string[] };
  readonly until?: EditionId;
  readonly unreachable?: string;
}

/** The rules for one document, and their edition. */
export interface ShownRules {
  readonly edition: { readonly id: EditionId };
  readonly rules: readonly ShownRule[];
  readonly ruleSet: {
    readonly edition: EditionId;
    readonly version: string;
    readonly hash: string;
    readonly count: number;
  };
}

/** A document reduced to its relevant parts; `says`: what is special about it. */
export interface ShownRuleExample {
  readonly says: string;
  readonly lines: readonly string[];
}
