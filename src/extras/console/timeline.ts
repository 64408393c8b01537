import { gulfTime, type Html, html } from "../../render/index.ts";
import { eventNames, type HistoryEvent, type WatchedDocument } from "../../sandbox/index.ts";
import { statusName } from "../../states/index.ts";
import { legNames } from "./words.ts";

type Lane = "service" | "c3" | "c5";

const lanes: readonly (readonly [Lane, string])[] = [
  ["service", "Service"],
  ["c3", legNames.c3],
  ["c5", legNames.c5],
];

const looks: Readonly<Record<keyof typeof eventNames, readonly [look: string, says: string]>> = {
  created: ["done", "Received and stored"],
  replaced: ["done", "Replaced by a corrected one"],
  passed: ["done", "Network rules: passed"],
  failed: ["bad", "Network rules: failed"],
  submitted: ["done", "Handed over"],
  toC3: ["busy", "Sent"],
  toC5: ["busy", "Sent"],
  unreachable: ["bad", "Could not be reached"],
};
const looksOf = new Map<string, readonly [look: string, says: string]>(
  Object.entries(eventNames).map(([key, name]) => [name, looks[key as keyof typeof looks]]),
);

/** Draws events from top to bottom, with one lane for the service and one per leg. */
export function timeline({ legs, status }: WatchedDocument, events: readonly HistoryEvent[]): Html {
  const instants = [...new Set(events.map(({ at }) => at))].sort((a, b) => a - b);
  const rows = instants.map((at, place) => {
    const now = events.filter((each) => each.at === at);
    const day = gulfTime(at).slice(0, 10);
    const before = place === 0 ? undefined : gulfTime(instants[place - 1]).slice(0, 10);
    return html`<tr><th scope="row"><time>${day === before ? undefined : html`<span class="day">${day}</span> `}${gulfTime(at).slice(11, 19)}</time></th>${lanes.map(
      ([lane, name]) =>
        cell(
          now.filter((each) => (each.leg ?? "service") === lane),
          lane,
          name,
          isOn(lane, at, events),
        ),
    )}</tr>
`;
  });
  const waits = lanes.map(([lane, name]) =>
    lane !== "service" && (legs[lane] === "sent" || legs[lane] === "error")
      ? html`<td class="lane on ${lane}" data-lane="${name}"><span class="event wait">Waiting for an answer</span></td>`
      : html`<td class="lane ${lane}"></td>`,
  );
  const open =
    status.overall_status === statusName.pending &&
    (legs.c3 === "sent" || legs.c5 === "sent" || legs.c3 === "error" || legs.c5 === "error");
  return html`<table class="timeline"><caption class="hidden">What happened to the document, oldest first</caption>
<thead><tr><th scope="col">UAE time</th>${lanes.map(([lane, name]) => html`<th scope="col" class="${lane}">${name}</th>`)}</tr></thead>
<tbody>${rows}${open ? html`<tr class="next"><th scope="row">next</th>${waits}</tr>` : undefined}</tbody></table>`;
}

function isOn(lane: Lane, at: number, events: readonly HistoryEvent[]): boolean {
  const own = events.filter((each) => (each.leg ?? "service") === lane).map((each) => each.at);
  return own.length > 0 && at >= Math.min(...own) && at <= Math.max(...own);
}

function cell(events: readonly HistoryEvent[], lane: Lane, name: string, on: boolean): Html {
  const items = events.map(({ event, message }) => {
    const rejected = / rejected it(?: \(|$)/.test(message);
    const [look, says] = looksOf.get(event) ?? (rejected ? ["bad", "Rejected"] : ["good", "Accepted"]);
    return html`<span class="event ${look}">${says}</span>`;
  });
  return html`<td class="lane ${lane}${on ? " on" : ""}" data-lane="${name}">${items}</td>`;
}
