import { calculate } from "../../document/index.ts";
import { gulfTime, type Html, html, pagePolicy, renderPage, said } from "../../render/index.ts";
import type { Reply, Watch, WatchedDocument } from "../../sandbox/index.ts";
import { toXml } from "../../ubl/index.ts";
import { shownAmount } from "./documents-page.ts";
import { type PlacedFinding, spelled } from "./findings.ts";
import { jsonLines } from "./json-lines.ts";
import { codeLines } from "./lines.ts";
import { type ConsolePage, guards } from "./shell.ts";
import { timeline } from "./timeline.ts";
import { counted, kindNames, statusBadge, statusSentence } from "./words.ts";

/**
 * Returns the page of a document, of which only the events are refreshed. With `live`, it contains only the live part.
 */
export function documentPage(watched: WatchedDocument, watch: Watch, live: boolean): ConsolePage {
  const { stored } = watched;
  const supplier = stored.document.accounting_supplier_party;
  const base = `/console/documents/${stored.id}`;
  const failed = watched.status.validation_results.length > 0;
  const way = html`<section id="way" data-live><div class="verdict">${statusBadge(watched)} <p>${statusSentence(watched)}</p></div>
<h2>What happened to it</h2>${timeline(watched, watch.events(watched))}
${failed ? html`<p class="reload">What is wrong: <a href="${base}#findings">${counted(watched.status.validation_results.length, "error")}</a></p>` : undefined}</section>`;
  const body = html`<p class="crumb"><a href="/console">Documents</a></p>
<h1>${kindNames[stored.kind]} ${said(stored.number)}</h1>
<dl class="facts"><div><dt>Supplier</dt><dd>${said(supplier?.party_name) ?? said(supplier?.name) ?? "not named"}</dd></div>
<div><dt>Amount</dt><dd>${shownAmount(stored.document)}</dd></div>
<div><dt>Date of issue</dt><dd>${said(stored.document.issue_date) ?? "none"}</dd></div>
<div><dt>Received</dt><dd>${gulfTime(stored.createdAt).slice(0, 19)}</dd></div>
<div><dt>Id</dt><dd class="id">${stored.id}</dd></div></dl>
${way}${live ? undefined : content(watched, watch, base)}`;
  return {
    title: `${kindNames[stored.kind]} ${stored.number}`,
    at: "documents",
    now: watch.controls.now(),
    live: true,
    body,
  };
}

function content(watched: WatchedDocument, watch: Watch, base: string): Html {
  const { findings, json, xml } = spelled(watched, watch.tree(watched));
  return html`${findings.length > 0 ? errors(findings) : undefined}
<section aria-labelledby="content"><h2 id="content">What it contains</h2>
<div class="panes">
<details class="pane" open><summary>As it was sent (JSON)</summary><p class="open"><a href="${base}/json">Whole text</a></p>${codeLines("json", json)}</details>
<details class="pane" open><summary>As it travels (UBL)</summary><p class="open"><a href="${base}/ubl">Whole text</a></p>${codeLines("ubl", xml)}</details>
<details class="pane paper" open><summary>As it is printed</summary><p class="open"><a href="${base}/page">Page alone, to print</a></p><iframe src="${base}/page" title="The document as it is printed" sandbox loading="lazy"></iframe></details>
</div></section>`;
}

function errors(findings: readonly PlacedFinding[]): Html {
  return html`<section id="findings" class="findings"><h2>Which rules it breaks</h2><p>${counted(findings.length, "error")}. Each is marked in the texts below.</p>
<ol>${findings.map(
    ({
      id,
      says,
      hint,
      field,
      jsonLine,
      xmlLine,
    }) => html`<li><p><b>${id}</b> ${says}</p>${hint === undefined ? undefined : html`<p class="hint">${hint}</p>`}
<p class="where">${field === undefined ? undefined : html`Field <code>${field}</code>, `}<a href="#json-${String(jsonLine)}">JSON line ${String(jsonLine)}</a>, <a href="#ubl-${String(xmlLine)}">UBL line ${String(xmlLine)}</a></p></li>`,
  )}</ol></section>`;
}

/** Returns the document as a printed page, which does not run scripts or load anything. */
export function printedPage({ stored }: WatchedDocument, watch: Watch): Reply {
  const { document, kind, number } = stored;
  const shown = { file: "", kind, document, calculation: calculate(document), customer: watch.profile };
  const paper = { mark: "SANDBOX", documentNumber: number } as const;
  const page = renderPage(shown, paper);
  const headers = {
    ...guards,
    "Content-Security-Policy": `${pagePolicy(shown, paper)}; frame-ancestors 'self'; sandbox`,
  };
  return { status: 200, type: "text/html; charset=utf-8", body: page, headers };
}

/** Returns the document's JSON or UBL as plain text, because a browser must not render it as a page. */
export function rawOf(part: string, watched: WatchedDocument, watch: Watch): Reply | undefined {
  const text = (body: string): Reply => ({
    status: 200,
    type: "text/plain; charset=utf-8",
    body,
    headers: { ...guards, "Content-Security-Policy": "default-src 'none'; sandbox" },
  });
  if (part === "json") return text(`${jsonLines(watched.stored.document).lines.join("\n")}\n`);
  return part === "ubl" ? text(toXml(watch.tree(watched))) : undefined;
}
