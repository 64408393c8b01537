import { type Amount, amount, isDecimalText, money } from "../../document/index.ts";
import { answerWordOf } from "../../life/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import { oneOrAllCompanies } from "../answer/all-companies.ts";
import { everyDay, type LatePeriod, periodOf, wholeMonth } from "../answer/period.ts";
import { monthCalled } from "../kinds.ts";
import type { DocumentRow } from "./documents.ts";
import type { ListWords } from "./words.ts";

export interface ListWish {
  /** Undefined means the current month. */
  readonly period: LatePeriod;
  readonly isMeant: (document: DocumentRow) => boolean;
  /** Whether there are criteria other than the period. */
  readonly isNarrow: boolean;
  readonly given: ListWords;
}

/**
 * Turns the words and options into criteria. A search by words or by amount covers every month. Problem: `bad-usage`.
 */
export function listWish(typedWords: readonly string[], given: ListWords): Result<ListWish> {
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  if (given.page !== undefined || given.size !== undefined)
    return bad("--page and --size are for one kind.", `Type: ${suggest`list invoices --page 2`}, or leave them out.`);
  const typed = periodOf(given);
  if (!typed.ok) return typed;
  const whose = oneOrAllCompanies(given);
  if (!whose.ok) return whose;
  if (given.all && typed.value !== undefined)
    return bad("--all and a period exclude each other.", "Use --all, or --month.");
  const { date } = given;
  const sum = given.amount === undefined ? undefined : rangeOf(given.amount);
  if (given.amount !== undefined && sum === undefined)
    return bad(
      `--amount ${given.amount} is not an amount.`,
      'Write 1050, 1000-1100, "over 1000", "under 1000", or 1000- for 1000 and more.',
    );
  const month = typed.value === undefined && !given.all ? monthAmong(typedWords) : undefined;
  const words = month?.others ?? typedWords;
  const filters = filtersOf(words, given, sum);
  const isSearch =
    words.length > 0 || [sum, date, given.number, given.invoiceNumber].some((each) => each !== undefined);
  const period = month?.period ?? (given.all || (isSearch && typed.value === undefined) ? everyDay : typed.value);
  return ok({
    period,
    isMeant: (document) => filters.every((fits) => fits(document)),
    isNarrow: filters.length > 0,
    given,
  });
}

/**
 * Finds a period among the words: only `last month`, `this month` or the form `2026-11`. The name of a month is treated
 * as an ordinary search word.
 */
function monthAmong(words: readonly string[]) {
  for (const [at, word] of words.entries()) {
    const count = /^\d{4}-\d\d$/.test(word) ? 1 : /^(?:last|this)$/i.test(word) ? 2 : 0;
    const month = count === 0 ? undefined : monthCalled(words.slice(at, at + count));
    if (month) return { period: (now: Date) => wholeMonth(month(now)), others: words.toSpliced(at, count) };
  }
  return undefined;
}

type Filter = (document: DocumentRow) => boolean;

function filtersOf(words: readonly string[], given: ListWords, sum: Range | undefined): Filter[] {
  const { supplier, state, answer, number, invoiceNumber, trn, status, date } = given;
  const small = supplier?.toLowerCase();
  const filters: (Filter | undefined)[] = [
    ...words.map((word): Filter => {
      const wanted = inEitherNumber(word.toLowerCase());
      return ({ named, ids }) =>
        named.some((each) => wanted.some((one) => each.toLowerCase().includes(one))) ||
        ids.some((each) => isIdOf(each.toLowerCase(), word.toLowerCase()));
    }),
    small === undefined
      ? undefined
      : (each) => each.supplier.trn === supplier || each.supplier.name.toLowerCase().includes(small),
    state.length === 0
      ? undefined
      : ({ stage }) => state.includes(stage) || (stage === "approved" && state.includes("delivered")),
    answer === undefined ? undefined : (each) => answerOf(each) === answer,
    sum === undefined
      ? undefined
      : (each) => [each.net, each.total, each.payable, each.payableInAed].some((one) => isWithin(one, sum)),
    number === undefined ? undefined : (each) => each.number === number,
    invoiceNumber === undefined ? undefined : ({ takesBackFrom }) => takesBackFrom.includes(invoiceNumber),
    trn === undefined ? undefined : (each) => each.supplier.trn === trn,
    status === undefined ? undefined : (each) => each.status === status,
    date === undefined ? undefined : (each) => each.date === date,
  ];
  return filters.filter((each) => each !== undefined);
}

/** Shortest beginning of an id that is taken for it, not for a part of a word. */
const leastOfId = 8;

const isIdOf = (id: string, word: string): boolean => id === word || (word.length >= leastOfId && id.startsWith(word));

/** Returns the word and, for a plural, its singular: `pumps` also finds `pump`. */
function inEitherNumber(word: string): readonly string[] {
  return [word, ...(/^\p{L}{4,}s$/u.test(word) ? [word.replace(/(?<=x|ch|sh|ss)es$|s$/, "")] : [])];
}

function answerOf({ answer, stage, source }: DocumentRow): string | undefined {
  return source === "journal" ? answerWordOf(stage, answer) : undefined;
}

interface Range {
  readonly least: Amount | undefined;
  readonly most: Amount | undefined;
  /** Whether the limits themselves are excluded. */
  readonly between: boolean;
}

/** Accepts `1050`, `1,050.00`, `1000-1100`, `1000-`, `-1000`, `over 1000`, `>1000`, `under 1000` and `<1000`. */
function rangeOf(typed: string): Range | undefined {
  const [, side, limit = ""] = /^(>|over|<|under)(.+)$/i.exec(typed.trim()) ?? [];
  const isOver = side === ">" || side?.toLowerCase() === "over";
  const parts = side === undefined ? typed.split(/-|\.\./) : isOver ? [limit, ""] : ["", limit];
  const [first = "", last = first, ...more] = parts.map(plainDigits);
  const stray = [first, last].some((each) => each !== "" && (!isDecimalText(each) || each.startsWith("-")));
  if (more.length > 0 || stray || (first === "" && last === "")) return undefined;
  const [least, most] = [first, last].map((each) => (each === "" ? undefined : amount(each)));
  if (least !== undefined && most !== undefined && money.isPositive(money.subtract(least, most))) return undefined;
  return { least, most, between: side !== undefined };
}

/** Removes thousands separators. */
function plainDigits(typed: string): string {
  const text = typed.trim();
  return /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text;
}

function isWithin(text: string | undefined, { least, most, between }: Range): boolean {
  if (text === undefined || !isDecimalText(text)) return false;
  const value = amount(text);
  const isAbove = (one: Amount, other: Amount): boolean => {
    const more = money.subtract(one, other);
    return money.isPositive(more) || (!between && money.isZero(more));
  };
  return (least === undefined || isAbove(value, least)) && (most === undefined || isAbove(most, value));
}
