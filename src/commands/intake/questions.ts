import type { Choice, Desk } from "../../desk/index.ts";
import { codeMeant, codes, type DocumentKind } from "../../document/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type {
  DateOrder,
  DecimalStyle,
  MissingField,
  NeededRole,
  OpenQuestion,
  Role,
  WordSubject,
  ZeroMeaning,
} from "../../sheet/index.ts";
import { askText, choose } from "./ask.ts";

export interface ListAnswers {
  readonly sheet: string | undefined;
  readonly zero: ZeroMeaning | undefined;
  readonly order: DateOrder | undefined;
  readonly means: ReadonlyMap<string, Role | undefined>;
  readonly words: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly fixed: ReadonlyMap<string, string>;
  readonly dueDays: number | undefined;
  readonly decimals: DecimalStyle | undefined;
  /** The VAT of all rows, and what amounts are multiplied by, where a title speaks of it. */
  readonly vatOfAll: string | undefined;
  readonly factor: string | undefined;
  /** The kind that the rows have, where a heading speaks of debit notes. */
  readonly kind: DocumentKind | undefined;
  /** Values for which the list has no column, according to the user. */
  readonly without: readonly NeededRole[];
}

/** Asks one question about the list and returns all answers, including the new one. */
export function questionAsked(open: OpenQuestion, answers: ListAnswers, desk: Desk): Promise<Result<ListAnswers>> {
  if (open.is === "order") return orderAsked(open, answers, desk);
  return open.is === "word" ? wordAsked(open, answers, desk) : columnAsked(open, answers, desk);
}

async function orderAsked(
  { heading, example }: Extract<OpenQuestion, { is: "order" }>,
  answers: ListAnswers,
  desk: Desk,
): Promise<Result<ListAnswers>> {
  const [, first = "", second = ""] = /^(\d+)\D(\d+)/.exec(example) ?? [];
  const order = await choose(
    desk,
    `${heading}: how is ${example} meant?`,
    [
      { value: "dmy", name: `Day ${first}, month ${second} (usual in the UAE)`, short: "day first" },
      { value: "mdy", name: `Month ${first}, day ${second} (usual in the USA)`, short: "month first" },
    ],
    "A wrong order changes the tax period of documents. It holds for all dates of this list.",
    "dmy",
  );
  return order.ok ? ok({ ...answers, order: order.value as DateOrder }) : order;
}

const columnsAsked: Readonly<Record<NeededRole, { asks: string; none: string }>> = {
  number: {
    asks: "Which column is the same in all rows of one bill?",
    none: "None: each row is a bill of its own, and gets the next number",
  },
  date: { asks: "Which column has the date of the bill?", none: "None: I type one date for all" },
  supplierName: { asks: "Which column names the supplier?", none: "None: all are from one supplier" },
  amount: { asks: "Which column has the amount of a bill? Of debit and credit: credit", none: "None" },
};

async function columnAsked(
  { of, headings }: Extract<OpenQuestion, { is: "column" }>,
  answers: ListAnswers,
  desk: Desk,
): Promise<Result<ListAnswers>> {
  const { asks, none } = columnsAsked[of];
  const choices = [...headings.map((value) => ({ value, name: value })), { value: "", name: none, short: "none" }];
  const heading = await choose(desk, asks, choices, "These headings are not used yet.");
  if (!heading.ok) return heading;
  if (heading.value === "") return ok({ ...answers, without: [...answers.without, of] });
  const role = of === "amount" ? await amountAsked(heading.value, desk) : ok(of);
  return role.ok ? ok({ ...answers, means: new Map(answers.means).set(heading.value, role.value) }) : role;
}

async function amountAsked(heading: string, desk: Desk): Promise<Result<Role>> {
  const vat = await choose(
    desk,
    `${heading}: does it include VAT?`,
    [
      { value: "gross", name: "Yes, it is what the supplier is paid" },
      { value: "net", name: "No, VAT comes on top" },
    ],
    "A ledger has totals with VAT as a rule. The other way round each document would be 5 % wrong.",
  );
  return vat.ok ? ok(vat.value === "gross" ? "gross" : "net") : vat;
}

export const wordChoices: Readonly<Record<Exclude<WordSubject, "unit">, readonly Choice[]>> = {
  vat: [
    { value: "S 5", name: "Standard rate, 5 % (S)" },
    { value: "Z 0", name: "Zero-rated, such as an export (Z)" },
    { value: "E", name: "Exempt (E)" },
    { value: "AE 5", name: "Reverse charge: you account for the VAT (AE)" },
    { value: "O", name: "Out of scope of UAE VAT (O)" },
    { value: "N 5", name: "Profit margin scheme (N)" },
  ],
  type: [
    { value: "invoice", name: "Bills: invoices" },
    { value: "credit-note", name: "Credit notes" },
    { value: "other", name: "Neither: leave these rows out", short: "left out" },
  ],
  status: [
    { value: "counts", name: "Final: these rows count" },
    { value: "out", name: "Drafts or void: leave these rows out", short: "left out" },
  ],
};

async function wordAsked(
  { of, heading, word }: Extract<OpenQuestion, { is: "word" }>,
  answers: ListAnswers,
  desk: Desk,
): Promise<Result<ListAnswers>> {
  const message = `${heading}: what does ${JSON.stringify(word)} mean?`;
  const meaning =
    of === "unit"
      ? await unitAsked(message, desk)
      : await choose(desk, message, wordChoices[of], "The word is in your list, and selfbill does not know it.");
  if (!meaning.ok) return meaning;
  const words = new Map(answers.words.get(heading)).set(word, meaning.value);
  return ok({ ...answers, words: new Map(answers.words).set(heading, words) });
}

async function unitAsked(message: string, desk: Desk): Promise<Result<string>> {
  const codeOf = (text: string): string | undefined => codeMeant(codes.unitCodes, text);
  const explains = "Type a unit such as piece, box, kg, hour, month, or its code. All: selfbill codes units";
  const refused = "This unit is not known. Type a word such as piece, box, kg, hour or month.";
  const unit = await askText(desk, `${message} Unit:`, explains, {
    wrong: (text) => (codeOf(text) === undefined ? refused : undefined),
  });
  return unit.ok ? ok(codeOf(unit.value) ?? unit.value) : unit;
}

export async function fixedAsked(
  { path, description }: MissingField,
  answers: ListAnswers,
  desk: Desk,
): Promise<Result<ListAnswers>> {
  if (path === "due_date") return dueAsked(answers, desk);
  const isText = path.startsWith("document_lines.name");
  const value = await askText(
    desk,
    isText ? "What are these bills for? One description for all rows:" : `${description || path}, for all rows:`,
    isText
      ? "No column has what was supplied. It becomes item and description of each line, such as Cleaning of the premises."
      : "Every document needs it, and no column has it. Stop with Ctrl-C to add a column to your list instead.",
    { wrong: (text) => (text === "" ? "Every document needs it." : undefined) },
  );
  return value.ok ? ok({ ...answers, fixed: new Map(answers.fixed).set(path, value.value) }) : value;
}

async function dueAsked(answers: ListAnswers, desk: Desk): Promise<Result<ListAnswers>> {
  const days = await askText(
    desk,
    "No column has the due date. Days from the issue date to the payment:",
    "The due date of each document is its issue date and this number of days; 0 means at once.",
    {
      usual: "30",
      wrong: (text) => (/^\d{1,3}$/.test(text) ? undefined : "Type a number of days, such as 30."),
    },
  );
  return days.ok ? ok({ ...answers, dueDays: Number.parseInt(days.value, 10) }) : days;
}
