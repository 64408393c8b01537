import { bringToEnd } from "./bring-to-end.ts";
import { runProgram, type Said, sending } from "./command.ts";
import { type Lane, withLanes } from "./lane.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";

/** Kills per batch before it may finish. */
const killsABatch = 6;
/** A run may have to wait for the account's next minute of requests. */
const patience = 300_000;

/**
 * Sends batches of files with the built program: kills it (kill -9) at random moments, restarts it, kills it again, and
 * finally lets it finish.
 */
export async function run({ count, seed, say }: FaultOptions): Promise<FaultReport> {
  const tally = new Tally();
  const random = new Random(seed);
  const batches = Array.from({ length: Math.ceil(count / killsABatch) }, (_, index) => ({
    // Every eighth batch has more files than can be sent in a minute, so it has to wait.
    size: index % 8 === 7 ? 61 + random.below(40) : 20 + random.below(26),
    kills: Math.min(killsABatch, count - index * killsABatch),
    random: new Random(random.bits()),
  }));
  await withLanes("random-kill", tally, async (lanes) => {
    let left = batches.length;
    await lanes.each(batches, async (lane, batch) => {
      await runBatch(lane, batch, tally);
      if (--left % 10 === 0) say(`  ${left} batches left`);
    });
  });
  return tally.report("random-kill", seed);
}

interface Batch {
  readonly size: number;
  readonly kills: number;
  readonly random: Random;
}

async function runBatch(lane: Lane, { size, kills, random }: Batch, tally: Tally): Promise<void> {
  const { settings } = await lane.prepare("new");
  const { service } = lane;
  const papers = lane.papers(size);
  const files = papers.map(({ file }) => file);
  service.behave("created");
  let killed: Said | undefined;
  for (let kill = 0; kill < kills; kill++) {
    const moment = momentOf(lane, size / kills, random);
    killed = await runProgram(sending(files), settings, { patience, started: moment });
    tally.sends += size;
    tally.fault(killed.signal === "SIGKILL" ? "kill -9 at a random moment" : "kill -9 that came too late");
    await service.idle();
  }
  tally.count("batches");
  tally.count("files", size);
  tally.count("files that exist before the last run", service.ledger().size);
  const again = () => runProgram(sending(files), settings, { patience });
  const name = `a batch of ${size}`;
  if (killed) await bringToEnd({ name, papers, settings, service, tally }, killed, again);
}

/** Schedules the kill for a few milliseconds after a random one of the next `share` requests, or after the start. */
function momentOf({ service }: Lane, share: number, random: Random): (kill: () => void) => void {
  if (random.oneIn(4)) {
    const after = random.below(600);
    return (kill) => void setTimeout(kill, after);
  }
  const came = (): number => [...service.requests.values()].reduce((sum, each) => sum + each, 0);
  const target = came() + 1 + random.below(Math.ceil(share));
  const after = random.below(16);
  return (kill) => {
    const started = Date.now();
    const look = setInterval(() => {
      if (came() < target && Date.now() - started < 5_000) return;
      clearInterval(look);
      setTimeout(kill, after);
    }, 1);
  };
}
