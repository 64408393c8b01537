import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { openDatabase } from "../../src/database/index.ts";
import { runHere } from "./command.ts";
import { type Paper, writePapers } from "./papers.ts";
import { type Service, startService } from "./service.ts";

/** A journal that may be found in the usual place. */
export const journals = [
  ...["the latest", "a missing folder", "an empty folder", "an empty file", "one without a document"],
  ...["an old copy", "a very old copy", "a copy without its WAL", "a copy with half of its WAL"],
  ...["the other of two copies that went on", "the journal of another folder"],
] as const;
export type JournalIs = (typeof journals)[number];

/** A mark that may be found in the usual place. */
export const marks = ["the latest", "missing", "an old one"] as const;
export type MarkIs = (typeof marks)[number];

/**
 * A user with a history: documents sent from several journals, to a service that does not identify itself as a
 * sandbox.
 */
export interface StaleWorld {
  readonly service: Service;
  /** Number of document files written for this world. */
  readonly size: number;
  /** Documents that exist and are all in the latest journal. */
  readonly known: readonly Paper[];
  /** A document that exists, and is in doubt in the latest journal. */
  readonly inDoubt: Paper;
  /** Documents that exist, and are only in another journal; empty if there is none. */
  readonly foreign: readonly Paper[];
  /** A document that was never sent. */
  readonly fresh: Paper;
  /** Puts a journal and a mark into a new folder; returns their paths. */
  put(journal: JournalIs, mark: MarkIs, folder: string): Place;
  /** The bytes of the latest journal and of its mark. */
  readonly latest: { readonly journal: Buffer; readonly mark: Buffer };
  close(): Promise<void>;
}

/** The journal's folder and the mark's file. */
export interface Place {
  readonly journal: string;
  readonly mark: string;
}

/** `more`: further documents, for a larger journal. With `foreign`, other journals sent documents too. */
export async function makeWorld(
  folder: string,
  how: { readonly foreign: boolean; readonly more: number },
): Promise<StaleWorld> {
  const service = await startService(join(folder, "sandbox"), { hidden: true });
  const papers = writePapers(join(folder, "files"), 8 + how.more);
  const [first, second, third, inDoubt, abroad, elsewhere, fresh, ...more] = papers as [
    ...[Paper, Paper, Paper, Paper, Paper, Paper, Paper],
    ...Paper[],
  ];
  const here = (name: string): Place => ({ journal: join(folder, name), mark: join(folder, `${name}.mark`) });
  const settings = (name: string) => ({ ...service.settings, SELFBILL_HOME: join(folder, `home-${name}`) });
  const send = async (place: Place, sent: readonly Paper[], outcome = "done"): Promise<void> => {
    const said = await runHere(
      sent.map(({ file }) => file),
      settings(basename(place.journal)),
      { place },
    );
    const wrong = said.told.find((each) => each.outcome !== outcome);
    if (wrong || said.told.length === 0)
      throw new Error(`the past of the program went wrong: ${said.stdout} ${said.stderr}`);
    await service.idle();
  };
  const keep = (name: string): void => {
    cpSync(main.journal, join(folder, name), { recursive: true });
    copyFileSync(main.mark, join(folder, `${name}.mark`));
  };
  const main = here("main");
  service.behave("created");
  await send(main, [first]);
  keep("a very old copy");
  await send(main, [second, ...more]);
  keep("an old copy");
  if (how.foreign) {
    keep("the other of two copies that went on");
    await send(here("the other of two copies that went on"), [abroad]);
    await send(here("the journal of another folder"), [elsewhere]);
  }
  service.behave("created, closed without an answer");
  await send(main, [inDoubt], "in_doubt");
  service.behave("created");
  // Another connection keeps the journal open, so the file lags behind its WAL.
  const other = openDatabase(join(main.journal, "journal.db"), "");
  if (!other.ok) throw new Error(other.problems[0].message);
  other.value.exec("BEGIN");
  other.value.get("SELECT count(*) FROM record");
  await send(main, [third]);
  for (const [name, part] of [
    ["a copy without its WAL", 0],
    ["a copy with half of its WAL", 0.5],
  ] as const) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    copyFileSync(join(main.journal, "journal.db"), join(folder, name, "journal.db"));
    const log = readFileSync(join(main.journal, "journal.db-wal"));
    if (part > 0)
      writeFileSync(join(folder, name, "journal.db-wal"), log.subarray(0, log.length * part), { mode: 0o600 });
  }
  other.value.exec("COMMIT");
  other.value.close();
  keep("the latest");
  await makeEmpty(folder);
  service.behave("refused (400)");
  return {
    service,
    size: papers.length,
    known: [first, second, third],
    inDoubt,
    foreign: how.foreign ? [abroad, elsewhere] : [],
    fresh,
    latest: {
      journal: readFileSync(join(folder, "the latest", "journal.db")),
      mark: readFileSync(join(folder, "the latest.mark")),
    },
    put(journal, mark, to) {
      rmSync(to, { recursive: true, force: true });
      mkdirSync(to, { recursive: true, mode: 0o700 });
      const place = { journal: join(to, "journal"), mark: join(to, "kept", "mark") };
      if (existsSync(join(folder, journal))) cpSync(join(folder, journal), place.journal, { recursive: true });
      mkdirSync(join(to, "kept"), { mode: 0o700 });
      if (mark !== "missing")
        copyFileSync(join(folder, mark === "the latest" ? "the latest.mark" : "an old copy.mark"), place.mark);
      return place;
    },
    close: () => service.close(),
  };
}

async function makeEmpty(folder: string): Promise<void> {
  mkdirSync(join(folder, "an empty folder"), { mode: 0o700 });
  mkdirSync(join(folder, "an empty file"), { mode: 0o700 });
  writeFileSync(join(folder, "an empty file", "journal.db"), "", { mode: 0o600 });
  const { openJournal } = await import("../../src/journal/index.ts");
  const opened = openJournal(join(folder, "one without a document", "journal.db"));
  if (opened.ok) opened.value.close();
}
