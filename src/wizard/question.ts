import type { Choice } from "../desk/index.ts";
import type { DocumentKind, EarlierCredit, Party, PaymentMeans, SelfBilledDocument } from "../document/index.ts";
import type { Item } from "../items/index.ts";
import type { Problem, Result } from "../problem/index.ts";

/** An answer as a draft keeps it: a text, what was ticked, or what a name stands for. Blank: left out. */
export type Answer = string | readonly string[] | Named;

/** A name that was chosen or typed, with what was found for it, so that a draft needs nobody to go on. */
export interface Named {
  readonly name: string;
  readonly found: KnownParty | InvoiceToCredit | KnownItem;
}

/** An item as the item book or a document that was sent has it. */
export interface KnownItem {
  readonly item: Item;
  /** The document that was sent with it, and its day of issue; undefined where the item book has it. */
  readonly sent?: string | undefined;
}

/** A supplier that is known on this computer. */
export interface KnownParty {
  readonly name: string;
  /** Words beside the name, such as where it is known from. */
  readonly remark: string;
  readonly party: Party;
  /** The latest document of this supplier. */
  readonly last?: SelfBilledDocument | undefined;
  /** Its name in the supplier book, how it is paid by it, the paths of what the entry lacks, and whether it is declared in a VAT group. */
  readonly book?:
    | {
        readonly name: string;
        readonly payment: readonly PaymentMeans[] | undefined;
        readonly lacks?: readonly string[];
        readonly isGroupMember?: boolean;
      }
    | undefined;
  /** What is to be said before a document is written for it. */
  readonly warnings?: readonly string[] | undefined;
}

/** An invoice that was sent from this computer, for a list to choose from. */
export interface KnownInvoice {
  readonly number: string;
  readonly words: string;
}

/** An invoice that a credit note starts from, and what was credited of it before. */
export interface InvoiceToCredit {
  readonly number: string;
  readonly document: SelfBilledDocument;
  readonly credits: readonly EarlierCredit[];
  /** What the person should know about it. */
  readonly remarks: readonly string[];
}

/** What the questions rest on besides the answers; made by the command. */
export interface WizardFacts {
  /** The day it is in the Gulf, YYYY-MM-DD. */
  readonly today: string;
  /** Newest first. */
  readonly parties: readonly KnownParty[];
  readonly invoices: readonly KnownInvoice[];
  /** Names that the supplier book has. */
  readonly bookNames: readonly string[];
  /** Without the buyer some rules cannot be asked. */
  readonly buyerKnown: boolean;
  /** All problems of a document as a file of it would have them, with their paths. */
  judge(document: SelfBilledDocument, kind: DocumentKind, rateDate?: string): Promise<readonly Problem[]>;
  /** The same item in the item book, else in what was sent; undefined where neither has it. */
  itemNamed(name: string, supplier: Party | undefined): Promise<KnownItem | undefined>;
  /** Finds an invoice by its number, id or file. */
  invoice(named: string): Promise<Result<InvoiceToCredit>>;
  /** The document as it is printed, with what its HS codes mean. */
  preview(document: SelfBilledDocument, kind: DocumentKind): Promise<string>;
  /** A text from outside as it may reach a terminal. */
  safe(text: string): string;
}

/** Where the walk stands when a question is asked. */
export interface QuestionContext {
  readonly kind: DocumentKind;
  /** What the answers before this question have written. */
  readonly document: SelfBilledDocument;
  readonly facts: WizardFacts;
  /** The supplier that was chosen, where it was not typed. */
  readonly chosen: KnownParty | undefined;
  /** The latest document of the same supplier, for defaults. */
  readonly last: SelfBilledDocument | undefined;
  answer(id: string): Answer | undefined;
  /** A text answer; blank where there is none. */
  text(id: string): string;
  ticked(id: string): readonly string[];
}

type Words = string | ((context: QuestionContext) => string);

/** A question as data. */
export interface Question {
  /** Unique: `lines[0].name`. */
  readonly id: string;
  /** The part of the document that it belongs to, in words. */
  readonly part: string;
  readonly form: "text" | "choose" | "tick";
  readonly asks: Words;
  readonly help: Words;
  /** Whether it is asked; always when left out. */
  readonly when?: (context: QuestionContext) => boolean;
  readonly choices?: (context: QuestionContext) => readonly Choice[];
  /** Enter alone leaves it out. */
  readonly optional?: true;
  /** What Enter alone answers, before what the latest document of the supplier says. */
  readonly usual?: (context: QuestionContext) => string | readonly string[] | undefined;
  /** The text as it is meant: without blanks, in capital letters. */
  readonly tidy?: (text: string) => string;
  /** The sentence why the answer cannot be; asked before the rules are. */
  readonly refuses?: (answer: string | readonly string[], context: QuestionContext) => string | undefined;
  /** What an answer stands for; a failure refuses it. */
  readonly finds?: (answer: string, context: QuestionContext) => Promise<Result<Answer>>;
  /** The field that it fills; it is judged by the checks of a file there. */
  readonly at?: string;
  /** Further fields that it fills. */
  readonly also?: readonly string[];
  /** The rules about this field speak of nothing that comes later: what breaks one is told at once. */
  readonly rulesNow?: true;
  /** Questions whose answers hold for this answer only: they are forgotten when it changes. */
  readonly unsettles?: RegExp;
  /** Writes the answer into the document; in place of writing the text at `at`. */
  readonly writes?: (document: SelfBilledDocument, answer: Answer, context: QuestionContext) => void;
  /** Lines to say before it is asked. */
  readonly shows?: (context: QuestionContext) => readonly string[];
  /** Lines to say once it is answered. */
  readonly remarks?: (answer: Answer, context: QuestionContext) => readonly string[];
}

/** Questions that come again for each line or each charge. */
export interface Round {
  readonly steps: (index: number) => readonly Step[];
  /** Whether another one follows, once all of this one are answered. */
  readonly goesOn: (context: QuestionContext, index: number) => boolean;
  readonly when?: (context: QuestionContext) => boolean;
}

export type Step = Question | Round;

/** What a question says. */
export function wordsOf(words: Words, context: QuestionContext): string {
  return typeof words === "string" ? words : words(context);
}
