import { createHash } from "node:crypto";
import { amount, isDecimalText, money } from "../../document/index.ts";
import type { Chart, PageTable, PeriodPage } from "../../report/index.ts";
import { Html, html, said } from "./escape.ts";
import { periodStyle } from "./period-style.ts";

/** A report as one page of HTML that needs nothing else: no script, nothing loaded, every text escaped, charts as plain SVG. */
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

function table({ title, columns, rows, notes = [] }: PageTable): Html {
  if (rows.length === 0) return html`<section><h2>${title}</h2><p class="none">None.</p></section>`;
  const isNumber = (at: number): boolean => ["money", "count", "rate"].includes(columns[at]?.is ?? "");
  const look = (at: number): string => (isNumber(at) ? "number" : "");
  const cell = (text: string, at: number): Html => {
    const isMoney = columns[at]?.is === "money" && isDecimalText(text);
    return html`<td class="${look(at)}">${said(isMoney ? money.forPeople(amount(text)) : text)}</td>`;
  };
  return html`<section class="${columns.length > 9 ? "wide" : ""}"><h2>${title}</h2><div class="scroll"><table><thead><tr>${columns.map(
    (each, at) => html`<th scope="col" class="${look(at)}">${each.title}</th>`,
  )}</tr></thead><tbody>
${rows.map((row) => html`<tr class="${row[0] === "Total" ? "total" : ""}">${row.map(cell)}</tr>\n`)}</tbody></table></div>${notes.map((each) => html`<p class="note">${each}</p>`)}</section>
`;
}

const rowHeight = 22;
const labelWidth = 190;
const barWidth = 300;
const valueWidth = 130;

/** Bars one below the other, each with its label and amount, so that no meaning is in a colour or a length alone. */
function chart({ title, bars }: Chart): Html {
  const height = bars.length * rowHeight + 4;
  const width = labelWidth + barWidth + valueWidth;
  return html`<figure><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${String(width)} ${String(height)}" role="img" aria-label="${`${title}: ${bars.map(({ label, shown }) => `${label} ${shown}`).join("; ")}`}">
${bars.map(({ label, shown, share }, at) => {
  const y = at * rowHeight;
  const length = Math.max(1, Math.abs(share) * barWidth);
  return html`<text x="${String(labelWidth - 8)}" y="${String(y + 16)}" class="label">${shortened(label)}</text>
<rect x="${String(labelWidth)}" y="${String(y + 4)}" width="${length.toFixed(1)}" height="${String(rowHeight - 7)}" class="${share < 0 ? "minus" : "plus"}"></rect>
<text x="${String(labelWidth + length + 6)}" y="${String(y + 16)}">${shown}</text>
`;
})}</svg></figure>
`;
}

function shortened(label: string): string {
  const letters = Array.from(label);
  return letters.length > 28 ? `${letters.slice(0, 27).join("")}…` : label;
}
