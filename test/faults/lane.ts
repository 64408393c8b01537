import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runHere } from "./command.ts";
import { type Paper, writePapers } from "./papers.ts";
import { type Service, startService } from "./service.ts";

/** Whether the user has sent something before: a journal that is there is opened, a new one is made. */
export type JournalIs = "new" | "there";

/** One user with a service of their own, for one run after the other. */
export interface Lane {
  readonly service: Service;
  readonly settings: Readonly<Record<string, string>>;
  /** For logs and the like. */
  readonly folder: string;
  /** Folder of the journal. */
  readonly data: string;
  papers(count: number): readonly Paper[];
  /** Everything as it was before the first document of a run. */
  prepare(journal: JournalIs): Promise<void>;
  close(): Promise<void>;
}

/** The most files of one run. */
const most = 3;

export async function openLane(folder: string): Promise<Lane> {
  const service = await startService(join(folder, "sandbox"));
  const [home, used] = [join(folder, "home"), join(folder, "used-home")];
  const settings = { ...service.settings, SELFBILL_HOME: home };
  const written = writePapers(join(folder, "files"), most);
  const [earlier] = writePapers(join(folder, "earlier"), 1, "earlier", most + 1);
  await runHere([earlier?.file ?? ""], { ...settings, SELFBILL_HOME: used });
  return {
    service,
    settings,
    folder,
    data: join(home, "data"),
    papers: (count) => written.slice(0, count),
    async prepare(journal) {
      await service.idle();
      await service.reset();
      rmSync(home, { recursive: true, force: true });
      if (journal === "there") cpSync(used, home, { recursive: true });
      else mkdirSync(home);
    },
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
