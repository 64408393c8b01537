import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { type Database, threadFile, waitForAnother } from "../../database/index.ts";
import { keptTexts } from "../store/kept-texts.ts";
import { spellingOf } from "../store/spelling.ts";
import { isLarge } from "./integrity.ts";

/** The parts of a check that need neither the chain nor one state of the journal. In words for use after a colon; undefined if unchanged. */
export interface FileDamage {
  /** The damage to the file's pages and indexes. */
  readonly file: string | undefined;
  /** The damage to the kept texts; not looked for in a damaged file. */
  readonly texts: string | undefined;
}

/** What the thread needs: the journal's file, a counter that is increased once the answer is in the port, and the port. */
export interface FileToCheck {
  readonly path: string;
  readonly bell: SharedArrayBuffer;
  readonly port: import("node:worker_threads").MessagePort;
}

/** Milliseconds to wait for the thread after everything else is checked. */
const patience = 60_000;

/** Checks pages, indexes and kept texts. Throws the database's errors. */
export function lookAside(database: Database): FileDamage {
  const file = spellingOf(database).damage(database, "1");
  return { file, texts: file === undefined ? damagedText(database) : undefined };
}

/**
 * Checks a large file's pages, indexes and kept texts in a thread, with a connection of its own, while the caller checks the rest.
 * `found` waits for the thread; undefined if it could not look. Undefined for a small file and for a server.
 */
export function lookAsideMeanwhile(database: Database): { found(): FileDamage | undefined; end(): void } | undefined {
  const path = database.engine === "sqlite" && isLarge(database) ? fileOf(database) : "";
  if (path === "") return undefined;
  const bell = new SharedArrayBuffer(4);
  const { port1: here, port2: port } = new MessageChannel();
  const start: FileToCheck = { path, bell, port };
  const thread = new Worker(threadFile("verify-worker"), { workerData: start, transferList: [port] });
  // Without a listener, a thread that cannot start would end the program.
  thread.on("error", () => undefined);
  thread.unref();
  here.unref();
  return {
    found() {
      waitForAnother(new Int32Array(bell), 0, patience);
      return receiveMessageOnPort(here)?.message as FileDamage | undefined;
    },
    end() {
      here.close();
      void thread.terminate();
    },
  };
}

function fileOf(database: Database): string {
  return String(database.get("SELECT file FROM pragma_database_list WHERE name = 'main'")?.file ?? "");
}

/** Looks for a kept text that does not match its hash. */
export function damagedText(database: Database): string | undefined {
  const texts = keptTexts(database);
  try {
    for (let after = 0; ; ) {
      const last = texts.after(after).at(-1);
      if (last === undefined) return undefined;
      after = last.number;
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
