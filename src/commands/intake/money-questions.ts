import type { Choice, Desk } from "../../desk/index.ts";
import { codes, hasCode } from "../../document/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import {
  type DecimalStyle,
  isEitherKind,
  type MoneyDoubt,
  type OpenTitle,
  type Proposal,
  type Role,
} from "../../sheet/index.ts";
import { askText, choose } from "./ask.ts";
import { type ListAnswers, wordChoices } from "./questions.ts";

/** Asks the first open question about money or kind; undefined if there is none. */
export async function moneyAsked(
  { decisions, numbersOpen, titlesOpen }: Proposal,
  answers: ListAnswers,
  desk: Desk,
): Promise<Result<ListAnswers> | undefined> {
  const { kindOpen, currencyOpen, doubts } = decisions;
  if (kindOpen !== undefined) return kindAsked(kindOpen, answers, desk);
  if (numbersOpen !== undefined) return numbersAsked(numbersOpen, answers, desk);
  if (currencyOpen !== undefined) return currencyAsked(currencyOpen, answers, desk);
  if (titlesOpen.vat !== undefined) return vatAsked(titlesOpen.vat, answers, desk);
  if (titlesOpen.times !== undefined) return factorAsked(titlesOpen.times, answers, desk);
  const [doubt] = doubts;
  return doubt && doubtAsked(doubt, answers, desk);
}

async function kindAsked(text: string, answers: ListAnswers, desk: Desk): Promise<Result<ListAnswers>> {
  if (isEitherKind(text)) return germanKindAsked(text, answers, desk);
  const kind = await choose(
    desk,
    `${text}: who wrote these debit notes?`,
    [
      { value: "credit-note", name: "We, against suppliers: they are credit notes of self-billing", short: "we" },
      {
        value: "stop",
        name: "The suppliers, for more money: they are not self-billed documents. Stop",
        short: "the suppliers",
      },
    ],
    "The Gulf calls the correction that the buyer writes a debit note. As an invoice it would charge what it takes back.",
  );
  if (!kind.ok) return kind;
  if (kind.value === "stop")
    return fail(
      problem(
        "declined",
        "A debit note of the supplier is the supplier's own document. Nothing was kept or sent.",
        "The supplier sends it to you as an invoice.",
      ),
    );
  return ok({ ...answers, kind: "credit-note" });
}

async function germanKindAsked(text: string, answers: ListAnswers, desk: Desk): Promise<Result<ListAnswers>> {
  const kind = await choose(
    desk,
    `${text}: what are these documents?`,
    [
      { value: "credit-note", name: "Credit notes, which take something back", short: "credit notes" },
      { value: "stop", name: "Self-billed invoices. Stop, the map says it", short: "invoices" },
    ],
    "In German one word means a credit note, and an invoice that the buyer writes.",
  );
  if (!kind.ok) return kind;
  if (kind.value === "credit-note") return ok({ ...answers, kind: "credit-note" });
  const hint = `Write kind: invoice into a map: ${suggest`map FILE --out map.yaml`} makes one.`;
  return fail(problem("declined", "The documents are invoices. Nothing was kept or sent.", hint));
}

async function numbersAsked(
  { heading, example }: NonNullable<Proposal["numbersOpen"]>,
  answers: ListAnswers,
  desk: Desk,
): Promise<Result<ListAnswers>> {
  const [whole = "", fraction = ""] = example.replace(/[^\d.,]/g, "").split(/[.,]/);
  const readings: Readonly<Record<DecimalStyle, string>> = example.includes(",")
    ? { point: `${whole}${fraction}`, comma: `${whole}.${fraction}` }
    : { point: `${whole}.${fraction}`, comma: `${whole}${fraction}` };
  const decimals = await choose(
    desk,
    `${heading}: how is ${example} meant?`,
    [
      { value: "point", name: `${readings.point} (numbers such as 1,250.00)`, short: readings.point },
      { value: "comma", name: `${readings.comma} (numbers such as 1.250,00)`, short: readings.comma },
    ],
    "No other number of the list shows it. It holds for all numbers of this list.",
  );
  return decimals.ok ? ok({ ...answers, decimals: decimals.value as DecimalStyle }) : decimals;
}

async function currencyAsked(
  { heading, may }: NonNullable<Proposal["decisions"]["currencyOpen"]>,
  answers: ListAnswers,
  desk: Desk,
): Promise<Result<ListAnswers>> {
  const currency = await choose(
    desk,
    `${heading}: in which currency are the amounts?`,
    [...may.map((value) => ({ value, name: value })), { value: "", name: "Another one", short: "another one" }],
    "No column has the currency of each row. It holds for all rows of this list.",
  );
  if (!currency.ok) return currency;
  const typed =
    currency.value !== ""
      ? currency
      : await askText(desk, "Currency, three letters:", "Such as USD. All: selfbill codes currencies", {
          wrong: (text) => (hasCode(codes.currencyCodes, text.toUpperCase()) ? undefined : "Type a code such as USD."),
        });
  if (!typed.ok) return typed;
  return ok({ ...answers, fixed: new Map(answers.fixed).set("document_currency_code", typed.value.toUpperCase()) });
}

async function vatAsked({ text, may }: OpenTitle, answers: ListAnswers, desk: Desk): Promise<Result<ListAnswers>> {
  const vat = await choose(
    desk,
    `"${text}" speaks of VAT, and no column has it. What are the rows?`,
    may.flatMap((each) => wordChoices.vat.filter(({ value }) => value === each)),
    "It holds for all rows of this list. Ask your tax adviser where you do not know.",
  );
  return vat.ok ? ok({ ...answers, vatOfAll: vat.value }) : vat;
}

async function factorAsked({ text, may }: OpenTitle, answers: ListAnswers, desk: Desk): Promise<Result<ListAnswers>> {
  const factor = await choose(
    desk,
    `"${text}": what are the amounts multiplied by?`,
    may.map((value) => ({ value, name: value === "1" ? "1: they are as the list has them" : value, short: value })),
    "It holds for all prices and totals of this list.",
  );
  return factor.ok ? ok({ ...answers, factor: factor.value }) : factor;
}

/** Asks what a column that speaks of money is. */
export async function doubtAsked(
  { heading, subject, may, because }: MoneyDoubt,
  answers: ListAnswers,
  desk: Desk,
): Promise<Result<ListAnswers>> {
  const { roleWords, subjectInWords } = await import("../../sheet/index.ts");
  const choices = may.map((role): Choice => (role === undefined ? notUsed : { value: role, name: roleWords[role] }));
  const role = await choose(
    desk,
    because === undefined
      ? `${heading} speaks of ${subjectInWords(subject)}. What is it?`
      : `${because}. What is ${heading}?`,
    choices,
    "It could change what the documents cost, so it is not left out without your word. Your answer is kept with the map.",
  );
  if (!role.ok) return role;
  const means = new Map(answers.means).set(heading, role.value === "" ? undefined : (role.value as Role));
  return ok({ ...answers, means });
}

const notUsed: Choice = { value: "", name: "Nothing that changes the documents: do not use it", short: "not used" };
