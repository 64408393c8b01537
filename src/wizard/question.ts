import type { Choice } from "../desk/index.ts";
import type { DocumentKind, EarlierCredit, Party, PaymentMeans, SelfBilledDocument } from "../document/index.ts";
import type { Problem, Result } from "../problem/index.ts";

/** Text, ticked choices, or the record found for a name. Empty if skipped. */
export type Answer = string | readonly string[] | Named;

/** Stores the record found for a name, so that a draft can continue without a lookup. */
export interface Named {
  readonly name: string;
  readonly found: KnownParty | InvoiceToCredit | KnownItem;
}

/** What is known of an item; `name` only where it is to be kept. */
export interface ItemValues {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly hs?: string | undefined;
  readonly sac?: string | undefined;
  readonly unit?: string | undefined;
  readonly vat?: string | undefined;
  readonly exemption?: string | undefined;
  readonly nature?: string | undefined;
}

export interface KnownItem {
  readonly item: ItemValues;
  /** The document that contains the item, and its issue date; undefined for an item that was kept. */
  readonly sent?: string | undefined;
}

/** Remembers items from one document to the next; an extra does. */
export interface ItemMemory {
  /** Resolves with undefined if the item is not known, or if several are meant. */
  named(name: string, supplier: Party | undefined): Promise<KnownItem | undefined>;
  /** Says what is known of the item, below its name. */
  says(known: KnownItem): readonly string[];
  isSameName(one: string, other: string): boolean;
  /** Asks, after the lines, which items to keep. */
  readonly question: Question;
  /** Returns the items that the answer to the question keeps. */
  chosen(context: QuestionContext): readonly ItemValues[];
  keep(items: readonly ItemValues[]): Promise<Result<unknown>>;
}

export interface KnownParty {
  readonly name: string;
  /** Text displayed after the name, such as the source. */
  readonly remark: string;
  readonly party: Party;
  readonly last?: SelfBilledDocument | undefined;
  /** The supplier's entry in the book: name, account, missing fields and VAT group status. */
  readonly book?:
    | {
        readonly name: string;
        readonly payment: readonly PaymentMeans[] | undefined;
        readonly lacks?: readonly string[];
        readonly isGroupMember?: boolean;
      }
    | undefined;
  /** Warnings shown before a document is written for the supplier. */
  readonly warnings?: readonly string[] | undefined;
}

export interface KnownInvoice {
  readonly number: string;
  readonly words: string;
}

export interface InvoiceToCredit {
  readonly number: string;
  readonly document: SelfBilledDocument;
  readonly credits: readonly EarlierCredit[];
  readonly remarks: readonly string[];
}

export interface WizardFacts {
  /** Today in UAE time, YYYY-MM-DD. */
  readonly today: string;
  /** The document to change; empty by default. */
  readonly from?: SelfBilledDocument;
  /** The suppliers to choose from, newest first. */
  readonly parties: readonly KnownParty[];
  readonly invoices: readonly KnownInvoice[];
  readonly bookNames: readonly string[];
  /** Whether the buyer is known; if not, some rules cannot be applied. */
  readonly buyerKnown: boolean;
  /** Checks a document, and resolves with all problems and their paths, as for a document in a file. */
  judge(document: SelfBilledDocument, kind: DocumentKind, rateDate?: string): Promise<readonly Problem[]>;
  /** Undefined if nothing remembers items. */
  readonly items?: ItemMemory | undefined;
  invoice(named: string): Promise<Result<InvoiceToCredit>>;
  /** Resolves with the document as it is printed, with the meanings of the HS codes. */
  preview(document: SelfBilledDocument, kind: DocumentKind): Promise<string>;
  safe(text: string): string;
}

export interface QuestionContext {
  readonly kind: DocumentKind;
  readonly document: SelfBilledDocument;
  readonly facts: WizardFacts;
  /** The supplier chosen from a list; undefined if the supplier was typed. */
  readonly chosen: KnownParty | undefined;
  /** The supplier's latest document, for defaults. */
  readonly last: SelfBilledDocument | undefined;
  answer(id: string): Answer | undefined;
  /** Returns the text that answers a question; empty if there is none. */
  text(id: string): string;
  ticked(id: string): readonly string[];
}

type Words = string | ((context: QuestionContext) => string);

export interface Question {
  /** A unique id, such as `lines[0].name`. */
  readonly id: string;
  /** The part of the document, as displayed. */
  readonly part: string;
  readonly form: "text" | "choose" | "tick";
  readonly asks: Words;
  readonly help: Words;
  /** Shown on `?`; by default, the explanation that has the question's id. */
  readonly explains?: string;
  /** If absent, the question is always asked. */
  readonly when?: (context: QuestionContext) => boolean;
  readonly choices?: (context: QuestionContext) => readonly Choice[];
  /** Whether Enter skips the question. */
  readonly optional?: true;
  /** The default answer; takes precedence over the supplier's latest document. */
  readonly usual?: (context: QuestionContext) => string | readonly string[] | undefined;
  /** Normalizes the answer, for example by removing spaces or capitalizing letters. */
  readonly tidy?: (text: string) => string;
  /** Returns a message if the answer is impossible; checked before the rules. */
  readonly refuses?: (answer: string | readonly string[], context: QuestionContext) => string | undefined;
  /** Looks up the record for an answer; if that fails, the answer is rejected. */
  readonly finds?: (answer: string, context: QuestionContext) => Promise<Result<Answer>>;
  /** The path of the field, which is validated as it would be in a file. */
  readonly at?: string;
  /** Further fields that this question fills. */
  readonly also?: readonly string[];
  /** Rules about this field do not depend on later answers, so violations are reported immediately. */
  readonly rulesNow?: true;
  /** Ids of dependent questions, whose answers are removed when this answer changes. */
  readonly unsettles?: RegExp;
  /** Writes the answer to the document; by default, the text is written at `at`. */
  readonly writes?: (document: SelfBilledDocument, answer: Answer, context: QuestionContext) => void;
  readonly shows?: (context: QuestionContext) => readonly string[];
  readonly remarks?: (answer: Answer, context: QuestionContext) => readonly string[];
}

/** Questions that are repeated, for example for each line or each charge. */
export interface Round {
  readonly steps: (index: number) => readonly Step[];
  readonly goesOn: (context: QuestionContext, index: number) => boolean;
  readonly when?: (context: QuestionContext) => boolean;
}

export type Step = Question | Round;

export function wordsOf(words: Words, context: QuestionContext): string {
  return typeof words === "string" ? words : words(context);
}
