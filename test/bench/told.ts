import { availableParallelism, cpus, totalmem } from "node:os";
import type { BatchPace } from "./batch.ts";
import { goals, mostGrowth, mostMemory } from "./goals.ts";
import type { MemoryAfter } from "./memory.ts";
import { type Measured, median, ratio } from "./rounds.ts";

/** A run as --json prints it. BENCHMARKS.md is made from the saved runs, one per major version of Node. */
export interface Recorded {
  readonly machine: string;
  readonly node: string;
  readonly version: string;
  /** The measured commit. */
  readonly commit?: string;
  /** The other measured commit, if any. */
  readonly before?: string;
  readonly rows: readonly Measured[];
  readonly memory?: readonly MemoryAfter[];
  readonly batch?: BatchPace;
}

export function machine(): string {
  const gigabytes = Math.round(totalmem() / 1e9);
  return `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "processor"}, ${gigabytes} GB, ${process.platform}`;
}

const intro = [
  "# How fast selfbill is",
  "",
  "Made by `npm run bench -- --record`, once for each Node. All programs of a row were measured in turns in one run; each figure is the median",
  "of its rounds: rows of the engine are processor time, those of whole programs are from start to end. The last two columns are selfbill's time",
  "against another program's (below 1: selfbill is faster); they hold on other machines, milliseconds do not.",
  "",
  "Not measured: the library against attestwire 0.7.3, which can no longer be installed.",
  "",
];

export function page(all: readonly Recorded[]): string {
  return [...intro, ...all.flatMap(section)].join("\n");
}

/** Returns the lines about one version of Node; a ratio holds on other machines, the median beside it does not. */
function section(recorded: Recorded): string[] {
  const { rows, before, commit, node, memory, batch } = recorded;
  const earlier = before === undefined ? [] : ["before"];
  const cells = rows
    .filter(({ name }) => !placed.test(name))
    .map((row) => [
      row.name,
      figure(row, "selfbill"),
      ...earlier.map((name) => factor(row, name)),
      against(row, "node -e 0"),
      othersOf(row),
    ]);
  return [
    `## Node ${node.replace(/^v/, "")}`,
    "",
    `Machine: ${recorded.machine}. selfbill ${recorded.version}${commit === undefined ? "" : ` at ${commit}`}, ${roundsOf(rows)} rounds.`,
    ...(before === undefined ? [] : [`Compared with the commit ${before}.`]),
    "",
    ...behind(rows),
    ...missed(rows, memory ?? []),
    ...byPlace(rows),
    ...table(["row", "selfbill", ...earlier.map(() => "times as fast as before"), "node -e 0", "others"], cells),
    "",
    ...growth(rows),
    ...(batch === undefined ? [] : batchLines(batch)),
    ...(memory === undefined ? [] : memoryLines(memory)),
    "",
  ];
}

/** The same command, measured from each place where selfbill can be. */
const placed = /^(?<place>built|installed|executable): (?<what>.+)$/;
const places = ["built", "installed", "executable"] as const;

/** Returns a table with a column for each place: the median, and how long that is against `node -e 0`. */
function byPlace(rows: readonly Measured[]): string[] {
  const names = [...new Set(rows.flatMap(({ name }) => placed.exec(name)?.groups?.what ?? []))];
  const cell = (what: string, place: string): string => {
    const row = rows.find(({ name }) => name === `${place}: ${what}`);
    return row === undefined ? "" : [figure(row, "selfbill"), against(row, "node -e 0")].filter(Boolean).join(", ");
  };
  const cells = names.map((what) => [what, ...places.map((place) => cell(what, place))]);
  return names.length === 0 ? [] : [...table(["command, against node -e 0", ...places], cells), ""];
}

/** Returns how long selfbill takes against each other program but the bare start of Node. */
function othersOf(row: Measured): string {
  const others = Object.keys(row.series).filter((name) => !["selfbill", "before", "node -e 0"].includes(name));
  return others.map((name) => `${name} ${against(row, name)}`).join(", ");
}

function roundsOf(rows: readonly Measured[]): string {
  const counts = rows.flatMap(({ series }) => Object.values(series).map(({ length }) => length));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? `${most}` : `${least} to ${most}`;
}

/**
 * Returns sentences instead of a table: with a clock that advances only while waiting, there is a single figure and no
 * median.
 */
export function batchLines({ documents, perMinute, limit, overLimit }: BatchPace): string[] {
  const share = ((100 * perMinute) / limit).toFixed(1);
  return [
    folded(
      `- ${documents} documents in one command, on a clock that only its waiting moves: ${perMinute.toFixed(1)} a minute once the first minute's ${limit} are used up, ${share} % of what the service takes. Requests beyond its limit: ${overLimit}.`,
    ),
  ];
}

export function memoryLines(memory: readonly MemoryAfter[]): string[] {
  const all = memory.map(({ documents, megabytes }) => `${megabytes} MB (${documents.toLocaleString("en")})`);
  return [
    folded(`- Memory of one sandbox process after so many documents, posted, checked and stored: ${all.join(", ")}.`),
  ];
}

/** Measured programs that are references and not competitors of selfbill. */
const yardsticks = ["selfbill", "before", "node -e 0", "bare http"];

/** Returns the ratio of selfbill's time to that of another program; for rates, the inverse. */
function slower(row: Measured, other: string): number | undefined {
  return row.unit === "/s" ? ratio(row, other, "selfbill") : ratio(row, "selfbill", other);
}

/** Returns lines about rows in which another program is faster; they are reported first. */
function behind(rows: readonly Measured[]): string[] {
  const found = rows.flatMap((row) =>
    Object.keys(row.series).flatMap((other) => {
      const by = yardsticks.includes(other) ? undefined : slower(row, other);
      return by === undefined || by <= 1 ? [] : [`- ${row.name}: ${other} is ${by.toFixed(2)} times as fast.`];
    }),
  );
  return found.length === 0 ? [] : ["### Where another program is ahead", "", ...found, ""];
}

/** Says by how much each goal was missed, and what was tried. */
function missed(rows: readonly Measured[], memory: readonly MemoryAfter[]): string[] {
  const lines = rows.flatMap((row) =>
    goals
      .filter((goal) => goal.row.test(row.name))
      .flatMap(({ against: other, atMost, tried }) => {
        const by = other === undefined ? median(row.series.selfbill ?? []) : slower(row, other);
        if (by === undefined || !(by > atMost)) return [];
        const [found, goal] =
          other === undefined
            ? [figure(row, "selfbill"), `${atMost} ${row.unit}`]
            : [`${by.toFixed(2)} × ${other}`, `${atMost.toFixed(2)} ×`];
        return `- ${row.name}: ${found}, and the goal is ${goal}.${tried ? ` ${tried}` : ""}`;
      }),
  );
  const grows = growthOf(rows) ?? 0;
  if (grows > mostGrowth.atMost)
    lines.push(
      `- 20,000 lines take ${grows.toFixed(1)} times as long as 1,000, and the goal is ${mostGrowth.atMost}. ${mostGrowth.tried}`,
    );
  const last = memory.at(-1);
  if (last !== undefined && last.megabytes > mostMemory.atMost)
    lines.push(
      `- memory of the sandbox after ${last.documents.toLocaleString("en")} documents: ${last.megabytes} MB, and the goal is ${mostMemory.atMost} MB. ${mostMemory.tried}`,
    );
  return lines.length === 0 ? [] : ["### Goals missed", "", ...lines.map(folded), ""];
}

/** Wraps the text like the lines of the other pages. */
function folded(text: string): string {
  return text.replace(/(.{1,145})(?: |$)/g, "$1\n  ").trimEnd();
}

/** Returns the ratio of the time for 20,000 lines to the time for 1,000 lines in the same run. */
function growthOf(rows: readonly Measured[]): number | undefined {
  const of = (lines: string): number | undefined => {
    const found = rows.find(({ name }) => name === `${lines} lines: amounts, tree and all rules`)?.series.selfbill;
    return found && median(found);
  };
  const [few, many] = [of("1,000"), of("20,000")];
  return few === undefined || many === undefined ? undefined : many / few;
}

function growth(rows: readonly Measured[]): string[] {
  const grows = growthOf(rows);
  return grows === undefined ? [] : [`- 20,000 lines take ${grows.toFixed(1)} times as long as 1,000.`];
}

/** Returns the earlier time divided by the current one; for rates, the inverse. */
function factor(row: Measured, other: string): string {
  const found = row.unit === "/s" ? ratio(row, "selfbill", other) : ratio(row, other, "selfbill");
  return found === undefined ? "" : found.toFixed(2);
}

function against(row: Measured, other: string): string {
  const found = slower(row, other);
  return found === undefined ? "" : `${found.toFixed(2)} ×`;
}

function figure({ series, unit }: Measured, name: string): string {
  const values = series[name];
  if (values === undefined) return "";
  const middle = median(values);
  return `${middle >= 100 ? middle.toFixed(0) : middle.toPrecision(3)} ${unit}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

/** Returns a measured row as one line for the terminal. */
export function line(row: Measured): string {
  const figures = Object.keys(row.series).map((name) => `${name} ${figure(row, name)}`);
  const faster = factor(row, "before");
  return `${row.part.padEnd(8)} ${row.name.padEnd(56)} ${figures.join(", ")}${faster && `  → × ${faster}`}`;
}
