import {
  type Amount,
  amount,
  codes,
  entryWords,
  hasFlag,
  money,
  type Party,
  priceWords,
  quantityWords,
  scenarios,
} from "../document/index.ts";
import type { Preview, Style } from "../report/index.ts";
import { safe } from "./safe.ts";
import { plainAmount, renderTable } from "./tables/table.ts";
import { hanging } from "./wrapped.ts";

const says = { invoice: "Self-billed tax invoice", "credit-note": "Self-billed tax credit note" };

/**
 * Shows the document as printed: parties with TRN, lines, VAT by category and rate, totals in the currency and in AED.
 */
export function renderPreview(preview: Preview, style: Style): string {
  const { document, calculation, kind } = preview;
  const number = document.document_number?.trim()
    ? `No. ${safe(document.document_number)}`
    : "number given by the service";
  const lines = [
    `${style.strong(says[kind])}  ${number}  ${safe(preview.file)}`,
    field("Supplier", partyLine(document.accounting_supplier_party)),
    field(
      "Buyer",
      preview.customer ? partyLine(preview.customer as Party) : "filled in by the service from the business profile",
    ),
    field(
      "Issue date",
      `${safe(document.issue_date ?? "")}${document.due_date ? `, due ${safe(document.due_date)}` : ""}`,
    ),
    ...accountLines(document),
    ...(preview.undelivered === undefined ? [] : [field("Delivery", safe(preview.undelivered))]),
    ...scenarioLines(document.profile_execution_id),
    ...(preview.corrects === undefined ? [] : [field("Stands in for", safe(preview.corrects))]),
    ...(document.billing_reference?.length
      ? [field("Refers to", document.billing_reference.map((each) => safe(each.id ?? "")).join(", "))]
      : []),
    ...(calculation.currency === "AED"
      ? []
      : [
          field(
            "Exchange rate",
            `1 ${safe(calculation.currency)} = ${calculation.exchangeRate.toFixed()} AED${preview.rateDate ? `, published for ${preview.rateDate}` : ""}`,
          ),
        ]),
  ];
  const head = style.isTerminal ? lines.map((line) => hanging(line, style.width, besideLabels)) : lines;
  return `${head.join("\n")}\n${lineTable(preview, style)}${hsLines(preview, style)}${renderTotals(preview, style)}`;
}

const widestLabel = 14;
const besideLabels = " ".repeat(2 + widestLabel);

function field(label: string, value: string): string {
  return `  ${label.padEnd(widestLabel)}${value}`;
}

function partyLine(party: Party | undefined): string {
  const name = safe(party?.party_name?.trim() ? party.party_name : (party?.name ?? "—"));
  const trn = party?.party_tax_scheme?.company_id;
  return `${name}  TRN ${trn ? safe(trn) : "none"}`;
}

/** Lists every payee account, without repeats. Payment fraud targets accounts, so the user must see all of them. */
function accountLines({ payment_means: means = [] }: Preview["document"]): string[] {
  const accounts = means.flatMap(({ payee_financial_account: account }) =>
    account?.id?.trim() ? [[account.id, account.name].flatMap((each) => (each ? [safe(each)] : [])).join("  ")] : [],
  );
  return [...new Set(accounts)].map((each) => field("Pay to", each));
}

function scenarioLines(flags: string | undefined): string[] {
  const set = scenarios.filter((scenario) => hasFlag(flags, scenario.position));
  return set.length === 0 ? [] : [field("Scenario", set.map((scenario) => scenario.name).join(", "))];
}

function lineTable({ calculation }: Preview, style: Style): string {
  const shown = calculation.lines.slice(0, 20);
  const table = renderTable(
    {
      columns: ["#", "Item", "Quantity", "Unit price", "Net", "VAT", "Category"],
      right: [2, 3, 4, 5],
      rows: shown.flatMap((each, index) => [
        [
          String(index + 1),
          each.line.name ?? "",
          quantityWords(each.line.quantity ?? "", each.line.unit_code ?? ""),
          priceWords(each),
          money.forPeople(each.netAmount),
          money.forPeople(each.taxAmount),
          categorySays(each.line.classified_tax_category?.id, each.line.classified_tax_category?.percent),
        ],
        ...entryWords(each).map((words) => ["", words, "", "", "", "", ""]),
      ]),
    },
    style,
  );
  const more = calculation.lines.length - shown.length;
  return more > 0 ? `${table}  … and ${more} more lines\n` : table;
}

/**
 * Shows what the document's HS codes mean, so that the user can compare them with the goods; selfbill never chooses a
 * code itself.
 */
function hsLines({ document, hsWords }: Preview, style: Style): string {
  const shown = (document.document_lines ?? []).flatMap(
    ({ commodity_classification: of }) => of?.item_classification_code ?? [],
  );
  return [...new Set(shown)]
    .flatMap((code) => {
      const words = hsWords?.get(code);
      if (words === undefined) return [];
      const says = words || "not found in the Harmonized System 2022. To search: selfbill codes hs WORDS";
      const line = `  ${`HS ${safe(code)}`.padEnd(widestLabel)}${widestLabel <= code.length + 3 ? " " : ""}${says}`;
      return [`${style.isTerminal ? hanging(line, style.width, besideLabels) : line}\n`];
    })
    .join("");
}

function categorySays(id: string | undefined, percent: string | undefined): string {
  const name =
    id !== undefined && id in codes.vatCategories ? codes.vatCategories[id as keyof typeof codes.vatCategories] : "?";
  return percent === undefined || id === "E" || id === "O"
    ? `${id ?? "?"} ${name}`
    : `${id ?? "?"} ${name} ${percent} %`;
}

/** Shows VAT by category and rate; for a foreign currency, adds a second column in AED. */
export function renderTotals({ calculation }: Pick<Preview, "calculation">, style: Style): string {
  const { totals, breakdown, currency, exchangeRate } = calculation;
  const foreign = currency !== "AED";
  const row = (label: string, value: Amount, aed?: Amount): string[] => [
    label,
    money.forPeople(value),
    ...(foreign ? [aed ? money.forPeople(aed) : ""] : []),
  ];
  const inAed = (value: Amount): Amount => money.round2(money.times(value, exchangeRate));
  const optional = (label: string, value: Amount): string[][] => (money.isZero(value) ? [] : [row(label, value)]);
  const zero = amount("0");
  return renderTable(
    {
      columns: ["", currency, ...(foreign ? ["AED"] : [])],
      right: [1, 2],
      rows: [
        row("Sum of lines", totals.line_extension_amount),
        ...optional("Allowances", money.subtract(zero, totals.allowance_total_amount)),
        ...optional("Charges", totals.charge_total_amount),
        row("Net", totals.tax_exclusive_amount, calculation.netInAed),
        ...breakdown.map((part) => {
          const of = money.forPeople(part.taxableAmount);
          return row(
            `VAT ${categorySays(part.category, part.percent?.toFixed())} of ${style.isTerminal ? of : plainAmount(of)}`,
            part.taxAmount,
            inAed(part.taxAmount),
          );
        }),
        row("VAT total", totals.tax_amount, totals.tax_amount_in_aed),
        row("Gross", totals.tax_inclusive_amount, calculation.taxInclusiveAmountInAed),
        ...optional("Prepaid", money.subtract(zero, totals.prepaid_amount)),
        ...optional("Rounding", totals.payable_rounding_amount),
        row("Payable", totals.payable_amount, totals.payable_amount_in_aed),
      ],
    },
    style,
  );
}
