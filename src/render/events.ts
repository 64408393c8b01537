import { all, foreign, type Source, shape, texts, toldMembers, words } from "../answers/index.ts";
import { asObject, type LogEntry, logEntry, type Meaning, type StatusLog, shownMembersOf } from "../contract/index.ts";
import type { Style } from "../report/index.ts";
import { alsoTold, toldText } from "./also-told.ts";
import { safe } from "./safe.ts";
import { memberSays } from "./status-words.ts";
import { renderTable } from "./tables/table.ts";

/** Shows the oldest event first: in a table, or one line per event while waiting for more. */
export function renderEvents({ lines, ...log }: StatusLog & { readonly lines: boolean }, style: Style): string {
  const beside = alsoTold(log.beside, "Beside the events the service says", style);
  if (lines) return log.events.map((entry) => `${line(entry, style)}\n`).join("") + beside;
  if (log.events.length === 0 && style.isTerminal) return nothing(log) + beside;
  const rows = log.events.map(cells);
  if (!style.isTerminal) return renderTable({ columns, rows }, style) + beside;
  return table(rows, style) + beside;
}

/**
 * Returns the message for an empty log. It says "yet" only if the service answered as described; a list elsewhere in
 * the answer may not be the log.
 */
function nothing({ shape }: StatusLog): string {
  return shape === "list"
    ? "The log has no events yet.\n"
    : "The service's answer holds a list of events, which is empty.\n";
}

const members = shownMembersOf(logEntry, "screen");
const isTime = ({ means }: { readonly means: Meaning }): boolean => means === "instant";
const shown = [...members.filter(isTime), ...members.filter((each) => !isTime(each))];
const columns = [...shown.map(({ heading }) => heading), "Also told"];

/**
 * Shows events as a table on a terminal. To save width, the time offset, which is always the same, appears only in the
 * heading, and empty columns after the third are left out.
 */
function table(rows: readonly (readonly string[])[], style: Style): string {
  const heads = ["Time (+04:00)", ...columns.slice(1)];
  const used = heads.map((_, at) => at < 3 || rows.some((row) => row[at] !== ""));
  const narrow = rows.map(([time = "", ...rest]) => [time.replace(/ \+04:00$/, ""), ...rest]);
  const only = (row: readonly string[]): string[] => row.filter((_, at) => used[at]);
  return renderTable({ columns: only(heads), rows: narrow.map(only) }, style);
}

function cells(entry: LogEntry): string[] {
  return [...shown.map(({ name, means }) => memberSays(means, entry[name as keyof LogEntry])), toldText(entry.more)];
}

function line(entry: LogEntry, style: Style): string {
  const told = cells(entry).map(safe);
  if (!style.isTerminal) return told.join("\t");
  const parts = shown.flatMap(({ name, means }, at) => {
    const cell = told[at] ?? "";
    if (means === "participant") return [];
    return [name === "event" && cell !== "" ? style.strong(cell) : cell];
  });
  const ways = told.filter((_, at) => shown[at]?.means === "participant");
  const way = ways.some((each) => each !== "") ? style.faint(ways.join(" → ")) : "";
  const more = told.at(-1) ?? "";
  return [...parts, way, more && style.faint(more)].filter((each) => each).join("  ");
}

/** `raw` is the service's entry without any document in it. Times are Unix milliseconds. */
export const entryShape = shape<LogEntry>({
  ...toldMembers(logEntry),
  more: [texts, ({ more }) => Object.fromEntries(more)],
  raw: [foreign, ({ raw }) => asObject(raw)],
});

export const logMembers = {
  events: all(entryShape, ({ events }) => events),
  shape: [words("list", "wrapped", "single"), ({ shape }) => shape],
  beside: [texts, ({ beside }) => Object.fromEntries(beside)],
} satisfies Record<string, Source<StatusLog>>;
export const logShape = shape<StatusLog>(logMembers);
