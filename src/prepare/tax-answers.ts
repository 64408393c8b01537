import { supplyDay, type TaxSubject, taxQuestions, taxSubjectOf, taxSubjects } from "../check/index.ts";
import type { Desk } from "../desk/index.ts";
import type { SelfBilledDocument } from "../document/index.ts";
import { byPlace, type Problem, problem, suggest } from "../problem/index.ts";
import { answerTo, findSupplier, isSameSupplier, type Supplier } from "../suppliers/index.ts";
import type { Prepared } from "./prepared.ts";

/**
 * Settles what the purpose of a purchase decides by the answers in the supplier book: a warning that is answered goes,
 * a document that contradicts an answer is told. What no document can say is asked only of suppliers in the book, where
 * the answer can be kept.
 */
export async function withTaxAnswers(judged: Prepared, named: Supplier | undefined, desk: Desk): Promise<Prepared> {
  const { document, kind, problems, spot } = judged;
  if (document === undefined) return judged;
  const questions = taxQuestions(document, kind);
  if (questions.length === 0 && !problems.some(isOfTax)) return judged;
  const entries = named ? [named] : await describedBy(document, desk);
  const day = supplyDay(document, kind);
  if (entries.length === 0 || day === undefined) return judged;
  const about = { entries, day };
  const settled = problems.flatMap((each) => {
    const subject = taxSubjectOf(each.code);
    return subject === undefined ? [each] : settledBy(each, { ...about, subject });
  });
  const asked = questions.flatMap((each) => {
    const said = each.isReversed ? reversedSays({ ...about, ...each }) : taxedSays({ ...about, ...each });
    const where = spot?.(each.path) ?? { path: each.path };
    return said === undefined ? [] : [problem("tax-question", ...said, { where, severity: "warning" })];
  });
  return { ...judged, problems: [...settled, ...asked].sort(byPlace) };
}

/** Whether a problem is settled by an answer about what goods are bought for. */
export const isOfTax = ({ code }: Problem): boolean => code === "tax-question" || taxSubjectOf(code) !== undefined;

/** Returns what can be answered about a document, and was not yet. */
export async function openTaxQuestions(
  { document, kind, problems, supplier: name }: Prepared,
  desk: Desk,
): Promise<ReadonlyArray<{ readonly supplier: string; readonly subject: TaxSubject }>> {
  if (document === undefined) return [];
  const book = await desk.suppliers();
  const named = name !== undefined && book.ok ? findSupplier(book.value, name) : undefined;
  const entries = named?.ok ? [named.value] : await describedBy(document, desk);
  const warned = problems.flatMap(({ code }) => taxSubjectOf(code) ?? []);
  const subjects = new Set([...warned, ...taxQuestions(document, kind).map(({ subject }) => subject)]);
  const supplier = nameIn(entries);
  return [...subjects].flatMap((subject) =>
    entries.length === 0 || answerIn(entries, subject) !== undefined ? [] : [{ supplier, subject }],
  );
}

/** The entries with TRN and TIN of the supplier. A damaged book is reported where a document names a supplier. */
async function describedBy(document: SelfBilledDocument, desk: Desk): Promise<readonly Supplier[]> {
  const book = await desk.suppliers();
  return book.ok ? book.value.suppliers.filter((each) => isSameSupplier(each, document)) : [];
}

const nameIn = ([entry]: readonly Supplier[]): string => entry?.supplier ?? "";
const answerIn = (entries: readonly Supplier[], subject: TaxSubject) =>
  entries.map((each) => answerTo(each, subject)).find((answer) => answer !== undefined);

interface About {
  /** The supplier, which may be in the book twice; an answer in either counts. */
  readonly entries: readonly Supplier[];
  readonly subject: TaxSubject;
  /** Day of supply, YYYY-MM-DD. */
  readonly day: string;
}

type Said = readonly [message: string, hint: string] | undefined;

const adviser = "Ask your tax adviser.";

/** A warning about goods at 5 %: an answer that makes 5 % right removes it, one that makes it wrong is told with it. */
function settledBy(warning: Problem, about: About): Problem[] {
  const said = taxedSays(about);
  if (said === undefined) return [];
  if (answerIn(about.entries, about.subject) !== undefined) return [{ ...warning, message: said[0], hint: said[1] }];
  return [{ ...warning, hint: `${warning.hint} ${answerOnce(about)}` }];
}

/** What is to be said of goods at 5 %. */
function taxedSays(about: About): Said {
  const { entries, subject, day } = about;
  const answer = answerIn(entries, subject);
  const goods = taxSubjects[subject];
  const name = nameIn(entries);
  if (answer === undefined)
    return [
      `What are ${goods} from ${name} bought for? If you resell them or make energy of them, with declarations given before the supply, you account for the VAT (FDL 8 of 2017 Article 48).`,
      `${answerOnce(about)} ${adviser}`,
    ];
  if (answer.answer !== "declared" || answer.date >= day) return undefined;
  return [
    `The supplier book says that your declarations for ${goods} were given to ${name} on ${answer.date}, before this supply: you account for the VAT, and 5 % must not be charged.`,
    `${reversedHow(subject)} If it is for your own use, 5 % is right. ${adviser}`,
  ];
}

/** The network's list of kinds of goods has none for scrap. */
const reversedHow = (subject: TaxSubject): string =>
  subject === "metal-scrap"
    ? "If this purchase is under them: the network has no code for scrap, so ask your provider how to send it, before you send."
    : "If this purchase is under them: category AE with its kind of goods.";

const ownRate = (subject: TaxSubject): string =>
  subject === "oil-and-gas"
    ? "Use the rate of these goods (crude oil and natural gas are zero rated, other fuel is 5 %)"
    : subject === "precious-goods"
      ? "Use the rate of these goods (investment metal is zero rated, other goods are 5 %)"
      : "Use 5 %";

/** What is to be said of goods for which the document says that the buyer accounts for the VAT. */
function reversedSays(about: About): Said {
  const { entries, subject, day } = about;
  const answer = answerIn(entries, subject);
  const goods = taxSubjects[subject];
  const name = nameIn(entries);
  const holds =
    "The reverse charge holds only with your written declarations given before the supply (FDL 8 of 2017 Article 48)";
  if (answer === undefined)
    return [
      `${holds}; none is recorded for ${goods} from ${name}.`,
      `${answerOnce(about, "declared --on DAY")} Never write one with an earlier date. ${adviser}`,
    ];
  if (answer.answer === "declared")
    return answer.date < day
      ? undefined
      : [
          `${holds}; those for ${goods} from ${name} are of ${answer.date}, not before this supply of ${day}.`,
          `Without them the supplier accounts for 5 %, and you may not recover it. ${adviser}`,
        ];
  const why = answer.answer === "own-use" ? "they are bought for your own use" : "no declarations were given";
  return [
    `The supplier book says of ${goods} from ${name} that ${why}: then the reverse charge does not apply.`,
    `${ownRate(subject)}, or correct the answer: ${answerCommand(about, "declared --on DAY")} ${adviser}`,
  ];
}

const answerCommand = (about: About, likely: "own-use" | "declared --on DAY"): string => {
  const others = likely === "own-use" ? "declared --on DAY, not-declared" : "own-use, not-declared";
  return `${suggest`suppliers answer ${nameIn(about.entries)} ${about.subject}`} ${likely} (or ${others}) --by "how you know it".`;
};
const answerOnce = (about: About, likely: Parameters<typeof answerCommand>[1] = "own-use"): string =>
  `To answer it once for this supplier: ${answerCommand(about, likely)}`;
