import { gulfTime, type Html, html } from "../../render/index.ts";
import type { LoggedRequest, Watch } from "../../sandbox/index.ts";
import type { ConsolePage } from "./shell.ts";
import { badge, counted } from "./words.ts";

const perPage = 50;

/** Lists the requests, newest first, below the checks of the client's behaviour. */
export function requestsPage(watch: Watch, from: number): ConsolePage {
  const { requests } = watch.controls;
  const listed = [...requests.last(from + perPage)].reverse().slice(from);
  const body = html`<h1>Requests</h1>
<div id="requests" data-live>${checks(watch)}
<h2>As they came</h2>${listed.length === 0 ? html`<p class="empty">No request came yet.</p>` : html`<p class="lead">${counted(requests.count, "request")}, newest first. Open one to see what was sent and answered.</p>${table(listed)}${pager(from, requests.count)}`}</div>`;
  return { title: "Requests", at: "requests", now: watch.controls.now(), live: true, body };
}

function checks(watch: Watch): Html {
  const { checks: all } = watch.verify();
  return html`<h2>What the client did</h2><ul class="checks">${all.map(
    ({ ok, says }) => html`<li>${badge(ok ? "good" : "bad", ok ? "OK" : "Error")} ${says}</li>`,
  )}</ul>`;
}

function table(listed: readonly LoggedRequest[]): Html {
  return html`<table class="list"><thead><tr><th scope="col" class="number">No.</th><th scope="col">UAE time</th><th scope="col">Request</th>
<th scope="col">Answer</th><th scope="col" class="number">Time taken</th><th scope="col">What happened</th></tr></thead><tbody>${listed.map(row)}</tbody></table>`;
}

function row(seen: LoggedRequest): Html {
  const { n, at, method, path, milliseconds } = seen;
  return html`<tr><td data-name="No." class="number"><a href="/console/requests/${String(n)}">${String(n)}</a></td>
<td data-name="UAE time"><time>${gulfTime(at).slice(11, 19)}</time></td>
<td data-name="Request" class="long"><b>${method}</b> ${path}</td><td data-name="Answer">${answerBadge(seen)}</td>
<td data-name="Time taken" class="number">${milliseconds === null ? "" : `${milliseconds} ms`}</td>
<td data-name="What happened">${happened(seen)}</td></tr>
`;
}

/** Shows the status code; without one, whether the request is in progress or was not answered. */
export function answerBadge({ status, milliseconds }: LoggedRequest): Html {
  if (status === null) return milliseconds === null ? badge("busy", "under way") : badge("bad", "no answer");
  return badge(status < 400 ? "good" : "bad", String(status));
}

export function happened({ created, fault, ignored, overQuota }: LoggedRequest): Html | undefined {
  const parts = [
    created === null ? undefined : html`<a href="/console/documents/${created}">created a document</a>`,
    fault === null ? undefined : html`met the fault ${fault}`,
    ignored.length === 0
      ? undefined
      : html`unknown: ${ignored[0]?.path ?? ""}${ignored.length > 1 ? ` and ${ignored.length - 1} more` : ""}`,
    overQuota ? html`limit of requests reached` : undefined,
  ].filter((each) => each !== undefined);
  return parts.length === 0 ? undefined : html`${parts.map((each, at) => [at === 0 ? "" : ", ", each])}`;
}

function pager(from: number, all: number): Html | undefined {
  if (from === 0 && all <= perPage) return undefined;
  const newer =
    from > 0 ? html`<a href="/console/requests?from=${String(Math.max(0, from - perPage))}">Newer</a>` : undefined;
  const older =
    from + perPage < all ? html`<a href="/console/requests?from=${String(from + perPage)}">Older</a>` : undefined;
  return html`<p class="pager">${newer} ${older}</p>`;
}
