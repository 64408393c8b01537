import { join } from "node:path";
import { bringToEnd } from "./bring-to-end.ts";
import { runHere, runProgram, sending } from "./command.ts";
import { type Point, pointsOf, type Scene, scenes } from "./kill-points.ts";
import { evenly, type Lane, withLanes } from "./lane.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";
import { happened, injecting, straceMissing } from "./strace.ts";

/** Kill points tried per scene in a small run, which uses only a few scenes. */
const pointsAScene = 8;

/**
 * Kills the built program at every system call of a send, one run per call, with kill -9, SIGTERM and Ctrl-C; then
 * repeats the command until everything is done. With a `count` below the number of points, the points are spread
 * evenly.
 */
export async function run({ count, seed, say }: FaultOptions): Promise<FaultReport> {
  const missing = straceMissing();
  if (missing) throw new Error(missing);
  const tally = new Tally();
  const some = evenly(scenes, Math.ceil(count / pointsAScene), seed);
  await withLanes("kill", tally, async (lanes) => {
    const counted = await lanes.each(some, (lane, scene) => pointsOf(scene, lane));
    const all = counted.flat();
    const chosen = evenly(all, count, seed);
    tally.count("points", all.length);
    say(`  ${all.length} points of ${some.length} runs, ${chosen.length} to be tried`);
    let left = chosen.length;
    await lanes.each(chosen, async (lane, point) => {
      const reached = await runPoint(lane, point, tally);
      tally.count(reached ? "points tried" : "runs that ended before their point");
      // After the last point of a kind, one more is tried, until a run makes no more such calls.
      if (reached && point.last) chosen.push({ ...point, n: point.n + 1 });
      if (--left % 250 === 0) say(`  ${left} points left`);
    });
  });
  return tally.report("kill", seed);
}

async function runPoint(lane: Lane, { scene, call, n }: Point, tally: Tally): Promise<boolean> {
  const { settings } = await lane.prepare(scene.journal);
  const { service } = lane;
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
