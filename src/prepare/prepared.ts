import type { ChosenRules, RuleChoice } from "../check/index.ts";
import type { Calculation, DocumentKind, SelfBilledDocument } from "../document/index.ts";
import type { CreditCap } from "../journal/index.ts";
import type { JsonObject } from "../json/index.ts";
import type { Problem } from "../problem/index.ts";
import type { ExchangeRates, SourceDocument, WrittenDocument } from "../read/index.ts";
import type { ServiceProfile } from "../settings/index.ts";
import type { UblElement } from "../ubl/index.ts";

/** A document that was read and judged. Without `document` the file could not be read that far. */
export interface Prepared {
  readonly file: string;
  readonly kind: DocumentKind;
  readonly document?: SelfBilledDocument;
  readonly calculation?: Calculation;
  readonly tree?: UblElement;
  readonly body?: JsonObject;
  readonly bodyText?: string;
  /** Where a field of the document stands in its file. */
  readonly spot?: SourceDocument["spot"];
  /** In file order; any of severity error means: must not be sent. */
  readonly problems: readonly Problem[];
  /** The rules that it was asked. */
  readonly chosen?: ChosenRules;
  /** Ids of the rules that could not be asked: the buyer is unknown, or the file is too broken for a tree. */
  readonly notChecked?: readonly string[];
  /** It was made here, and `file` is only a name for it. */
  readonly unsaved?: true;
  /** Name of the entry in the supplier book that filled in the supplier. */
  readonly supplier?: string;
  /** Of a credit note that was made from its invoice: that invoice, and what was credited of it elsewhere. */
  readonly cap?: CreditCap;
  /** Number or id of the document that this one stands in for. Never sent. */
  readonly corrects?: string;
  /** Who issues it, where the document says it. Never sent. */
  readonly company?: string;
  /** Of a document in another currency: the day for which the exchange rate was published, where somebody said so. Never sent. */
  readonly rateDate?: string;
}

export interface PrepareOptions {
  /** Left out: the document's own word counts. */
  readonly kind?: DocumentKind;
  readonly version: string;
  /** Where known: its party completes the tree. */
  readonly profile?: ServiceProfile | undefined;
  /** Sends in spite of T2 and network findings; they become warnings (Decision 2). */
  readonly sendAnyway?: boolean;
  /** The document itself, in place of what stands in the file. */
  readonly content?: Uint8Array | WrittenDocument | undefined;
  /** Exchange rates for documents in another currency than AED, and the day they are of. */
  readonly rates?: ExchangeRates | undefined;
  readonly rateDate?: string | undefined;
  /** The invoice that the document takes back, for the cap of what is credited. */
  readonly cap?: CreditCap | undefined;
  /** The rules to ask; when left out all of the profile's edition, else of the one in force today. The fields are always checked. */
  readonly rules?: RuleChoice | undefined;
}

type Maybe = "unsaved" | "supplier" | "rateDate" | "cap" | "corrects" | "company";

/** A document that may be sent: everything a submission needs is there. */
export type Sendable = Required<Omit<Prepared, Maybe>> & Pick<Prepared, Maybe>;
