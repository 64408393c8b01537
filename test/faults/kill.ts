import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bringToEnd } from "./bring-to-end.ts";
import { runHere, runProgram, sending } from "./command.ts";
import { type Point, pointsOf, type Scene, scenes } from "./kill-points.ts";
import { type Lane, openLane } from "./lane.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";
import { happened, injecting, straceMissing } from "./strace.ts";

/** A small run takes so many points of a few scenes, instead of a few of all. */
const pointsAScene = 8;

/** As many processes as are run at once. */
const lanes = 2;

/**
 * Ends the built program at every system call of a send, one run for each, by kill -9, SIGTERM and Ctrl-C; then the same command is run
 * again until all is done. With fewer `count` than there are points they are taken evenly.
 */
export async function run({ count, seed, say }: FaultOptions): Promise<FaultReport> {
  const missing = straceMissing();
  if (missing) throw new Error(missing);
  const tally = new Tally();
  const open = await Promise.all(
    Array.from({ length: lanes }, () => openLane(mkdtempSync(join(tmpdir(), "selfbill-kill-")))),
  );
  try {
    const some = evenly(scenes, Math.ceil(count / pointsAScene), seed);
    const all = (await Promise.all(open.map((lane, index) => pointsFor(lane, some, index)))).flat();
    const chosen = evenly(all, count, seed);
    tally.count("points", all.length);
    say(`  ${all.length} points of ${some.length} runs, ${chosen.length} to be tried`);
    await Promise.all(open.map((lane) => work(lane, chosen, tally, say)));
  } finally {
    await Promise.all(open.map((lane) => lane.close()));
  }
  return tally.report("kill", seed);
}

/** The points of every second scene, from `first` on. */
async function pointsFor(lane: Lane, of: readonly Scene[], first: number): Promise<Point[]> {
  const points: Point[] = [];
  for (let at = first; at < of.length; at += lanes) points.push(...(await pointsOf(of[at] as Scene, lane)));
  return points;
}

/** Takes points until none is left. The last of a kind is followed by one more, until a run makes no more such calls. */
async function work(lane: Lane, points: Point[], tally: Tally, say: (line: string) => void): Promise<void> {
  for (let point = points.shift(); point; point = points.shift()) {
    const reached = await runPoint(lane, point, tally);
    tally.count(reached ? "points tried" : "runs that ended before their point");
    if (reached && point.last) points.push({ ...point, n: point.n + 1 });
    if (points.length % 250 === 0) say(`  ${points.length} points left`);
  }
}

async function runPoint(lane: Lane, { scene, call, n }: Point, tally: Tally): Promise<boolean> {
  await lane.prepare(scene.journal);
  const { service, settings } = lane;
  const papers = lane.papers(scene.files);
  const files = papers.map(({ file }) => file);
  const log = join(lane.folder, "injected.log");
  const injection = { call, n, what: `signal=${scene.signal}` };
  service.behave(scene.behaviour);
  tally.sends += papers.length;
  const said = await runProgram(sending(files), settings, { under: injecting(injection, log) });
  const name = `${scene.signal} before ${call} ${n}, ${nameOf(scene)}`;
  if (said.signal !== null && said.signal !== scene.signal)
    tally.violation("other", `${name}: ended by ${said.signal}`);
  const reached = happened(injection, log);
  if (reached) tally.fault(`${scene.signal}, ${nameOf(scene)}`);
  const again = scene.again === "program" ? () => runProgram(sending(files), settings) : () => runHere(files, settings);
  await bringToEnd({ name, papers, settings, service, tally }, said, again);
  return reached;
}

function nameOf({ files, behaviour, journal }: Scene): string {
  return `${files} ${files === 1 ? "file" : "files"}${journal === "new" ? ", new journal" : ""}: ${behaviour}`;
}

/** So many of them, evenly; the seed moves the choice. */
function evenly<T>(all: readonly T[], count: number, seed: number): T[] {
  if (count >= all.length) return [...all];
  const part = (seed % 97) / 97;
  return Array.from({ length: count }, (_, index) => all[Math.floor(((index + part) * all.length) / count)] as T);
}
