import { createHash } from "node:crypto";
import type { SelfBilledDocument } from "../../document/index.ts";
import type { Paper, Preview } from "../../report/index.ts";
import { creditBox } from "./credit-box.ts";
import { Html, html, joined, said } from "./escape.ts";
import { facts } from "./facts.ts";
import { lines } from "./lines.ts";
import { parties } from "./parties.ts";
import { style } from "./style.ts";
import { totals } from "./totals.ts";
import { both, words } from "./words.ts";

const hash = createHash("sha256").update(style).digest("base64");
/** What the page tells the browser: its own style and nothing else. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;

/**
 * The document as one page of HTML that needs nothing else: bilingual, for A4. It has no script, loads nothing (its policy forbids it),
 * and every text of the document passes the one escaper. Words as Executive Regulation articles 59 and 60 ask for.
 */
export function renderPage(preview: Preview, { mark, documentNumber }: Paper = {}): string {
  const { document, calculation, kind } = preview;
  const number = document.document_number?.trim() ? document.document_number : documentNumber;
  const [english, arabicTitle] = words[kind];
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${[english, number, mark].filter(Boolean).join(" ")}</title>
<style>${Html.of(style)}</style></head><body>
${mark && html`<div class="${mark === "NOT APPROVED" ? "mark long" : "mark"}"><span>${both(mark)}</span></div>`}
<header><h1>${english}</h1><div class="badge">${both("selfBilled")}</div><h1 class="ar" lang="ar" dir="rtl">${arabicTitle}</h1></header>
${parties(document.accounting_supplier_party, preview.customer)}
${facts(preview, number)}
${lines(calculation, running(document, number))}
${totals(calculation, document, kind)}
${kind === "credit-note" ? creditBox(document, calculation, preview.credited) : undefined}
${notices(preview)}
<footer>${both(mark === undefined ? "isPicture" : footers[mark])}</footer>
</body></html>
`;
  return page.text;
}

const footers = { DRAFT: "isDraft", SANDBOX: "isSandbox", "NOT APPROVED": "isNotApproved" } as const;

/** Number and supplier, for the top of every printed page that lines go on to. */
function running({ accounting_supplier_party: supplier }: SelfBilledDocument, number: string | undefined): Html {
  return html`${joined([said(number), said(supplier?.party_name) ?? said(supplier?.name)], " · ")}`;
}

/** Sentences that the law asks for where a category is used. */
function notices({ calculation }: Preview): Html {
  const uses = (id: string): boolean => calculation.breakdown.some(({ category }) => category === id);
  const notice = (key: "reverseCharge" | "margin"): Html => html`<section class="notice">${both(key)}</section>`;
  return html`${uses("AE") ? notice("reverseCharge") : undefined}${uses("N") ? notice("margin") : undefined}`;
}
