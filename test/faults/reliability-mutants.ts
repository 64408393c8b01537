import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { grouped } from "./report.ts";

/** A mutation run that was kept: `npm run mutants -- full --record`. */
interface MutantRun {
  readonly date: string;
  readonly version: string;
  readonly node: string;
  readonly commit: string;
  readonly seconds: number;
  readonly mutants: number;
  readonly found: number;
  readonly left: number;
  /** Of a drawn run. */
  readonly seed?: number;
  readonly of?: number;
  readonly files: Readonly<Record<string, { readonly mutants: number; readonly found: number; readonly left: number }>>;
}

/** A mutant that no test of the rooms finds, and why that is right. */
interface KnownMutant {
  readonly file: string;
  readonly line: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** What RELIABILITY.md says of the faults that are planted in selfbill itself; empty as long as no run was kept. */
export function mutantSection(top: string): string[] {
  const [full, drawn] = ["full", "drawn"].map((scope) => runOf(top, scope));
  if (full === undefined && drawn === undefined) return [];
  return [
    "## Do the tests find a fault?",
    "",
    "`npm run mutants` plants faults in selfbill, one after another: a condition the other way round, a number one larger, a line left out.",
    "Each must make a test of the same room fail.",
    "",
    ...(full ? wholeRun(full, listed(top)) : []),
    ...(drawn ? drawnRun(drawn) : []),
  ];
}

function wholeRun(run: MutantRun, known: readonly KnownMutant[]): string[] {
  const rows = Object.entries(run.files).map(
    ([file, { mutants, found, left }]) => `| \`${file}\` | ${[mutants, found, left].map(grouped).join(" | ")} |`,
  );
  return [
    `What decides whether a document is sent, all of it: ${grouped(run.mutants)} faults, ${grouped(run.found)} found. ${origin(run)}`,
    "",
    "| file | faults | found | listed below |",
    "|---|---:|---:|---:|",
    ...rows,
    "",
    "The others change nothing that anybody can see, or are found by tests that start the built program:",
    "",
    ...known.map(
      ({ file, line, from, to, why }) => `- \`${file}\`, ${code(line)}: ${code(from)} → ${code(to)}. ${why}`,
    ),
    "",
  ];
}

function drawnRun(run: MutantRun): string[] {
  const { mutants, found, seed = 0, of = 0 } = run;
  return [
    `What stands around it: ${grouped(mutants)} of ${grouped(of)} faults, drawn with seed ${seed}, ${grouped(found)} found. ${origin(run)}`,
    "",
  ];
}

function origin({ date, seconds, version, node, commit }: MutantRun): string {
  const on = `selfbill ${version}, commit ${commit.replace(/^([0-9a-f]{9})[0-9a-f]{31}/, "$1")}, Node ${node}`;
  return `Run of ${date}: ${grouped(seconds)} seconds, ${on}.`;
}

/** Code in one line of a list. */
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
