import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { moveClock } from "../support/moved-clock.ts";
import { withoutPostgres } from "../support/postgres.ts";
import { OutsideHistory } from "./outside-history.ts";
import { ServerRounds } from "./outside-server.ts";
import { makeOutside } from "./outside-world.ts";
import { writePapers } from "./papers.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";

/** One history in `oneReal` runs processes of the built program. */
const oneReal = 25;
/** Before one history in `oneServer`, two computers share a journal on a server that is lost. */
const oneServer = 40;
/** Documents per history. */
const many = 5;

/**
 * Generates random histories until `count` commands that send documents have run. In each, a person keeps sending, with
 * other spellings of the address, other tokens, homes and companies, and after restoring folders; the output is judged
 * against the services' ledgers.
 */
export async function run({ count, seed, words, say }: FaultOptions): Promise<FaultReport> {
  const tally = new Tally();
  const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "selfbill-outside-"));
  const clock = moveClock();
  const servers = new ServerRounds(scratch, tally);
  const real = Number(words.real ?? oneReal);
  const computers = words.computers !== "none";
  const everyServer = Number(words.servers ?? oneServer);
  try {
    const world = await makeOutside(scratch, clock, true);
    try {
      let told = 0;
      for (let number = Number(words.from ?? 0), done = 0; done < count; number++) {
        const random = new Random(seed * 1_000_003 + number);
        clock.reset();
        const really = real > 0 && random.oneIn(real);
        const sixCalls = random.oneIn(4);
        await world.begin(sixCalls);
        if (everyServer > 0 && number % everyServer === everyServer - 1 && withoutPostgres() === undefined) {
          done += await servers.round(world, `seed ${seed}, history ${number}`, random);
          // The services start empty again: for the history, this round's documents would count as made elsewhere.
          await world.begin(sixCalls);
        }
        const files = join(scratch, "files");
        rmSync(files, { recursive: true, force: true });
        mkdirSync(files);
        const papers = writePapers(files, many, `history ${number} paper`);
        const policy = random.oneIn(8);
        done += await new OutsideHistory({
          name: `seed ${seed}, history ${number}`,
          world,
          random,
          tally,
          papers,
          sixCalls,
          really,
          policy,
          computers,
        }).play();
        if (Math.floor(done / 500) > told) say(`  ${done} of ${count}`);
        told = Math.floor(done / 500);
      }
    } finally {
      servers.close();
      await world.close();
    }
  } finally {
    clock.restore();
    rmSync(scratch, { recursive: true, force: true });
  }
  return tally.report("outside", seed);
}
