import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runHere } from "./command.ts";
import { type Paper, writePapers } from "./papers.ts";
import type { Tally } from "./report.ts";
import { type Service, startService } from "./service.ts";

/** Whether an existing journal is opened or a new one is created. */
export type JournalIs = "new" | "there";

export interface Lane {
  readonly service: Service;
  /** The folder for logs and other files. */
  readonly folder: string;
  papers(count: number): readonly Paper[];
  /** Restores the state before the first document, in a new home. */
  prepare(journal: JournalIs): Promise<Home>;
  close(): Promise<void>;
}

/** The user's folder in one run. */
export interface Home {
  readonly settings: Readonly<Record<string, string>>;
  /** Folder of the journal. */
  readonly data: string;
}

/** Files per run. */
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
      // Never reuse a path: SQLite on Node 20 closes late and then deletes its side files by path.
      const home = join(folder, `home-${++homes}`);
      last = home;
      if (journal === "there") cpSync(used, home, { recursive: true });
      else mkdirSync(home);
      return { settings: { ...service.settings, SELFBILL_HOME: home }, data: join(home, "data") };
    },
    close: () => service.close(),
  };
}

/** Number of lanes that run at the same time. */
const atOnce = 2;

/** The lanes that run in parallel, each with its own service and homes. */
interface Lanes {
  readonly all: readonly Lane[];
  /** Items are started in order, on any free lane; `items` may grow meanwhile. */
  each<T, R>(items: readonly T[], work: (lane: Lane, item: T) => Promise<R>): Promise<R[]>;
}

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

/** Selects `count` elements, evenly spread; the seed shifts the selection. */
export function evenly<T>(all: readonly T[], count: number, seed: number): T[] {
  if (count >= all.length) return [...all];
  const part = (seed % 97) / 97;
  return Array.from({ length: count }, (_, index) => all[Math.floor(((index + part) * all.length) / count)] as T);
}
