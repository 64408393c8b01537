import { join } from "node:path";
import { bringToEnd, type Disturbed } from "./bring-to-end.ts";
import { runHere, runProgram, type Said, sending } from "./command.ts";
import { type Point, pointsOf, scenes } from "./disk-points.ts";
import { evenly, type Lane, withLanes } from "./lane.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";
import { smallDisk } from "./small-disk.ts";
import { happened, injecting, straceMissing } from "./strace.ts";

/** Failing calls tried per scene in a small run, which uses only a few scenes. */
const pointsAScene = 8;

/**
 * Makes every call on the journal's files fail in turn, once or permanently, as with a full, broken or read-only disk;
 * then repeats the command with the disk working. Also runs on a real disk that is nearly full.
 */
export async function run({ count, seed, say }: FaultOptions): Promise<FaultReport> {
  const missing = straceMissing();
  if (missing) throw new Error(missing);
  const tally = new Tally();
  const some = evenly(scenes, Math.ceil(count / pointsAScene), seed);
  await withLanes("disk", tally, async (lanes) => {
    const counted = await lanes.each(some, (lane, scene) => pointsOf(scene, lane));
    const all = counted.flat();
    const chosen = evenly(all, count, seed);
    tally.count("points", all.length);
    say(`  ${all.length} points of ${some.length} runs, ${chosen.length} to be tried`);
    let left = chosen.length;
    await lanes.each(chosen, async (lane, point) => {
      await runPoint(lane, point, tally);
      if (--left % 250 === 0) say(`  ${left} points left`);
    });
    const [lane] = lanes.all;
    if (lane) await smallDisk(lane, count, tally, say);
  });
  return tally.report("disk", seed);
}

async function runPoint(lane: Lane, { scene, injection }: Point, tally: Tally): Promise<void> {
  const { settings, data } = await lane.prepare(scene.journal);
  const { service } = lane;
  const papers = lane.papers(scene.files);
  const files = papers.map(({ file }) => file);
  const log = join(lane.folder, "injected.log");
  const { call, n, what, onward } = injection;
  const error = `${what.replace("error=", "")} ${onward ? "from then on" : "once"}`;
  const name = `${error} at ${call} ${n}, ${scene.files} ${scene.journal} ${scene.behaviour}`;
  service.behave(scene.behaviour);
  tally.sends += papers.length;
  const emergency = { TMPDIR: lane.folder };
  const said = await runProgram(sending(files), { ...settings, ...emergency }, { under: injecting(injection, log) });
  // In this run the n-th call may be on a pipe that the process uses to wake itself; such a failure does not count.
  const met = happened(injection, log, data);
  tally.count(met ? "points tried" : "runs that did not meet their point");
  if (met) tally.fault(`${call}: ${error}`);
  await service.idle();
  const it = { name, papers, settings, service, tally, lived: said.signal === null };
  if (met) judgeStop(it, said, scene.behaviour === "429, then created" ? 1 : 0);
  await bringToEnd(it, said, () => runHere(files, settings));
}

/**
 * No request may be sent after a record has failed, except for a document that is reported with its id. `putOff`: the
 * number of earlier requests per document that the service postponed.
 */
export function judgeStop({ service, papers, name, tally }: Disturbed, said: Said, putOff = 0): void {
  if (said.signal !== null) tally.violation("other", `${name}: ended by ${said.signal}: ${said.stderr.slice(-300)}`);
  const stopped = said.told.filter(({ outcome }) => outcome === "local_state");
  for (const { file, words } of stopped) {
    const note = papers.find((each) => each.file === file)?.note ?? "";
    const [id] = service.ledger().get(note) ?? [];
    if (putOff < (service.requests.get(note) ?? 0) && !(id && words.includes(id)))
      tally.violation("other", `${name}: a request left for ${file}, of which it said ${words}`);
  }
  if (said.told.length === 0) {
    const asked = [...service.requests.values()].some((times) => times > putOff);
    tally.count(`runs that said nothing of a document, exit code ${said.code}${asked ? ", after a request" : ""}`);
    if (asked) tally.violation("other", `${name}: a request left, and nothing was said: ${said.stdout} ${said.stderr}`);
  }
}
