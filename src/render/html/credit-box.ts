import { type Amount, type Calculation, money, type SelfBilledDocument } from "../../document/index.ts";
import type { CreditedValue } from "../../report/index.ts";
import { figure, type Html, html, said } from "./escape.ts";
import { reason } from "./facts.ts";
import { both, pair, words } from "./words.ts";

/**
 * Shows the value on the original invoice, earlier credits, the corrected value, the difference, its VAT in AED, and
 * the reason. Values are net, in the document currency. If the invoice is not available, the corrected value is only
 * described. Source: Cabinet Decision No. 52 of 2017, Article 60(1).
 */
export function creditBox(
  document: SelfBilledDocument,
  { totals, currency }: Calculation,
  credited: CreditedValue | undefined,
): Html {
  const row = (label: Html, value: Html | undefined, look = ""): Html =>
    html`<tr class="${look}"><td class="left">${label}</td><td>${value}</td></tr>\n`;
  const shown = (value: Amount): Html => figure(money.forPeople(value), 16);
  const difference = totals.tax_exclusive_amount;
  const original = credited?.original;
  const before = original && money.subtract(original, credited.earlier);
  return html`<section class="credit"><table class="totals"><thead><tr><th class="label left">${both("correction")}</th><th>${said(currency)}</th></tr></thead><tbody>
${row(both("originalValue"), original ? shown(original) : both("originalUnknown"))}
${credited && !money.isZero(credited.earlier) ? row(both("earlierCredits"), figure(`−${money.forPeople(credited.earlier)}`, 16)) : undefined}
${row(both("correctedValue"), before ? shown(money.subtract(before, difference)) : both("correctedUnknown"), "strong")}
${row(both("difference"), shown(difference), "strong")}
${row(pair(`${words.taxOnDifference[0]} (AED)`, words.taxOnDifference[1]), shown(totals.tax_amount_in_aed), "strong")}
${row(both("reason"), reason(document))}
</tbody></table></section>`;
}
