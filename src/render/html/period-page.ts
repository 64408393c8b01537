import { createHash } from "node:crypto";
import { amount, isDecimalText, money } from "../../document/index.ts";
import type { PageTable, PeriodPage } from "../../report/index.ts";
import { chart } from "./chart.ts";
import { Html, html, said } from "./escape.ts";
import { periodStyle } from "./period-style.ts";

/** Writes one self-contained HTML page: no scripts, nothing loaded, all text escaped, charts as plain SVG. */
export function renderPeriodPage({ title, about, sandbox, charts, tables }: PeriodPage): string {
  const hash = createHash("sha256").update(periodStyle).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${Html.of(periodStyle)}</style></head><body>
<header><h1>${said(title)}</h1>${sandbox ? html`<p class="sandbox">SANDBOX: for practice only, these are not tax documents.</p>` : undefined}
${about.map((each) => html`<p>${said(each)}</p>`)}</header>
<main>${charts.length === 0 ? undefined : html`<div class="charts">${charts.map(chart)}</div>`}
${tables.map(table)}</main>
</body></html>
`.text;
}

/** Words longer than this may be broken. */
const longestWhole = 16;

function table({ title, columns, rows, notes = [] }: PageTable): Html {
  if (rows.length === 0) return html`<section><h2>${title}</h2><p class="none">None.</p></section>`;
  const isNumber = (at: number): boolean => ["money", "count", "rate"].includes(columns[at]?.is ?? "");
  const look = (at: number): string => (isNumber(at) ? "number" : "");
  // Whether a text stays on one line in narrow columns, such as a date, a TRN or a short word.
  const isWhole = (text: string): boolean => text.length <= longestWhole && !text.includes(" ");
  const cell = (text: string, at: number): Html => {
    const isMoney = columns[at]?.is === "money" && isDecimalText(text);
    return html`<td class="${look(at) || (isWhole(text) ? "whole" : "")}">${said(isMoney ? money.forPeople(amount(text)) : text)}</td>`;
  };
  return html`<section class="${columns.length > 9 ? "wide" : ""}"><h2>${title}</h2><div class="scroll"><table><thead><tr>${columns.map(
    (each, at) => html`<th scope="col" class="${look(at)}">${each.title}</th>`,
  )}</tr></thead><tbody>
${rows.map((row) => html`<tr class="${row[0] === "Total" ? "total" : ""}">${row.map(cell)}</tr>\n`)}</tbody></table></div>${notes.map((each) => html`<p class="note">${each}</p>`)}</section>
`;
}
