import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram, sending, type Told, toldIn } from "./command.ts";
import type { JournalIs, Lane } from "./lane.ts";
import type { Paper } from "./papers.ts";
import type { Random } from "./random.ts";
import { type Act, actsIn, recording } from "./recording.ts";
import type { Behaviour } from "./service.ts";
import { type Leaving, leavings, TornDisk } from "./torn-disk.ts";

/** A recorded send. */
export interface Scene {
  readonly behaviour: Behaviour;
  readonly files: 1 | 3;
  readonly journal: JournalIs;
  /** The first database write after the answer fails, so that the result goes to the reserved space. */
  readonly setsAside?: true;
}

export const scenes: readonly Scene[] = [
  { behaviour: "created", files: 1, journal: "new" },
  { behaviour: "created", files: 1, journal: "there", setsAside: true },
  { behaviour: "created", files: 3, journal: "there" },
  { behaviour: "429, then created", files: 1, journal: "there" },
  { behaviour: "created, closed without an answer", files: 1, journal: "new" },
  { behaviour: "refused (400)", files: 3, journal: "new" },
  { behaviour: "created", files: 1, journal: "there" },
];

export function nameOf({ behaviour, files, journal, setsAside }: Scene): string {
  const more = `${journal === "new" ? ", new journal" : ""}${setsAside ? ", result set aside" : ""}`;
  return `${files} ${files === 1 ? "file" : "files"}${more}: ${behaviour}`;
}

export interface Recorded {
  readonly papers: readonly Paper[];
  readonly settings: Readonly<Record<string, string>>;
  readonly top: string;
  /** The state of the disk before the send. */
  readonly disk: TornDisk;
  readonly acts: readonly Act[];
}

export async function record(lane: Lane, { behaviour, files, journal, setsAside }: Scene): Promise<Recorded> {
  const { service, folder } = lane;
  const papers = lane.papers(files);
  const words = sending(papers.map(({ file }) => file));
  const log = join(folder, "recorded.log");
  let fails: number | undefined;
  if (setsAside) {
    const { settings } = await lane.prepare(journal);
    service.behave(behaviour);
    await runProgram(words, settings, { under: recording(log) });
    fails = writesBeforeAnswer(log) + 1;
  }
  const { settings } = await lane.prepare(journal);
  const { SELFBILL_HOME: top = "" } = settings;
  const disk = new TornDisk(top);
  service.behave(behaviour);
  const { stderr } = await runProgram(words, settings, { under: recording(log, fails) });
  await service.idle();
  const acts = actsIn(log);
  if (!acts.some((act) => act.do === "tells")) throw new Error(`a recorded send said nothing: ${stderr}`);
  return { papers, settings, top, disk, acts };
}

function writesBeforeAnswer(log: string): number {
  const lines = readFileSync(log, "utf8").split("\n");
  // "POST " and "HTTP/" in strace's notation
  const create = lines.findIndex((line) => /^\w+\(\d+<TCP.*"\\x50\\x4f\\x53\\x54\\x20/.test(line));
  const answer = lines.findIndex(
    (line, at) => at > create && /^(?:read|recvfrom)\(\d+<TCP.*"\\x48\\x54\\x54\\x50\\x2f/.test(line),
  );
  return lines.slice(0, answer).filter((line) => line.startsWith("pwrite64(")).length;
}

export interface Moment {
  /** Number of completed acts; reported with every violation. */
  readonly after: number;
  readonly leaving: Leaving;
  readonly left: ReadonlyMap<string, Buffer | undefined>;
  /** Notes of documents whose request was at least partly sent and was not refused. */
  readonly away: ReadonlySet<string>;
  /** The documents reported on standard output. */
  readonly told: readonly Told[];
}

/** About `count` different disk states, spread over all moments of a send; with `only`, those of one kind. */
export function* momentsOf(
  { disk, acts, papers }: Recorded,
  count: number,
  random: Random,
  only: string | undefined,
): Generator<Moment> {
  const seen = new Set<string>();
  const world = new World(papers);
  // Each act gets twice its share, because about half of the acts have no random outcome and give fewer disk states.
  const each = Math.ceil((2 * count) / acts.length);
  for (const [index, act] of acts.entries()) {
    const changed = [disk.take(act), world.take(act)];
    if (!changed.includes(true)) continue;
    const ways: Leaving[] = ["everything", "nothing"];
    while (ways.length < each) ways.push(leavings[2 + random.below(3)] ?? "some writes");
    for (const leaving of ways.filter((way) => only === undefined || way === only)) {
      const left = disk.leave(leaving, random);
      const moment = { after: index + 1, leaving, left, away: new Set(world.away), told: world.told };
      const mark = markOf(moment);
      if (!seen.has(mark)) yield moment;
      seen.add(mark);
    }
  }
}

/** The external effects of a send so far. */
class World {
  readonly away = new Set<string>();
  told: readonly Told[] = [];
  readonly #papers: readonly Paper[];
  readonly #lines = new Map<string, { sent: string; note: string | undefined }>();
  #output = "";

  constructor(papers: readonly Paper[]) {
    this.#papers = papers;
  }

  /** Returns whether the act is visible from outside. */
  take(act: Act): boolean {
    if (act.do === "tells") {
      this.#output += act.data.toString();
      this.told = toldIn(this.#output);
      return true;
    }
    if (act.do !== "sends" && act.do !== "receives") return false;
    const text = act.data.toString("latin1");
    const line = this.#lines.get(act.line);
    if (act.do === "receives") {
      // With 400 or 429, the service refused or postponed the document.
      if (line?.note !== undefined && /^HTTP\/1\.1 4(?:00|29)/.test(text)) this.away.delete(line.note);
      return true;
    }
    // Handles are reused, so each request starts a new string.
    const sent = /^[A-Z]+ \//.test(text) ? text : (line?.sent ?? "") + text;
    if (!sent.startsWith("POST ")) {
      this.#lines.set(act.line, { sent, note: undefined });
      return true;
    }
    const note = this.#papers.find((paper) => sent.includes(JSON.stringify(paper.note)))?.note;
    this.#lines.set(act.line, { sent, note });
    if (note !== undefined) this.away.add(note);
    // Only the HTTP head has been sent, without the note: the document can be identified only if there is just one.
    else if (this.#papers.length === 1) for (const paper of this.#papers) this.away.add(paper.note);
    return true;
  }
}

function markOf({ left, away, told }: Moment): string {
  const hash = createHash("sha256").update(JSON.stringify([[...away], told]));
  for (const [path, content] of left) hash.update(`${path}\0${content?.length}\0`).update(content ?? "");
  return hash.digest("hex");
}
