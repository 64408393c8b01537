import { createHash } from "node:crypto";
import type { Logo, Paper, Preview } from "../../report/index.ts";
import { creditBox } from "./credit-box.ts";
import { Html, html } from "./escape.ts";
import { facts } from "./facts.ts";
import { lines } from "./lines.ts";
import { parties } from "./parties.ts";
import { style } from "./style.ts";
import { totals } from "./totals.ts";
import { both, words } from "./words.ts";

const lookOf = (preview: Preview, paper: Paper): string => style(runningLine(preview, paper));

/** Returns the page's content security policy, which allows only its own style and embedded logo. */
export function pagePolicy(preview: Preview, paper: Paper): string {
  const hash = createHash("sha256").update(lookOf(preview, paper)).digest("base64");
  const pictures = paper.logo === undefined ? "" : " img-src data:;";
  return `default-src 'none'; style-src 'sha256-${hash}';${pictures} base-uri 'none'; form-action 'none'`;
}

/**
 * Writes one self-contained bilingual HTML page for A4: no scripts, nothing loaded, all text escaped. The wording is
 * as required by articles 59 and 60 of the Executive Regulation.
 */
export function renderPage(preview: Preview, paper: Paper = {}): string {
  const { mark } = paper;
  const [english] = words[preview.kind];
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy(preview, paper)}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${[english, numberOf(preview, paper), mark].filter(Boolean).join(" ")}</title>
<style>${Html.of(lookOf(preview, paper))}</style></head><body>
${acrossPage(mark)}
${sheet(preview, paper)}</body></html>
`;
  return page.text;
}

export function acrossPage(mark: Paper["mark"]): Html | undefined {
  return mark && html`<div class="${mark === "NOT APPROVED" ? "mark long" : "mark"}"><span>${both(mark)}</span></div>`;
}

const numberOf = ({ document }: Preview, { documentNumber }: Paper): string | undefined =>
  document.document_number?.trim() ? document.document_number : documentNumber;

export function sheet(preview: Preview, paper: Paper): Html {
  const { mark, logo } = paper;
  const { document, calculation, kind } = preview;
  const [english, arabicTitle] = words[kind];
  return html`${picture(logo)}<header><h1>${english}</h1><div class="badge">${both("selfBilled")}</div><h1 class="ar" lang="ar" dir="rtl">${arabicTitle}</h1></header>
${parties(document.accounting_supplier_party, preview.customer)}
${facts(preview, numberOf(preview, paper), paper)}
${lines(calculation)}
${totals(calculation, document, kind)}
${kind === "credit-note" ? creditBox(document, calculation, preview.credited) : undefined}
${notices(preview)}
${paper.hasOwnXml ? notice("ownXml") : undefined}
<footer>${both(mark === undefined ? "isPicture" : footers[mark])}</footer>
`;
}

const footers = { DRAFT: "isDraft", SANDBOX: "isSandbox", "NOT APPROVED": "isNotApproved" } as const;

export function picture(logo: Logo | undefined): Html | undefined {
  if (logo === undefined) return undefined;
  const { type, bytes } = logo;
  const source = `data:image/${type === "svg" ? "svg+xml" : type};base64,${Buffer.from(bytes).toString("base64")}`;
  return html`<img class="logo" alt="" src="${source}">
`;
}

/** Returns the line that is printed on every page. */
export function runningLine({ document }: Preview, { documentNumber }: Paper): string {
  const { document_number: own, accounting_supplier_party: supplier } = document;
  const parts = [own?.trim() || documentNumber, supplier?.party_name?.trim() || supplier?.name];
  return parts.flatMap((each) => (each?.trim() ? [each.trim()] : [])).join(" · ");
}

function notice(key: "reverseCharge" | "margin" | "ownXml"): Html {
  return html`<section class="notice">${both(key)}</section>`;
}

/** Returns the sentences that the law requires for certain VAT categories. */
function notices({ calculation }: Preview): Html {
  const uses = (id: string): boolean => calculation.breakdown.some(({ category }) => category === id);
  return html`${uses("AE") ? notice("reverseCharge") : undefined}${uses("N") ? notice("margin") : undefined}`;
}
