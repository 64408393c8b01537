import type { Choice } from "../../desk/index.ts";
import {
  type AllowanceOrCharge,
  calculate,
  codes,
  formatAmount,
  type SelfBilledDocument,
  type TaxCategory,
} from "../../document/index.ts";
import type { Question, QuestionContext, Round } from "../question.ts";
import { typedNumber } from "../typed-number.ts";

/** The most common reason codes; for any other reason, the user types words. */
const reasons: Readonly<Record<"allowance" | "charge", Readonly<Record<string, string>>>> = {
  allowance: {
    "95": "Discount",
    "100": "Special rebate",
    "64": "Special agreement",
    "41": "Bonus for works ahead of schedule",
    "65": "Production error discount",
    "67": "Sample discount",
  },
  charge: { FC: "Freight", DL: "Delivery", PC: "Packing", HD: "Handling", ADR: "Other services" },
};
const inWords = "words";

type EntryKind = keyof typeof reasons;

interface Place {
  /** Prefix of the ids; `<id>.kind` is discount or charge. */
  readonly id: string;
  readonly part: string;
  /** Path of the line; empty for the whole document. */
  readonly above: string;
  readonly ofLine: boolean;
}

export function entryQuestions({ id, part, above, ofLine }: Place): readonly Question[] {
  const kindOf = (context: QuestionContext): EntryKind | undefined => {
    const kind = context.text(`${id}.kind`);
    return kind === "allowance" || kind === "charge" ? kind : undefined;
  };
  const base = { part, when: (context: QuestionContext) => kindOf(context) !== undefined };
  const lists = above === "" ? ["allowances", "charges"] : [`${above}.allowances`, `${above}.charges`];
  return [
    {
      ...base,
      id: `${id}.amount`,
      form: "text",
      asks: "How much",
      help: "An amount without VAT, such as 240.00, or a percentage, such as 5 %.",
      tidy: (typed) => typed.replace(/^[^%]+/, typedNumber),
      refuses: (text) => (amountOrPercent(String(text)) === undefined ? notAnAmount : undefined),
    },
    {
      ...base,
      id: `${id}.reason`,
      form: "choose",
      asks: "What for",
      help: "It is printed on the document as a code and in words.",
      choices: (context): Choice[] => [
        ...Object.entries(reasons[kindOf(context) ?? "charge"]).map(([value, name]) => ({ value, name })),
        { value: inWords, name: "In words alone" },
      ],
    },
    {
      ...base,
      id: `${id}.reasonWords`,
      form: "text",
      asks: "In words",
      help: "Such as: Freight to Al Ain.",
      also: lists,
      usual: (context) => reasons[kindOf(context) ?? "charge"][context.text(`${id}.reason`)],
      writes: (document, answer, context) => {
        const kind = kindOf(context);
        if (kind === undefined) return;
        const entry = entryOf(document, id, String(answer), ofLine, context);
        const [only, another] = categoriesOf(document);
        const isPlain = !ofLine && only !== undefined && another === undefined;
        add(document, above, kind, isPlain ? { ...entry, tax_category: categoryFrom(document, only.value) } : entry);
      },
    },
    {
      ...base,
      id: `${id}.vat`,
      form: "choose",
      when: (context) => kindOf(context) !== undefined && !ofLine && categoriesOf(context.document).length > 1,
      asks: "With which VAT",
      help: "The VAT of the lines that it belongs to.",
      choices: ({ document }) => categoriesOf(document),
      writes: (document, answer, context) => {
        const entry = document[kindOf(context) === "charge" ? "charges" : "allowances"]?.at(-1);
        if (entry) entry.tax_category = categoryFrom(document, String(answer));
      },
    },
  ];
}

const notAnAmount = "This is neither an amount nor a percentage. Write 240.00, or 5 %.";

function amountOrPercent(text: string): { amount: string } | { percent: string } | undefined {
  const [, digits, sign] = /^((?:0|[1-9]\d{0,12})(?:\.\d{1,6})?)\s*(%?)$/.exec(text) ?? [];
  if (digits === undefined || !/[1-9]/.test(digits)) return undefined;
  if (sign === "%") return { percent: digits };
  return (digits.split(".")[1]?.length ?? 0) > 2 ? undefined : { amount: digits };
}

function entryOf(
  document: SelfBilledDocument,
  id: string,
  words: string,
  ofLine: boolean,
  context: QuestionContext,
): AllowanceOrCharge {
  const amount = amountOrPercent(context.text(`${id}.amount`)) ?? { amount: "0" };
  const reason = context.text(`${id}.reason`);
  const { lines, totals } = calculate(document);
  const of = ofLine ? lines.at(-1)?.baseAmount : totals.line_extension_amount;
  const share =
    "percent" in amount
      ? { multiplier_factor_numeric: amount.percent, base_amount: of === undefined ? "0" : formatAmount(of) }
      : { amount: amount.amount };
  return { ...(reason === inWords ? {} : { reason_code: reason }), reason: words, ...share };
}

function add(document: SelfBilledDocument, above: string, kind: EntryKind, entry: AllowanceOrCharge): void {
  const at = above === "" ? document : document.document_lines?.at(-1);
  if (at === undefined) return;
  if (kind === "charge") at.charges = [...(at.charges ?? []), entry];
  else at.allowances = [...(at.allowances ?? []), entry];
}

/** Returns the VAT categories of the lines; a discount or charge on the whole document must have one of them. */
function categoriesOf(document: SelfBilledDocument): Choice[] {
  const ids = new Set((document.document_lines ?? []).map((line) => line.classified_tax_category?.id ?? "S"));
  return [...ids].map((value) => ({
    value,
    name: codes.vatCategories[value as keyof typeof codes.vatCategories] ?? value,
  }));
}

function categoryFrom(document: SelfBilledDocument, id: string): TaxCategory {
  const line = document.document_lines?.find((each) => each.classified_tax_category?.id === id);
  return { ...(line?.classified_tax_category ?? { id, tax_scheme: "VAT" }) };
}

/** Discounts and charges on the whole document. Margin scheme documents have none (IBR-114-AE, IBR-115-AE). */
export const entryRound: Round = {
  when: ({ document }) => !document.document_lines?.some((line) => line.classified_tax_category?.id === "N"),
  steps: (index) => [
    {
      id: `entries[${index}].kind`,
      part: "Discounts and charges",
      form: "choose",
      asks: index === 0 ? "Any discount or charge on the whole document?" : "Another one?",
      help: "Such as a discount for quantity, or freight. They are in addition to those on single lines.",
      usual: () => "done",
      choices: () => [
        { value: "done", name: index === 0 ? "None" : "No more" },
        { value: "allowance", name: "A discount" },
        { value: "charge", name: "A charge, such as freight" },
      ],
    },
    ...entryQuestions({ id: `entries[${index}]`, part: "Discounts and charges", above: "", ofLine: false }),
  ],
  goesOn: (context, index) => context.text(`entries[${index}].kind`) !== "done",
};
