import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runHere } from "./command.ts";
import { type Paper, writePapers } from "./papers.ts";
import type { Tally } from "./report.ts";
import { type Service, startService } from "./service.ts";

/** Whether the user has sent something before: a journal that is there is opened, a new one is made. */
export type JournalIs = "new" | "there";

/** One user with a service of their own, for one run after the other. */
export interface Lane {
  readonly service: Service;
  /** For logs and the like. */
  readonly folder: string;
  papers(count: number): readonly Paper[];
  /** Everything as it was before the first document of a run, in a home of its own. */
  prepare(journal: JournalIs): Promise<Home>;
  close(): Promise<void>;
}

/** The user's folder in one run. */
export interface Home {
  readonly settings: Readonly<Record<string, string>>;
  /** Folder of the journal. */
  readonly data: string;
}

/** The most files of one run. */
const most = 100;

async function openLane(folder: string): Promise<Lane> {
  const service = await startService(join(folder, "sandbox"));
  const used = join(folder, "used-home");
  const written = writePapers(join(folder, "files"), most);
  const [earlier] = writePapers(join(folder, "earlier"), 1, "earlier", most + 1);
  await runHere([earlier?.file ?? ""], { ...service.settings, SELFBILL_HOME: used });
  let homes = 0;
  let last = "";
  return {
    service,
    folder,
    papers: (count) => written.slice(0, count),
    async prepare(journal) {
      await service.idle();
      await service.reset();
      if (last !== "") rmSync(last, { recursive: true, force: true });
      // Never the same path again: SQLite on Node 20 closes late, and then removes its side files by their path.
      const home = join(folder, `home-${++homes}`);
      last = home;
      if (journal === "there") cpSync(used, home, { recursive: true });
      else mkdirSync(home);
      return { settings: { ...service.settings, SELFBILL_HOME: home }, data: join(home, "data") };
    },
    close: () => service.close(),
  };
}

/** As many processes as are run at once. */
const atOnce = 2;

/** Lanes beside each other. */
interface Lanes {
  readonly all: readonly Lane[];
  /** Does `work` for each of them, in their order, on whichever lane is free; `items` may grow meanwhile. */
  each<T, R>(items: readonly T[], work: (lane: Lane, item: T) => Promise<R>): Promise<R[]>;
}

/** Opens lanes for `use`, and clears them away after it; the requests that came to their services are counted. */
export async function withLanes(name: string, tally: Tally, use: (lanes: Lanes) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `selfbill-${name}-`));
  const all = await Promise.all(Array.from({ length: atOnce }, (_, index) => openLane(join(folder, String(index)))));
  const before = requestsOf(all);
  try {
    await use({
      all,
      async each(items, work) {
        const results: Awaited<ReturnType<typeof work>>[] = [];
        let next = 0;
        const run = async (lane: Lane): Promise<void> => {
          for (let at = next++; at < items.length; at = next++) results[at] = await work(lane, items[at] as never);
        };
        await Promise.all(all.map(run));
        return results;
      },
    });
  } finally {
    tally.requests += requestsOf(all) - before;
    await Promise.all(all.map((lane) => lane.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}

const requestsOf = (lanes: readonly Lane[]): number => lanes.reduce((sum, { service }) => sum + service.came, 0);

/** So many of them, evenly; the seed moves the choice. */
export function evenly<T>(all: readonly T[], count: number, seed: number): T[] {
  if (count >= all.length) return [...all];
  const part = (seed % 97) / 97;
  return Array.from({ length: count }, (_, index) => all[Math.floor(((index + part) * all.length) / count)] as T);
}
