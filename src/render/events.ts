import type { StatusEvent } from "../contract/index.ts";
import { gulfTime } from "../document/index.ts";
import type { Style } from "../report/index.ts";
import { safe } from "./safe.ts";
import { participantSays } from "./status-words.ts";
import { renderTable } from "./table.ts";

/** A status log, oldest event first: as a table, or one line an event where more are awaited. */
export function renderEvents(
  { events, lines }: { readonly events: readonly StatusEvent[]; readonly lines: boolean },
  style: Style,
): string {
  if (lines) return events.map((event) => `${line(event, style)}\n`).join("");
  if (events.length === 0 && style.isTerminal) return "The log has no events yet.\n";
  if (!style.isTerminal) return renderTable({ columns, rows: events.map(cells) }, style);
  // The offset is always the same, so a narrow terminal sees it once.
  const rows = events.map(cells).map(([time = "", ...rest]) => [time.replace(/ \+04:00$/, ""), ...rest]);
  return renderTable({ columns: ["Time (+04:00)", ...columns.slice(1)], rows }, style);
}

const columns = ["Time", "Event", "Message", "From", "To"];

function cells(event: StatusEvent): string[] {
  return [
    gulfTime(event.timestamp) || "no time",
    event.event ?? "no kind",
    event.message ?? "",
    participantSays(event.senderId, {}) ?? "",
    participantSays(event.receiverId, {}) ?? "",
  ];
}

function line(event: StatusEvent, style: Style): string {
  const [time = "", kind = "", message = "", from = "", to = ""] = cells(event).map(safe);
  if (!style.isTerminal) return [time, kind, message, from, to].join("\t");
  const way = from || to ? `  ${style.faint(`${from} → ${to}`)}` : "";
  return `${time}  ${style.strong(kind)}  ${message}${way}`;
}

/** One event for scripts; `raw` is the service's own entry without a document in it. Times are Unix milliseconds. */
export function eventJson(event: StatusEvent): Record<string, unknown> {
  return {
    id: event.id ?? null,
    event: event.event ?? null,
    message: event.message ?? null,
    timestamp: event.timestamp ?? null,
    sender_id: event.senderId ?? null,
    receiver_id: event.receiverId ?? null,
    doc_type_id: event.docTypeId ?? null,
    process_id: event.processId ?? null,
    sent_message_id: event.sentMessageId ?? null,
    country_c1: event.countryC1 ?? null,
    raw: event.raw,
  };
}
