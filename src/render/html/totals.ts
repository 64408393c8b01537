import {
  type AllowanceOrCharge,
  type Amount,
  type Calculation,
  type DocumentKind,
  money,
  type SelfBilledDocument,
} from "../../document/index.ts";
import { figure, type Html, html, said } from "./escape.ts";
import { categoryName, inAed } from "./lines.ts";
import { both, type words } from "./words.ts";

/** Shows amounts by category and rate; for a foreign currency, also shows the VAT and payable amount in AED. */
export function totals(calculation: Calculation, document: SelfBilledDocument, kind: DocumentKind): Html {
  return html`<section class="sums">${vatTable(calculation, document)}${sumTable(calculation, kind)}</section>`;
}

function vatTable({ breakdown, currency, exchangeRate }: Calculation, document: SelfBilledDocument): Html {
  const foreign = currency !== "AED";
  const rows = breakdown.map(({ category, percent, taxableAmount, taxAmount }) => {
    const aed = foreign ? inAed(money.round2(money.times(taxAmount, exchangeRate)), 17) : undefined;
    const rate = percent === undefined ? undefined : html`${percent.toFixed()} % `;
    const why = exemption(document, category);
    return html`<tr><td class="left">${rate}${categoryName(category)}${why && html`<small>${why}</small>`}</td>
<td>${figure(money.forPeople(taxableAmount), 13)}</td><td>${figure(money.forPeople(taxAmount), 13)}${aed}</td></tr>`;
  });
  return html`<table class="vat"><thead><tr><th class="label left">${both("vatSummary")}</th><th>${both("taxable")} ${said(currency)}</th>
<th>${both("vat")} ${said(currency)}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Takes the exemption from the first line with this category. */
function exemption({ document_lines: lines }: SelfBilledDocument, category: string): Html | undefined {
  if (category !== "E") return undefined;
  const found = lines?.find((each) => each.classified_tax_category?.id === category)?.classified_tax_category;
  return said(found?.tax_exemption_reason) ?? said(found?.tax_exemption_reason_code);
}

function sumTable(calculation: Calculation, kind: DocumentKind): Html {
  const { totals: sums, currency, allowances, charges } = calculation;
  const foreign = currency !== "AED";
  const row = (label: Html, value: string, aed?: Amount, look = ""): Html => {
    const fits = (look === "last" ? 11 : 13) + (foreign ? 0 : 9);
    const second = foreign ? html`<td>${aed && figure(money.forPeople(aed), fits)}</td>` : undefined;
    return html`<tr class="${look}"><td class="left">${label}</td><td>${figure(value, fits)}</td>${second}</tr>`;
  };
  const optional = (key: keyof typeof words, value: Amount, sign = ""): Html | undefined =>
    money.isZero(value) ? undefined : row(both(key), sign + money.forPeople(value));
  const head = foreign ? html`<th>AED</th>` : undefined;
  return html`<table class="totals"><thead><tr><th class="label left"></th><th>${said(currency)}</th>${head}</tr></thead><tbody>
${row(both("sumOfLines"), money.forPeople(sums.line_extension_amount))}
${allowances.map(({ entry, amount }) => row(because("less", entry), `−${money.forPeople(amount)}`))}
${charges.map(({ entry, amount }) => row(because("plus", entry), money.forPeople(amount)))}
${row(both("netTotal"), money.forPeople(sums.tax_exclusive_amount), calculation.netInAed, "strong")}
${row(both("vatTotal"), money.forPeople(sums.tax_amount), sums.tax_amount_in_aed, "strong")}
${row(both("grossTotal"), money.forPeople(sums.tax_inclusive_amount), calculation.taxInclusiveAmountInAed, "strong")}
${optional("prepaid", sums.prepaid_amount, "−")}
${optional("rounding", sums.payable_rounding_amount)}
${row(both(kind === "credit-note" ? "credited" : "payable"), money.forPeople(sums.payable_amount), sums.payable_amount_in_aed, "last")}
</tbody></table>`;
}

function because(key: "less" | "plus", entry: AllowanceOrCharge): Html {
  return html`${both(key)} <small>${said(entry.reason) ?? said(entry.reason_code)}</small>`;
}
