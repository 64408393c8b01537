import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { grouped } from "./report.ts";

/** A run saved by `npm run mutants -- full --record`. */
interface MutantRun {
  readonly date: string;
  readonly version: string;
  readonly node: string;
  readonly commit: string;
  readonly seconds: number;
  readonly mutants: number;
  readonly found: number;
  readonly left: number;
  readonly seed?: number;
  readonly of?: number;
  /** The commit at which the survivors of a random sample were tested again. */
  readonly again?: string;
  readonly files: Readonly<Record<string, MutantRow>>;
  /** Mutants that no test found, without a reason why that is acceptable. */
  readonly nobodyFound: readonly Omit<KnownMutant, "why">[];
  /** Files that a full run includes but for which no result is saved. */
  readonly notLookedAt?: readonly string[];
  /** Manual changes to the record; the next run over all files removes them. */
  readonly byHand?: string;
}

interface MutantRow {
  readonly mutants: number;
  readonly found: number;
  readonly left: number;
  /** Set for a full run: the number of survivors listed with a reason, and the commit and date of this row's tests. */
  readonly listed?: number;
  readonly commit?: string;
  readonly date?: string;
  /** The commit at which only the survivors were tested again. */
  readonly again?: string;
}

/** A mutant that no test of its folder finds, and why that is acceptable. */
interface KnownMutant {
  readonly file: string;
  readonly line: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** The section of the page of recorded runs about faults planted in selfbill itself; empty without a saved run. */
export function mutantSection(top: string): string[] {
  const [full, drawn] = ["full", "drawn"].map((scope) => runOf(top, scope));
  if (full === undefined && drawn === undefined) return [];
  return [
    "## Do the tests find a fault?",
    "",
    "`npm run mutants` plants faults in selfbill, one after another: a condition the other way round, a number one larger, a line left out.",
    "Each must make a test of the same room fail; of the places of a journal, one of the commands that use them.",
    "",
    ...(full ? wholeRun(full, listed(top)) : []),
    ...(drawn ? drawnRun(drawn) : []),
  ];
}

function wholeRun(run: MutantRun, known: readonly KnownMutant[]): string[] {
  const rows = Object.entries(run.files).map(
    ([file, { mutants, found, listed = 0, left, date, commit = "", again }]) => {
      const later = again === undefined ? "" : `; what was left then: ${shortCommit(again)}`;
      return `| \`${file}\` | ${[mutants, found, listed, left].map(grouped).join(" | ")} | ${date}, ${shortCommit(commit)}${later} |`;
    },
  );
  return [
    `What decides whether a document is sent: ${grouped(run.mutants)} faults, ${grouped(run.found)} found, ${grouped(run.left)} left. ${origin(run)}`,
    "Each file was looked at with the commit in its row. A fault that made the tests run out of time counts as found.",
    ...(run.byHand === undefined ? [] : ["", `**Changed by hand:** ${run.byHand}`]),
    ...notYet(run),
    "",
    "| file | faults | found | listed below | left | day, commit |",
    "|---|---:|---:|---:|---:|---|",
    ...rows,
    "",
    ...leftOver(run),
    "Those that are listed change nothing that anybody can see, or are found by tests that start the built program:",
    "",
    ...known.map((each) => `- ${inOneLine(each)}. ${each.why}`),
    "",
  ];
}

function notYet({ notLookedAt = [] }: MutantRun): string[] {
  const names = notLookedAt.map((file) => `\`${file}\``).join(", ");
  return notLookedAt.length === 0 ? [] : ["", `**No run was kept of:** ${names}.`];
}

/** Mutants that were neither found nor shown to be harmless. */
function leftOver({ nobodyFound }: MutantRun): string[] {
  if (nobodyFound.length === 0) return [];
  const rows = nobodyFound.map((each) => `- ${inOneLine(each)}`);
  return [
    "What is left no test found in that run, and nobody has shown that it changes nothing. Tests that came in later count in the next run.",
    "",
    ...rows,
    "",
  ];
}

function drawnRun(run: MutantRun): string[] {
  const { mutants, found, left, seed = 0, of = 0, again } = run;
  const later =
    again === undefined ? [] : [`What was left then was looked at again with commit ${shortCommit(again)}.`];
  return [
    `What stands around it: ${grouped(mutants)} of ${grouped(of)} faults, drawn with seed ${seed}, ${grouped(found)} found, ${grouped(left)} left. ${origin(run)}`,
    ...later,
    "",
    ...leftOver(run),
  ];
}

function origin({ date, seconds, version, node, commit }: MutantRun): string {
  return `Run of ${date}: ${grouped(seconds)} seconds, selfbill ${version}, commit ${shortCommit(commit)}, Node ${node}.`;
}

const shortCommit = (commit: string): string => commit.replace(/^([0-9a-f]{9})[0-9a-f]{31}/, "$1");

const inOneLine = ({ file, line, from, to }: Omit<KnownMutant, "why">): string =>
  `\`${file}\`, ${code(line)}: ${code(from)} → ${code(to)}`;

/** Formats code for one line of a Markdown list, cut after 80 characters. */
function code(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const short = line.length > 80 ? `${line.slice(0, 80)}…` : line;
  return short.includes("`") ? `\`\` ${short} \`\`` : `\`${short || " "}\``;
}

function runOf(top: string, scope: string): MutantRun | undefined {
  const path = join(top, `test/mutants/recorded/${scope}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as MutantRun) : undefined;
}

function listed(top: string): KnownMutant[] {
  return JSON.parse(readFileSync(join(top, "test/mutants/known.json"), "utf8")) as KnownMutant[];
}
