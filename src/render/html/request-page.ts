import { createHash } from "node:crypto";
import { money } from "../../document/index.ts";
import type { Paper, RequestedPage, RequestedRow } from "../../report/index.ts";
import { allCalled, amountInAed, hasCreditNotes, kindOf, requestedSums } from "../requested.ts";
import { Html, html, said } from "./escape.ts";
import { acrossPage, sheet } from "./page.ts";
import { style } from "./style.ts";

/** Additional styles for the list, and for printing one document per sheet. */
const look = `
.list td, .list th { text-align: left; } .list .sum { text-align: right; width: 14%; } .list .number { width: 15%; } .list .day { width: 10%; }
.list td.who small { font-size: 8.2pt; color: #1b1b1b; font-variant-numeric: tabular-nums; }
.list tr.marked td { background: #fdf0e6; } .list .look { display: block; font-weight: bold; color: #a11; }
.list tfoot { display: table-row-group; } .list tfoot td { font-weight: bold; border-top: .3mm solid #1d4e6b; border-bottom: 0; } .list small.whole { white-space: nowrap; }
.list a { color: #1d4e6b; } .warnings { border: .4mm solid #a11; border-radius: 1mm; padding: 1mm 3mm; color: #a11; } .warnings p { margin: 1mm 0; }
.about p { margin: .6mm 0; } article { break-before: page; margin-top: 14mm; padding-top: 8mm; border-top: 1mm dashed #b9c4cb; }
@media print { article { margin-top: 0; padding-top: 0; border-top: 0; } }
`;

/**
 * Shows the list with totals and warnings, then all documents in full, on one HTML page. It has no scripts and loads
 * nothing; all text is escaped. The output is deterministic, because an approval contains the page's hash.
 */
export function renderRequestPage(page: RequestedPage): string {
  const { title, about, warnings, rows, compared, sandbox } = page;
  const mark: Paper["mark"] = sandbox ? "SANDBOX" : "DRAFT";
  const requestLook = `${style(title)}${look}`;
  const hash = createHash("sha256").update(requestLook).digest("base64");
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${Html.of(requestLook)}</style></head><body>
${acrossPage(mark)}
<header><h1>${title}</h1></header>
<section class="about">${about.map((each) => html`<p>${said(each)}</p>`)}</section>
${warnings.length === 0 ? undefined : html`<section class="warnings">${warnings.map((each) => html`<p>${said(each)}</p>`)}</section>`}
${listOf(rows)}
<section class="about"><p>${compared}</p></section>
${rows.map((row, at) => html`<article id="${anchor(at)}">${sheet(row.preview, { mark })}</article>\n`)}</body></html>
`.text;
}

const anchor = (at: number): string => `document-${at + 1}`;

function listOf(rows: readonly RequestedRow[]): Html {
  const kinds = hasCreditNotes(rows);
  const inAed = money.forPeople(money.sum(rows.map((row) => row.grossInAed)));
  return html`<section><table class="list"><thead><tr><th class="number">Number</th><th>Supplier, TRN, account</th><th class="day">Date</th>
<th class="sum">Net</th><th class="sum">VAT</th><th class="sum">Gross</th></tr></thead><tbody>
${rows.map((row, at) => rowOf(row, at, kinds))}</tbody><tfoot>
${requestedSums(rows).map(({ called, count, net, vat, gross }) => sumRow(`${called}: ${count}`, [net, vat, gross].map(money.forPeople)))}
${sumRow(`${allCalled(rows)}: ${rows.length}`, ["", "", inAed])}</tfoot></table></section>
`;
}

function rowOf(row: RequestedRow, at: number, kinds: boolean): Html {
  const { preview, name, supplier, accounts, marks } = row;
  const { totals, currency } = preview.calculation;
  const sums = [totals.tax_exclusive_amount, totals.tax_amount, totals.tax_inclusive_amount];
  return html`<tr class="${marks.length === 0 ? "" : "marked"}"><td><a href="#${anchor(at)}">${said(name)}</a>${kinds ? html`<small>${kindOf(row)}</small>` : undefined}</td>
<td class="who">${said(supplier.name)}<small class="whole">TRN ${said(supplier.trn) ?? "—"}</small>${accounts.map((each) => html`<small class="whole">${said(each)}</small>`)}${accounts.length === 0 ? html`<small>no account</small>` : undefined}${marks.map((each) => html`<span class="look">${said(each)}</span>`)}${amountInAed(row).map((each) => html`<small>${each}</small>`)}</td>
<td>${said(preview.document.issue_date)}</td>${sums.map((each, place) => html`<td class="sum">${money.forPeople(each)}${place === 2 ? html`<small>${currency}</small>` : undefined}</td>`)}</tr>
`;
}

function sumRow(called: string, sums: readonly string[]): Html {
  return html`<tr><td colspan="3">${called}</td>${sums.map((each) => html`<td class="sum">${each}</td>`)}</tr>
`;
}
