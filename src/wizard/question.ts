import type { Choice } from "../desk/index.ts";
import type { DocumentKind, EarlierCredit, Party, PaymentMeans, SelfBilledDocument } from "../document/index.ts";
import type { Item } from "../items/index.ts";
import type { Problem, Result } from "../problem/index.ts";

/** An answer as a draft stores it: a text, the ticked choices, or the record that a name refers to. Empty: skipped. */
export type Answer = string | readonly string[] | Named;

/** A chosen or typed name with the record found for it, so that a draft can continue without looking it up. */
export interface Named {
  readonly name: string;
  readonly found: KnownParty | InvoiceToCredit | KnownItem;
}

/** An item from the item book or from a document that was sent. */
export interface KnownItem {
  readonly item: Item;
  /** The document that contained the item, and its issue date; undefined if the item comes from the item book. */
  readonly sent?: string | undefined;
}

/** A supplier known on this computer. */
export interface KnownParty {
  readonly name: string;
  /** Text after the supplier's name, such as where the supplier is known from. */
  readonly remark: string;
  readonly party: Party;
  /** The latest document to this supplier. */
  readonly last?: SelfBilledDocument | undefined;
  /** The supplier's name in the supplier book, the book's account, the paths that the entry lacks, and its VAT group status. */
  readonly book?:
    | {
        readonly name: string;
        readonly payment: readonly PaymentMeans[] | undefined;
        readonly lacks?: readonly string[];
        readonly isGroupMember?: boolean;
      }
    | undefined;
  /** Warnings to show before writing a document for the supplier. */
  readonly warnings?: readonly string[] | undefined;
}

/** An invoice sent from this computer, for a list of choices. */
export interface KnownInvoice {
  readonly number: string;
  readonly words: string;
}

/** An invoice that a credit note starts from, and the amounts already credited. */
export interface InvoiceToCredit {
  readonly number: string;
  readonly document: SelfBilledDocument;
  readonly credits: readonly EarlierCredit[];
  /** Remarks about the invoice for the user. */
  readonly remarks: readonly string[];
}

/** Facts that questions depend on besides the answers; provided by the command. */
export interface WizardFacts {
  /** Today in UAE time, YYYY-MM-DD. */
  readonly today: string;
  /** The document that the answers change; by default an empty one. */
  readonly from?: SelfBilledDocument;
  /** Newest first. */
  readonly parties: readonly KnownParty[];
  readonly invoices: readonly KnownInvoice[];
  /** Names in the supplier book. */
  readonly bookNames: readonly string[];
  /** Whether the buyer is known; otherwise some rules cannot be applied. */
  readonly buyerKnown: boolean;
  /** Returns all problems of a document, checked as if it were in a file, with their paths. */
  judge(document: SelfBilledDocument, kind: DocumentKind, rateDate?: string): Promise<readonly Problem[]>;
  /** Returns the same item in the item book, otherwise in documents that were sent; undefined if neither has it. */
  itemNamed(name: string, supplier: Party | undefined): Promise<KnownItem | undefined>;
  /** Finds an invoice by its number, id or file. */
  invoice(named: string): Promise<Result<InvoiceToCredit>>;
  /** Returns the document as printed, with the meanings of its HS codes. */
  preview(document: SelfBilledDocument, kind: DocumentKind): Promise<string>;
  /** Makes an outside text safe for a terminal. */
  safe(text: string): string;
}

/** The state of the walk when a question is asked. */
export interface QuestionContext {
  readonly kind: DocumentKind;
  /** The document as written by the previous answers. */
  readonly document: SelfBilledDocument;
  readonly facts: WizardFacts;
  /** The chosen supplier; undefined if it was typed. */
  readonly chosen: KnownParty | undefined;
  /** The latest document of the same supplier, for defaults. */
  readonly last: SelfBilledDocument | undefined;
  answer(id: string): Answer | undefined;
  /** Returns a text answer; empty if there is none. */
  text(id: string): string;
  ticked(id: string): readonly string[];
}

type Words = string | ((context: QuestionContext) => string);

/** A question as data. */
export interface Question {
  /** Unique: `lines[0].name`. */
  readonly id: string;
  /** The part of the document that the question belongs to, in words. */
  readonly part: string;
  readonly form: "text" | "choose" | "tick";
  readonly asks: Words;
  readonly help: Words;
  /** Whether the question is asked; by default always. */
  readonly when?: (context: QuestionContext) => boolean;
  readonly choices?: (context: QuestionContext) => readonly Choice[];
  /** Whether pressing Enter skips the question. */
  readonly optional?: true;
  /** Default offered on Enter, before the value in the supplier's latest document. */
  readonly usual?: (context: QuestionContext) => string | readonly string[] | undefined;
  /** Normalizes the text: without blanks, in capital letters. */
  readonly tidy?: (text: string) => string;
  /** Explains in a sentence why the answer is impossible; tested before the rules. */
  readonly refuses?: (answer: string | readonly string[], context: QuestionContext) => string | undefined;
  /** Finds the record that an answer refers to; a failure refuses the answer. */
  readonly finds?: (answer: string, context: QuestionContext) => Promise<Result<Answer>>;
  /** The field that the answer fills; the checks of a file validate it there. */
  readonly at?: string;
  /** Additional fields that the answer fills. */
  readonly also?: readonly string[];
  /** Whether the rules about this field do not depend on later answers, so that a broken one is reported immediately. */
  readonly rulesNow?: true;
  /** Questions whose answers depend on this one: they are removed when it changes. */
  readonly unsettles?: RegExp;
  /** Writes the answer into the document, instead of writing the text at `at`. */
  readonly writes?: (document: SelfBilledDocument, answer: Answer, context: QuestionContext) => void;
  /** Lines shown before the question. */
  readonly shows?: (context: QuestionContext) => readonly string[];
  /** Lines shown after the answer. */
  readonly remarks?: (answer: Answer, context: QuestionContext) => readonly string[];
}

/** Questions repeated for each line or each charge. */
export interface Round {
  readonly steps: (index: number) => readonly Step[];
  /** Whether another one follows, once all questions of this one are answered. */
  readonly goesOn: (context: QuestionContext, index: number) => boolean;
  readonly when?: (context: QuestionContext) => boolean;
}

export type Step = Question | Round;

/** Returns the text of a question. */
export function wordsOf(words: Words, context: QuestionContext): string {
  return typeof words === "string" ? words : words(context);
}
