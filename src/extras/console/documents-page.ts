import { calculate, money } from "../../document/index.ts";
import { gulfTime, type Html, html, said } from "../../render/index.ts";
import type { Watch, WatchedDocument } from "../../sandbox/index.ts";
import type { ConsolePage } from "./shell.ts";
import { counted, kindNames, legBadge, legNames, statusBadge } from "./words.ts";

const perPage = 25;

/** Lists documents newest first. */
export function documentsPage(watch: Watch, from: number): ConsolePage {
  const all = watch.count();
  const listed = watch.latest(from, perPage);
  const body = html`<h1>Documents</h1>
<div id="documents" data-live>${
    all === 0
      ? empty()
      : html`<p class="lead">${counted(all, "document")}, newest first. Open one to see what happened to it, what it contains and which rules it breaks.</p>
${table(listed)}${pager(from, all)}`
  }</div>`;
  return { title: "Documents", at: "documents", now: watch.controls.now(), live: true, body };
}

function empty(): Html {
  return html`<p class="empty">There is no document yet. Send one to this sandbox and it appears here, for example in another terminal:</p>
<pre class="type">selfbill templates copy standard-invoice
selfbill create-invoice standard-invoice.yaml --sandbox</pre>
<p class="empty">This works when the sandbox uses your own data folder, as it does without --data. Any other client sends to the address and with the token that the terminal shows.</p>`;
}

function table(listed: readonly WatchedDocument[]): Html {
  return html`<table class="list"><thead><tr><th scope="col">Number</th><th scope="col">Supplier</th><th scope="col" class="number">Amount</th>
<th scope="col">Received</th><th scope="col">Status</th><th scope="col">${legNames.c3}</th><th scope="col">${legNames.c5}</th></tr></thead>
<tbody>${listed.map(row)}</tbody></table>`;
}

function row(watched: WatchedDocument): Html {
  const { stored, legs } = watched;
  const { id, number, kind, document } = stored;
  const supplier = document.accounting_supplier_party;
  return html`<tr><td data-name="Number"><a href="/console/documents/${id}">${said(number)}</a> <span class="kind">${kindNames[kind]}</span></td>
<td data-name="Supplier" class="long">${said(supplier?.party_name) ?? said(supplier?.name)}</td>
<td data-name="Amount" class="number">${shownAmount(stored.document)}</td>
<td data-name="Received"><time>${gulfTime(stored.createdAt).slice(0, 19)}</time></td>
<td data-name="Status">${statusBadge(watched)}</td>
<td data-name="Provider (C3)">${legBadge(legs.c3)}</td><td data-name="${legNames.c5}">${legBadge(legs.c5)}</td></tr>
`;
}

/** Formats the payable or credited amount with its currency. */
export function shownAmount(document: WatchedDocument["stored"]["document"]): string {
  const { payable_amount } = calculate(document).totals;
  return `${document.document_currency_code ?? "AED"} ${money.forPeople(payable_amount)}`;
}

function pager(from: number, all: number): Html | undefined {
  if (from === 0 && all <= perPage) return undefined;
  const newer = from > 0 ? html`<a href="/console?from=${String(Math.max(0, from - perPage))}">Newer</a>` : undefined;
  const older = from + perPage < all ? html`<a href="/console?from=${String(from + perPage)}">Older</a>` : undefined;
  return html`<p class="pager">${newer} <span>${String(Math.min(from + 1, all))} to ${String(Math.min(all, from + perPage))} of ${String(all)}</span> ${older}</p>`;
}
