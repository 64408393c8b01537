import type { Choice } from "../../desk/index.ts";
import { amount, codes, type DocumentLine, foldedName, isDecimalText, money } from "../../document/index.ts";
import { ok } from "../../problem/index.ts";
import { setAt } from "../places.ts";
import type { Answer, KnownItem, Question, QuestionContext, WizardFacts } from "../question.ts";
import { typedNumber } from "../typed-number.ts";
import { choicesOf, questionsAbout } from "./part.ts";
import { applies } from "./start.ts";

export const linePart = (index: number): string => `Line ${index + 1}`;

/** Common units; the user can type others by name or code. */
const units: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(codes.usualUnits)
    .slice(0, 15)
    .map(([code, { one }]) => [code, one]),
);
const otherUnit = "other";

const categories: readonly Choice[] = [
  { value: "S", name: "Standard rate, 5 %" },
  { value: "Z", name: "Zero rated, 0 % (exports, some education and health care)", short: "Zero rated, 0 %" },
  { value: "E", name: "Exempt (residential units, bare land, some finance, local transport)", short: "Exempt" },
  { value: "O", name: "Out of scope of VAT" },
  { value: "AE", name: "Reverse charge: you account for the VAT, the supplier charges none", short: "Reverse charge" },
];

const reverseCharge =
  "The reverse charge is not self-billing: self-billing means that you write the supplier's invoice; under the reverse charge the " +
  "supplier charges no VAT, and you account for it in your own return. Between registered businesses it applies to gold and diamonds, " +
  "electronic devices, oil and gas. Choose the standard rate for everything else.";

type Makers = ReturnType<typeof makersOf>;

function makersOf(index: number) {
  const at = `document_lines[${index}]`;
  const id = (name: string): string => `lines[${index}].${name}`;
  const { text, choose } = questionsAbout({ part: linePart(index), id: `lines[${index}]`, above: at });
  const isGoods = (context: QuestionContext): boolean => /^[GB]$/.test(context.text(id("type")));
  const isService = (context: QuestionContext): boolean => /^[SB]$/.test(context.text(id("type")));
  const isCategory = (wanted: string) => (context: QuestionContext) =>
    context.document.document_lines?.[index]?.classified_tax_category?.id === wanted;
  return { index, at, id, text, choose, isGoods, isService, isCategory };
}

function knownItem({ answer }: Pick<QuestionContext, "answer">, index: number): KnownItem | undefined {
  return itemIn(answer(`lines[${index}].name`));
}

function itemIn(answer: Answer | undefined): KnownItem | undefined {
  return typeof answer === "object" && "found" in answer && "item" in answer.found ? answer.found : undefined;
}

/** Asks for the name of an item, which is looked up if anything remembers items. */
function nameQuestion({ index, at, text }: Makers): Question {
  return text("name", "name", "What was supplied", "The name of the goods or services, such as Ceramic floor tile.", {
    finds: async (name, { facts, document }) => {
      const found = await facts.items?.named(name, document.accounting_supplier_party);
      return ok(found === undefined ? name : { name, found });
    },
    writes: (document, answer) => setAt(document, `${at}.name`, nameIn(answer)),
    remarks: (answer, { facts }) => rememberedOf(answer, facts).map((each) => facts.safe(each)),
    // Another item has other defaults, so the answers that depend on the item are removed.
    unsettles: new RegExp(`^lines\\[${index}\\]\\.(?!name$|quantity$|price$|extras)`),
  });
}

function whatQuestions(makers: Makers): Question[] {
  const { index, at, id, text, choose } = makers;
  return [
    nameQuestion(makers),
    text(
      "description",
      "description",
      "Description",
      "The network asks for one on each line; Enter repeats the name.",
      {
        usual: (context) => context.text(id("name")),
      },
    ),
    // No default, because quantities do not repeat.
    text("quantity", "quantity", "Quantity", "A number, such as 18.5 or 1,250.", {
      usual: () => "",
      tidy: typedNumber,
    }),
    choose(
      "unit",
      "unit_code",
      "Unit",
      "What the quantity counts.",
      () => [
        ...Object.entries(units).map(([value, name]) => ({ value, name: `${name} (${value})`, short: name })),
        { value: otherUnit, name: "another unit, by its name or code" },
      ],
      {
        usual: (context) => {
          const unit = knownItem(context, index)?.item.unit ?? "";
          return unit === "" || unit in units ? unit : otherUnit;
        },
        writes: (document, answer) => {
          if (answer !== otherUnit) setAt(document, `${at}.unit_code`, answer);
        },
      },
    ),
    text(
      "unitCode",
      "unit_code",
      "Name or code of the unit",
      "Such as pallet, or the code of UN/ECE Recommendation 20 (KWH). To search: selfbill codes unit WORD",
      {
        when: (context) => context.text(id("unit")) === otherUnit,
        usual: (context) => knownItem(context, index)?.item.unit ?? "",
        tidy: (typed) => typed.toUpperCase(),
      },
    ),
    text("price", "price.base_amount", "Price of one, without VAT", (context) => priceHelp(context, id("name")), {
      usual: () => "",
      tidy: typedNumber,
      remarks: (answer) =>
        isDecimalText(String(answer)) && money.isZero(amount(String(answer)))
          ? ["! The price is 0: nothing is paid for this line. Go back if that is not meant."]
          : [],
    }),
  ];
}

const nameIn = (answer: Answer): string =>
  typeof answer === "object" && "name" in answer ? answer.name : String(answer);

function rememberedOf(answer: Answer, { items }: WizardFacts): readonly string[] {
  const known = itemIn(answer);
  return (known && items?.says(known)) ?? [];
}

/** Finds the item in the supplier's latest document by name; values of another item are never offered. */
function sameItem(
  { last, text, facts }: Pick<QuestionContext, "last" | "text" | "facts">,
  nameId: string,
): DocumentLine | undefined {
  const isSame = facts.items?.isSameName ?? ((one, other) => foldedName(one) === foldedName(other));
  return last?.document_lines?.find((each) => isSame(text(nameId), each.name ?? ""));
}

/** Returns the help for the price, with the price on the latest document if that is in the same currency. */
function priceHelp({ document, last, text, facts }: QuestionContext, nameId: string): string {
  const currency = document.document_currency_code ?? "AED";
  const before =
    (last?.document_currency_code ?? "AED") === currency
      ? sameItem({ last, text, facts }, nameId)?.price?.base_amount
      : undefined;
  const known = before === undefined ? "" : ` On the latest document it was ${facts.safe(before)}.`;
  return `Such as 250.00 or 1,250.50, in ${facts.safe(currency)}.${known}`;
}

/**
 * Returns the default VAT category: that of the scenario, otherwise that of the known item, otherwise the standard
 * rate.
 */
function usualCategory(context: QuestionContext, index: number): string | undefined {
  if (applies(context, 3)) return "N";
  if (applies(context, 8)) return "Z";
  const known = knownItem(context, index)?.item.vat;
  return known === undefined || known === "N" ? "S" : known;
}

function vatQuestions({ index, at, id, text, choose, isCategory }: Makers): Question[] {
  return [
    choose(
      "category",
      undefined,
      "VAT of this line",
      "Self-billed lines carry the supplier's VAT, as the supplier would charge it.",
      (context) => (applies(context, 3) ? [{ value: "N", name: "Margin scheme, 5 % on the margin" }] : categories),
      {
        also: [`${at}.classified_tax_category`],
        usual: (context) => usualCategory(context, index),
        writes: (document, answer) => {
          const percent = codes.rateOfCategory[String(answer)];
          setAt(document, `${at}.classified_tax_category`, {
            id: answer,
            ...(percent === undefined ? {} : { percent }),
            tax_scheme: "VAT",
          });
        },
        remarks: (answer) => (answer === "AE" ? [reverseCharge] : []),
      },
    ),
    choose(
      "exemption",
      "classified_tax_category.tax_exemption_reason_code",
      "Why it is exempt",
      "Only these four supplies are exempt by law.",
      () => choicesOf(codes.exemptionReasons),
      { when: isCategory("E"), usual: (context) => knownItem(context, index)?.item.exemption ?? "" },
    ),
    text(
      "exemptionWords",
      "classified_tax_category.tax_exemption_reason",
      "The exemption in words",
      "It is printed on the invoice.",
      {
        when: isCategory("E"),
        usual: (context) =>
          codes.exemptionReasons[context.text(id("exemption")) as keyof typeof codes.exemptionReasons] ?? "",
      },
    ),
  ];
}

function codeQuestions({ index, at, text, choose, isGoods, isService }: Makers): Question[] {
  return [
    choose(
      "type",
      "commodity_classification.commodity_code",
      "Goods or services",
      "It decides which code is required.",
      () => [
        { value: "G", name: "Goods" },
        { value: "S", name: "Services" },
        { value: "B", name: "Both" },
      ],
      { usual: (context) => knownItem(context, index)?.item.type ?? "" },
    ),
    text(
      "hs",
      "commodity_classification.item_classification_code",
      "HS code",
      "The customs code of the goods, such as 69072100. To search: selfbill codes hs WORDS",
      {
        when: isGoods,
        usual: (context) => knownItem(context, index)?.item.hs ?? "",
        tidy: (typed) => typed.replace(/[\s.]/g, ""),
        writes: (document, answer) => {
          setAt(document, `${at}.commodity_classification.item_classification_code`, answer);
          setAt(document, `${at}.commodity_classification.item_classification_list_id`, "HS");
        },
      },
    ),
    text(
      "sac",
      "additional_item_identification[0].id",
      "Service accounting code",
      "The code of the service, such as 995463.",
      {
        when: isService,
        usual: (context) => knownItem(context, index)?.item.sac ?? "",
        also: [`${at}.additional_item_identification`],
        writes: (document, answer) =>
          setAt(document, `${at}.additional_item_identification`, [{ id: answer, scheme_id: "SAC" }]),
      },
    ),
  ];
}

function specialQuestions({ index, at, id, text, choose, isCategory }: Makers): Question[] {
  return [
    choose(
      "nature",
      "commodity_classification.nature_code",
      "Which goods under the reverse charge",
      "The domestic reverse charge applies to these goods only.",
      () => choicesOf(codes.reverseChargeGoods),
      { when: isCategory("AE"), usual: (context) => knownItem(context, index)?.item.nature ?? "" },
    ),
    text(
      "gtin",
      "standard_item_identification.id",
      "GTIN (bar code)",
      "The network asks for it under the reverse charge.",
      {
        when: isCategory("AE"),
        usual: (context) => sameItem(context, id("name"))?.standard_item_identification?.id ?? "",
        also: [`${at}.standard_item_identification`],
        writes: (document, answer) =>
          setAt(document, `${at}.standard_item_identification`, { id: answer, scheme_id: "0160" }),
      },
    ),
    text(
      "deliveryNote",
      "document_reference.id",
      "Delivery note of this line",
      "Its number, so that the supplier finds the supply.",
      {
        when: (context) => applies(context, 4),
        optional: true,
        usual: () => "",
      },
    ),
  ];
}

export function lineQuestions(index: number): readonly Question[] {
  const makers = makersOf(index);
  return [...whatQuestions(makers), ...vatQuestions(makers), ...codeQuestions(makers), ...specialQuestions(makers)];
}
