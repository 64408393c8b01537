/** Corrects a sent document with the wizard's questions; the sent values are the defaults. */

import { calculate, daysAfter, money, quantityWords, type SelfBilledDocument } from "../document/index.ts";
import { ok, type Result } from "../problem/index.ts";
import { askAll, type WizardSession } from "./engine.ts";
import { ordered } from "./order.ts";
import { documentValueAt, removeAt } from "./places.ts";
import { type Question, type QuestionContext, wordsOf } from "./question.ts";
import { dateQuestions, documentNumber, termOf } from "./questions/dates.ts";
import { lineQuestions } from "./questions/line-questions.ts";
import { furtherQuestions, paymentQuestions } from "./questions/payment.ts";
import { scenarioFields } from "./questions/scenario-fields.ts";
import { supplierQuestions } from "./questions/supplier.ts";
import type { Walked } from "./walk.ts";

export const correctableParts = {
  amount: "The quantity or the price of a line",
  item: "The text of a line",
  vat: "The VAT of a line",
  line: "A line that should not be there",
  supplier: "The supplier: it is another one",
  details: "The supplier's name, address or numbers",
  dates: "A date, or the period",
  references: "An order number, another reference, or a remark",
} as const;
export type CorrectablePart = keyof typeof correctableParts;

export interface CorrectedValue {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

export interface Corrected {
  readonly document: SelfBilledDocument;
  readonly values: readonly CorrectedValue[];
}

type Session = Pick<WizardSession, "desk" | "facts">;

const ofLine: Readonly<Partial<Record<CorrectablePart, RegExp>>> = {
  amount: /\.(?:quantity|price)$/,
  item: /\.(?:name|description)$/,
  vat: /\.(?:category|exemption|exemptionWords|nature|gtin)$/,
  line: /^$/,
};

export async function askCorrection(
  part: CorrectablePart,
  document: SelfBilledDocument,
  session: Session,
): Promise<Result<Corrected | undefined>> {
  const chosen = ofLine[part];
  if (chosen === undefined) return askPart(part, document, session);
  const line = await lineOf(document, session);
  if (!line.ok || line.value === undefined) return line as Result<undefined>;
  const at = line.value;
  if (part === "line") return ok(withoutLine(document, at));
  return asked(
    lineQuestions(at).filter(({ id }) => chosen.test(id)),
    document,
    session,
  );
}

function askPart(part: CorrectablePart, document: SelfBilledDocument, session: Session): Promise<Result<Corrected>> {
  const { facts } = session;
  switch (part) {
    case "supplier":
      return anotherSupplier(document, session);
    case "details":
      return asked(aboutSupplier, document, { ...session, facts: { ...facts, parties: [] } });
    case "dates":
      return asked(
        [...dateQuestions.filter(({ id }) => id === "dates.supply"), ...periodQuestions, ...issueDates(document)],
        document,
        session,
      );
    default:
      return asked(furtherQuestions.map(unticked), document, session);
  }
}

/** Asks for the issue date, by default today, and the due date, by default after the same number of days as before. */
export function askIssueDates(document: SelfBilledDocument, session: Session): Promise<Result<Corrected>> {
  return asked(issueDates(document), document, session);
}

/** Asks for a new document number; if it is left empty, the service assigns one. */
export function askOwnNumber(document: SelfBilledDocument, session: Session): Promise<Result<Corrected>> {
  const { document_number: _, ...rest } = document;
  return asked([documentNumber], rest, session);
}

const periodQuestions = scenarioFields.filter(({ id }) => /^scenario\.(?:period|frequency)/.test(id));

/** The questions about the supplier, except those about the supplier book. */
const aboutSupplier = supplierQuestions.filter(({ id }) => !/^supplier\.(?:keepAs|agreement)/.test(id));

function issueDates(sent: SelfBilledDocument): Question[] {
  const term = termOf(sent);
  return dateQuestions.flatMap((each): Question[] => {
    if (each.id === "dates.issue") return [each];
    if (each.id !== "dates.due" || sent.due_date === undefined) return [];
    return [{ ...each, usual: ({ document }) => daysAfter(document.issue_date ?? "", term) }];
  });
}

/**
 * Changes a question with ticks so that the optional parts that the document has are ticked; unticking one removes it.
 */
function unticked(question: Question): Question {
  if (question.form !== "tick") return question;
  const named = furtherQuestions.flatMap(({ id, at }) =>
    at === undefined ? [] : [{ name: id.replace(/^.*\./, ""), at }],
  );
  return {
    ...question,
    usual: ({ document }) => named.filter(({ at }) => textAt(document, at) !== "").map(({ name }) => name),
    writes: (document, answer) => {
      for (const { name, at } of named) if (!(answer as readonly string[]).includes(name)) removeAt(document, at);
    },
  };
}

/**
 * Asks which line to correct, unless there is only one; resolves with its index, or undefined if the user goes back.
 */
async function lineOf(document: SelfBilledDocument, { desk, facts }: Session): Promise<Result<number | undefined>> {
  const lines = calculate(document).lines.map(({ line, priceAmount, netAmount }, at) => {
    const { quantity = "", unit_code: unit = "", name = "" } = line;
    const [price, net] = [priceAmount, netAmount].map(money.forPeople);
    return facts.safe(`Line ${at + 1}: ${name}, ${quantityWords(quantity, unit)} × ${price} = ${net}`);
  });
  if (lines.length === 1) {
    desk.say(`  ${lines[0]}`);
    return ok(0);
  }
  const reply = await desk.ask.question({
    form: "choose",
    message: "Which line?",
    help: "",
    explains: "The amounts are without VAT.",
    usual: undefined,
    choices: lines.map((name, at) => ({ value: String(at), name })),
  });
  if (!reply.ok) return reply;
  return ok(reply.value.is === "back" ? undefined : Number(reply.value.value));
}

function withoutLine(document: SelfBilledDocument, at: number): Corrected {
  const { document_lines: lines = [] } = document;
  const { name = "", quantity = "" } = lines[at] ?? {};
  return {
    document: { ...document, document_lines: lines.filter((_, index) => index !== at) },
    values: [{ title: `Line ${at + 1}`, before: `${quantity} ${name}`.trim(), after: "left out" }],
  };
}

/** Asks for another supplier and its payment details, without offering values of the previous one. */
async function anotherSupplier(document: SelfBilledDocument, session: Session): Promise<Result<Corrected>> {
  const { accounting_supplier_party: _, payment_means: __, ...rest } = document;
  const done = await askedAnew([...aboutSupplier, ...paymentQuestions], rest, session);
  if (!done.ok) return done;
  const after = ordered(done.value.context.document, "invoice");
  const rows = [
    ["Supplier", "accounting_supplier_party.party_name"],
    ["TRN", "accounting_supplier_party.party_tax_scheme.company_id"],
    ["IBAN", "payment_means[0].payee_financial_account.id"],
  ] as const;
  const values = rows.map(([title, at]) => ({ title, before: textAt(document, at), after: textAt(after, at) }));
  return ok({ document: after, values: values.filter(({ before, after }) => before !== after) });
}

/**
 * Asks questions whose defaults are the document's values, except for ticks and for the issue and due dates, which have
 * defaults of their own.
 */
async function asked(
  questions: readonly Question[],
  document: SelfBilledDocument,
  session: Session,
): Promise<Result<Corrected>> {
  const plan = questions.map((each): Question => {
    if (each.form === "tick" || /^dates\.(?:issue|due)$/.test(each.id)) return each;
    return { ...each, usual: (context) => writtenAt(each, document) || each.usual?.(context) };
  });
  const done = await askedAnew(plan, document, session);
  if (!done.ok) return done;
  const { trail, context } = done.value;
  const after = ordered(context.document, "invoice");
  const values = trail.map((each) => ({
    title: `${each.part.startsWith("Line") ? `${each.part}, ` : ""}${wordsOf(each.asks, context)}`,
    before: shown(each, document, context),
    after: shown(each, after, context),
  }));
  return ok({ document: after, values: values.filter(({ before, after }) => before !== after) });
}

async function askedAnew(
  plan: readonly Question[],
  from: SelfBilledDocument,
  { desk, facts }: Session,
): Promise<Result<Walked>> {
  const draft = { id: "", begun: "", answers: {}, before: {} };
  const done = await askAll(draft, { plan, desk, facts: { ...facts, from }, keep: async () => ok(undefined) });
  return done.ok ? ok(done.value.walked) : done;
}

function textAt(document: SelfBilledDocument, path: string): string {
  const value = documentValueAt(document, path);
  return typeof value === "string" ? value : "";
}

function writtenAt({ at, also }: Question, document: SelfBilledDocument): string {
  return textAt(document, at ?? `${also?.[0] ?? ""}.id`);
}

function shown(question: Question, document: SelfBilledDocument, context: QuestionContext): string {
  const value = writtenAt(question, document);
  const choice = question.choices?.(context).find((each) => each.value === value);
  return choice?.short ?? choice?.name ?? value;
}
