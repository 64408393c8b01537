import { isJsonObject, parseJson } from "../../json/index.ts";
import { gulfTime, type Html, html } from "../../render/index.ts";
import type { LoggedRequest, Watch } from "../../sandbox/index.ts";
import { jsonLines } from "./json-lines.ts";
import { codeLines, type LineNote, type NotedLines, nearestLine } from "./lines.ts";
import { answerBadge, happened } from "./requests-page.ts";
import type { ConsolePage } from "./shell.ts";

export function requestPage(n: number, watch: Watch): ConsolePage | undefined {
  const seen = watch.controls.requests.last(Number.POSITIVE_INFINITY).find((each) => each.n === n);
  if (seen === undefined) return undefined;
  const body = html`<p class="crumb"><a href="/console/requests">Requests</a></p>
<h1>Request ${String(n)}</h1><p class="lead"><b>${seen.method}</b> <span class="long">${seen.path}</span></p>
<dl class="facts"><div><dt>UAE time</dt><dd>${gulfTime(seen.at).slice(0, 19)}</dd></div>
<div><dt>Answer</dt><dd>${answerBadge(seen)}</dd></div>
<div><dt>Time taken</dt><dd>${seen.milliseconds === null ? "under way" : `${seen.milliseconds} ms`}</dd></div>
<div><dt>What happened</dt><dd>${happened(seen) ?? "nothing was created"}</dd></div></dl>
<div class="panes two">
<details class="pane" open><summary>What was sent</summary>${headersOf(seen)}${shownBody("sent", withRefusals(seen))}</details>
<details class="pane" open><summary>What was answered</summary>${seen.status === null ? html`<p class="empty">The connection ended without an answer. This is what was meant to be sent.</p>` : undefined}${shownBody("answered", asLines(seen.answer))}</details>
</div>`;
  return { title: `Request ${n}`, at: "requests", now: watch.controls.now(), live: false, body };
}

function headersOf({ headers }: LoggedRequest): Html {
  return html`<dl class="headers">${Object.entries(headers).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function shownBody(name: string, text: NotedLines | undefined): Html {
  return text === undefined ? html`<p class="empty">No body.</p>` : codeLines(name, text);
}

function asLines(text: string): NotedLines | undefined {
  if (text === "") return undefined;
  const parsed = parseJson(text);
  return { lines: parsed.ok ? jsonLines(parsed.value).lines : text.split(/\r?\n/), notes: new Map() };
}

/** Puts the service's message next to refused fields, and marks ignored ones. */
function withRefusals({ body, answer, ignored }: LoggedRequest): NotedLines | undefined {
  const parsed = parseJson(body);
  const told = parseJson(answer);
  const errors = told.ok && isJsonObject(told.value) ? told.value.errors : undefined;
  if (body === "" || !parsed.ok) return asLines(body);
  const { lines, places } = jsonLines(parsed.value);
  const notes = new Map<number, LineNote[]>();
  const note = (line: number, id: string, says: string): void => {
    notes.set(line, [...(notes.get(line) ?? []), { id, says }]);
  };
  for (const [field, says] of Object.entries(isJsonObject(errors) ? errors : {})) {
    if (field === "message") note(1, "refused", String(says));
    else note(nearestLine(field, places), field, String(says));
  }
  for (const { path, did_you_mean: meant } of ignored.filter(({ path }) => !path.startsWith("?"))) {
    const guess = meant === null ? "" : ` Did you mean ${meant}?`;
    note(nearestLine(path, places), path, `The service does not know this field and ignored it.${guess}`);
  }
  return { lines, notes };
}
