import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/database/index.ts";
import { openSandbox, type RunningSandbox } from "../../src/sandbox/index.ts";
import { variablesOf } from "../support/variables-of.ts";
import { bundle } from "./bundle.ts";
import { runProgram, type Said, sending } from "./command.ts";
import { type CrowdJournal, inOneHome, onOneServer } from "./crowd-journal.ts";
import { type Paper, writePapers } from "./papers.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";

/** Requests per minute that the service allows an account. */
const most = 60;

/** A limit that is never reached: with no limit in the sandbox, no process would wait for its turn. */
const neverReached = 1_000_000;

/** The fewest acceptable requests per minute; fewer would waste the service's quota. */
const leastPace = { file: 58, server: 57.6 };

/** A document's arrival at the service. */
interface Entry {
  readonly note: string;
  readonly id: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/**
 * Gives the same files to many processes of one user at once. The service allows 60 requests per minute and answers
 * further ones with 429; its own ledger records when each document arrived.
 *
 * `--homes N`: N users, each with its own home and database user, share one journal on a PostgreSQL server;
 * `--processes` is then the number of processes per user.
 *
 * `--minute SECONDS` shortens the minute. selfbill has no setting for that, so the processes then run our own program
 * instead of the built one; it opens the same journal with a shorter window, and the service allows far more
 * requests. The second that a request may take to arrive is not shortened: on a busy computer many requests arrive at
 * once. With a short minute the check therefore uses the times at which requests were allowed to be sent.
 */
export async function run({ count, seed, words, say }: FaultOptions): Promise<FaultReport> {
  const homes = words.homes === undefined ? undefined : Number(words.homes);
  const processes = Number(words.processes ?? (homes === undefined ? 16 : 4)) * (homes ?? 1);
  const minute = words.minute === undefined ? undefined : Number(words.minute) * 1000;
  const tally = new Tally();
  const folder = mkdtempSync(join(tmpdir(), "selfbill-crowd-"));
  const started = await openSandbox({
    folder: join(folder, "sandbox"),
    rate: minute === undefined ? most : neverReached,
  });
  if (!started.ok) throw new Error(started.problems[0].message);
  const sandbox = started.value;
  const journal = homes === undefined ? inOneHome(folder) : await onOneServer(folder, homes);
  try {
    const papers = writePapers(join(folder, "files"), count);
    const start = await starter({ folder, papers, sandbox, minute, journal });
    const progress = setInterval(() => say(`  ${entries(folder).length} of ${count} created`), 60_000);
    const all = await Promise.all(Array.from({ length: processes }, (_, index) => start(index)));
    clearInterval(progress);
    tally.sends = processes * count;
    tally.database = journal.database;
    tally.count("processes", processes);
    if (homes !== undefined) tally.count("homes that share one server", homes);
    tally.count("files", count);
    const ledger = entries(folder);
    judgeWords(all, papers, ledger, tally);
    const left = await judgeAnswers(journal, count, tally);
    const came = ledger.map(({ at }) => at);
    const pace = leastPace[homes === undefined ? "file" : "server"];
    judgePace(minute === undefined ? came : left, { minute: minute ?? 60_000, pace }, tally);
  } finally {
    journal.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return tally.report(homes === undefined ? "crowd" : "crowd-homes", seed);
}

interface Crowd {
  readonly folder: string;
  readonly papers: readonly Paper[];
  readonly sandbox: RunningSandbox;
  readonly minute: number | undefined;
  readonly journal: CrowdJournal;
}

/** Homes are used in rotation. */
async function starter({ folder, papers, sandbox, minute, journal }: Crowd): Promise<(index: number) => Promise<Said>> {
  const settings = (index: number) => ({
    ...journal.homes[index % journal.homes.length],
    ...variablesOf(sandbox),
  });
  const files = papers.map(({ file }) => file);
  const patience = 3_600_000;
  if (minute === undefined) return (index) => runProgram(sending(files), settings(index), { patience });
  const built = join(folder, "member");
  mkdirSync(built);
  const program = await bundle("test/faults/crowd-member.ts", built);
  // The journal's window is the service's plus one second, as with real minutes.
  return (index) => runProgram([String(minute + 1_000), ...files], settings(index), { patience, program });
}

function entries(folder: string): Entry[] {
  const opened = openDatabase(join(folder, "sandbox", "sandbox.db"), "", { code: "sandbox-unusable" });
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const rows = opened.value.all("SELECT id, body, created_at FROM document ORDER BY created_at");
  opened.value.close();
  return rows.map(({ id, body, created_at: at }) => {
    const note = /"note":"([^"]*)"/.exec(String(body))?.[1] ?? "";
    return { note, id: String(id), at: Number(at) };
  });
}

/** Every process must report that every file exists, under the service's id. */
function judgeWords(all: readonly Said[], papers: readonly Paper[], ledger: readonly Entry[], tally: Tally): void {
  for (const { note, file } of papers) {
    const ids = ledger.filter((entry) => entry.note === note).map(({ id }) => id);
    if (ids.length > 1) tally.violation("duplicates", `${file} exists as ${ids.join(" and ")}`);
    if (ids.length === 0) tally.violation("lost", `${file} does not exist`);
    let created = 0;
    for (const [index, { told, code, stdout, stderr }] of all.entries()) {
      const said = told.find((each) => each.file === file);
      tally.verdict(said?.outcome === "done" ? (said.replayed ? "replayed" : "created") : (said?.outcome ?? "nothing"));
      if (said?.outcome === "done" && !said.replayed) created += 1;
      if (said?.outcome !== "done" || !ids.includes(said.id ?? ""))
        tally.violation(
          "wrongVerdicts",
          `process ${index + 1} ended with ${code} and said of ${file}: ${JSON.stringify(said ?? `${stdout.slice(0, 600)}${stderr.slice(-300)}`)}`,
        );
    }
    if (created !== 1) tally.violation("other", `${created} processes say that they created ${file}`);
  }
}

/**
 * Checks that there is one create request per file, and none too early. Returns the times at which requests were
 * allowed to be sent, in Unix milliseconds.
 */
async function judgeAnswers(journal: CrowdJournal, count: number, tally: Tally): Promise<number[]> {
  const opened = await journal.open();
  const records = await opened.records(0, 1_000_000);
  opened.close();
  if (!records.ok) throw new Error(records.problems[0].message);
  const answers = records.value.flatMap((each) => (each.type === "result" ? [each.data.status] : []));
  tally.requests = answers.length;
  tally.count("answers", answers.length);
  tally.count("answers 429", answers.filter((status) => status === 429).length);
  if (answers.length !== count || answers.some((status) => status !== 201))
    tally.violation(
      "other",
      `${answers.length} answers, those that are not 201: ${answers.filter((each) => each !== 201)}`,
    );
  return records.value.flatMap(({ type, at }) => (type === "intent" ? [Date.parse(at)] : []));
}

/** There must be at most 60 starts per minute, and not many fewer. */
function judgePace(starts: readonly number[], wanted: { minute: number; pace: number }, tally: Tally): void {
  const { minute } = wanted;
  starts.forEach((at, index) => {
    const within = starts.filter((each, other) => other >= index && each < at + minute).length;
    tally.most("starts in a minute, at most", within);
    if (within > most) tally.violation("other", `${within} starts in the minute that begins with start ${index + 1}`);
  });
  // The first 60 start at once; the wait for each further batch of 60 is measured.
  const [first = 0] = starts;
  const whole = Math.floor((starts.length - 1) / most) * most;
  const last = starts[whole];
  if (whole === 0 || last === undefined || minute < 60_000) return;
  const pace = (whole * minute) / (last - first);
  tally.count("starts a minute", Math.floor(pace));
  if (pace < wanted.pace) tally.violation("other", `only ${pace.toFixed(1)} starts a minute`);
}
