import { existsSync } from "node:fs";
import { type JournalRecord, openJournal } from "../../src/journal/index.ts";
import { journalOf, resolveHere, type Said, type Told } from "./command.ts";
import type { Paper } from "./papers.ts";
import type { Tally } from "./report.ts";
import type { Service } from "./service.ts";

/** A disturbed run, with the documents that it was to send. */
export interface Disturbed {
  /** How to reproduce the run; reported with every violation. */
  readonly name: string;
  readonly papers: readonly Paper[];
  readonly settings: Readonly<Record<string, string>>;
  readonly service: Pick<Service, "behave" | "idle" | "ledger" | "requests">;
  readonly tally: Tally;
  /** Set if the run was not killed, so that it could detect whether a first byte had been sent. */
  readonly lived?: boolean;
  /** Reads the journal's records; set if the journal is not the file in the home. */
  readonly records?: () => Promise<readonly JournalRecord[]>;
}

/** Repetitions after which a document counts as lost. */
const rounds = 4;

/**
 * Acts like a clerk: repeats the command, looks up documents in doubt at the service and settles them. At the end every
 * document must exist exactly once. Every statement, including those of the disturbed run, is checked against the
 * ledger.
 */
export async function bringToEnd(it: Disturbed, disturbed: Said, again: () => Promise<Said>): Promise<void> {
  const { service, papers, tally } = it;
  await service.idle();
  await judge(it, disturbed, "disturbed");
  service.behave("created");
  let open: readonly Told[] = [];
  for (let round = 1; round <= rounds; round++) {
    const said = await again();
    await service.idle();
    tally.sends += papers.length;
    await judge(it, said, `run ${round + 1}`);
    if (round === 1) await countStages(it, said);
    open = said.told.filter(({ outcome }) => outcome !== "done");
    const unsaid = papers.some(({ file }) => said.told.every((each) => each.file !== file));
    if (open.length === 0 && !unsaid) break;
    if (unsaid)
      tally.violation(
        "other",
        `${it.name}: run ${round + 1} ended with ${said.code}: ${said.stdout.slice(0, 600)} ${said.stderr.slice(-300)}`,
      );
    for (const { file, outcome } of open) if (outcome === "in_doubt") await settle(it, file);
  }
  for (const { file, outcome, words } of open)
    tally.violation("lost", `${it.name}: ${file} cannot be brought to an end: ${outcome} ${words}`);
  const ledger = service.ledger();
  for (const { note, file } of papers) {
    const ids = ledger.get(note) ?? [];
    if (ids.length > 1) tally.violation("duplicates", `${it.name}: ${file} exists as ${ids.join(" and ")}`);
    if (ids.length === 0) tally.violation("lost", `${it.name}: ${file} does not exist`);
  }
}

export async function judge(it: Disturbed, said: Said, which: string): Promise<void> {
  const { tally, service, papers } = it;
  const ledger = service.ledger();
  const done = papers.every(({ file }) => said.told.some((each) => each.file === file && each.outcome === "done"));
  if (said.code === 0 && !done)
    tally.violation("wrongVerdicts", `${it.name}, ${which}: exit code 0, and it said ${said.stdout.slice(0, 300)}`);
  for (const { file, note } of papers) {
    const told = said.told.find((each) => each.file === file);
    if (told === undefined) {
      if (which === "disturbed") tally.verdict("nothing was said");
      continue;
    }
    tally.verdict(told.outcome === "done" ? (told.replayed ? "replayed" : "created") : told.outcome);
    const ids = ledger.get(note) ?? [];
    const where = `${it.name}, ${which}: ${file}: ${told.outcome} ${told.id ?? ""}, ledger ${ids.join() || "none"}; ${told.words}`;
    if (told.outcome === "done") {
      if (ids.length === 0) tally.violation("lost", where);
      else if (!ids.includes(told.id ?? "")) tally.violation("wrongVerdicts", where);
    } else if (told.outcome === "in_doubt") {
      if (it.lived && !service.requests.has(note)) tally.violation("needlessDoubts", where);
      else if (!attemptsIn(await recordsOf(it), file).some((types) => types.includes("armed")))
        tally.violation("needlessDoubts", where);
    } else if (ids.length > 0 && !(told.outcome === "local_state" && (await names(it, ids[0] ?? "", told))))
      tally.violation("wrongVerdicts", where);
  }
}

/** Whether the words name the document, by its id or by the number that the journal recorded for it. */
async function names(it: Disturbed, id: string, { words }: Told): Promise<boolean> {
  if (words.includes(id)) return true;
  return (await recordsOf(it)).some(({ data }) => {
    const known = data as { id?: string; documentNumber?: string };
    return known.id === id && known.documentNumber !== undefined && words.includes(known.documentNumber);
  });
}

async function countStages(it: Disturbed, { told }: Said): Promise<void> {
  const ledger = it.service.ledger();
  const records = await recordsOf(it);
  for (const { file, note } of it.papers) {
    const said = told.find((each) => each.file === file);
    const exists = (ledger.get(note) ?? []).length > 0;
    const attempts = attemptsIn(records, file).length;
    const stage =
      said?.outcome === "in_doubt"
        ? `first byte was due, no answer kept: it ${exists ? "exists" : "does not exist"}`
        : said?.replayed
          ? "its creation was on disk"
          : attempts > 1
            ? "on disk that it was not created"
            : "nothing of it was on disk";
    it.tally.count(`document: ${stage}`);
  }
}

async function recordsOf({ settings, records }: Disturbed): Promise<readonly JournalRecord[]> {
  if (records) return records();
  const path = journalOf(settings);
  if (!existsSync(path)) return [];
  const opened = openJournal(path);
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const read = await opened.value.records(0, 100_000);
  opened.value.close();
  if (!read.ok) throw new Error(read.problems[0].message);
  return read.value;
}

/** The record kinds of each attempt, in order. */
function attemptsIn(records: readonly JournalRecord[], file: string): string[][] {
  const ofFile = records.filter((each) => each.type === "intent" && each.data.file === file);
  return ofFile.map(({ attempt }) => records.filter((each) => each.attempt === attempt).map(({ type }) => type));
}

async function settle({ service, papers, settings, tally, name }: Disturbed, file: string): Promise<void> {
  const note = papers.find((each) => each.file === file)?.note ?? "";
  const [id] = service.ledger().get(note) ?? [];
  const looksUp = tally.sends % 2 === 0;
  const how = id === undefined ? "not created" : looksUp ? "check" : { created: id };
  const said = await resolveHere(file, how, settings);
  tally.count(`settled: ${typeof how === "string" ? how : "created"}`);
  if (said.code !== 0) tally.violation("other", `${name}: resolve ${file} ended with ${said.code}: ${said.stdout}`);
}
