import type { ChosenRules, RuleChoice } from "../check/index.ts";
import type { Calculation, DocumentKind, SelfBilledDocument } from "../document/index.ts";
import type { CreditCap } from "../journal/index.ts";
import type { JsonObject } from "../json/index.ts";
import type { Problem } from "../problem/index.ts";
import type { ExchangeRates, SourceDocument, WrittenDocument } from "../read/index.ts";
import type { ServiceProfile } from "../settings/index.ts";
import type { UblElement } from "../ubl/index.ts";

/** A document that was read and checked; `document` is absent if the file could not be read that far. */
export interface Prepared {
  readonly file: string;
  readonly kind: DocumentKind;
  readonly document?: SelfBilledDocument;
  readonly calculation?: Calculation;
  readonly tree?: UblElement;
  readonly body?: JsonObject;
  readonly bodyText?: string;
  /** The body with each IBAN as it was typed, if it differs: earlier versions sent that one. */
  readonly typed?: JsonObject;
  /** Returns the position of a field in the file. */
  readonly spot?: SourceDocument["spot"];
  /** Problems in file order; any error means that the document must not be sent. */
  readonly problems: readonly Problem[];
  readonly chosen?: ChosenRules;
  /**
   * Ids of rules that could not be applied, because the buyer is unknown or because of errors in the fields.
   */
  readonly notChecked?: readonly string[];
  /** Set if a value has no single meaning, and the rules in `notChecked` depend on it. */
  readonly isPartly?: true;
  /** Set if this run created the document; `file` is then only a name for it. */
  readonly unsaved?: true;
  /** The entry of the supplier book that filled in the supplier. */
  readonly supplier?: string;
  /** The supplier's code in the numbers of a series per supplier. */
  readonly numberCode?: string;
  /** For a credit note made from an invoice: that invoice, and the amounts credited elsewhere. */
  readonly cap?: CreditCap;
  /** Number or id of the document that this one replaces. Never sent. */
  readonly corrects?: string;
  /** The document's issuer, if it names one. Never sent. */
  readonly company?: string;
  /** The day for which the exchange rate was published, if given. Never sent. */
  readonly rateDate?: string;
}

export interface UnknownFieldPolicy {
  /** Whether any other unknown field is an error, because nobody is asked before the document is sent (Decision 200). */
  readonly refused: boolean;
  /** Paths of unknown fields that are sent without a word, besides those of the profile. */
  readonly allowed: readonly string[];
}

export interface PrepareOptions {
  /** The kind that the command requires; absent if the document itself determines it. */
  readonly kind?: DocumentKind;
  readonly version: string;
  /** The profile whose business data completes the tree as the buyer. */
  readonly profile?: ServiceProfile | undefined;
  /** Sends despite T2 and network findings, which become warnings (Decision 2). */
  readonly sendAnyway?: boolean;
  /** What to do with fields that the service does not know. Default: each is a warning. */
  readonly unknown?: UnknownFieldPolicy | undefined;
  /** The document itself, instead of the file's content. */
  readonly content?: Uint8Array | WrittenDocument | undefined;
  /** Rates for currencies other than AED, and the day they apply to. */
  readonly rates?: ExchangeRates | undefined;
  readonly rateDate?: string | undefined;
  /** The invoice being credited, which limits what can be credited. */
  readonly cap?: CreditCap | undefined;
  /**
   * Rules to apply. Default: all rules of the profile's edition or, if it has none, of the edition in force today.
   * Fields are always checked.
   */
  readonly rules?: RuleChoice | undefined;
}

type Maybe = "isPartly" | "typed" | "unsaved" | "supplier" | "rateDate" | "cap" | "corrects" | "company";

/** A prepared document with everything that a submission needs. */
export type Sendable = Required<Omit<Prepared, Maybe>> & Pick<Prepared, Maybe>;
