import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { type Database, threadFile, waitForAnother } from "../../database/index.ts";
import { isLarge } from "./integrity.ts";
import type { Verified } from "./recorded.ts";

/** The input of the thread that checks a file. */
export interface FileToCheck {
  readonly path: string;
  readonly noted: string | undefined;
  /** A counter that is incremented once the answer is in the port. */
  readonly bell: SharedArrayBuffer;
  readonly port: import("node:worker_threads").MessagePort;
}

/** Milliseconds to wait for the thread after everything else is checked. */
const patience = 60_000;

/**
 * Runs `verifyRecorded` for a large file in a thread with its own connection, while the caller checks the rest.
 * `found` waits for the result, which is undefined if the thread failed. Returns undefined for a small file and for a
 * server.
 */
export function recordedMeanwhile(
  database: Database,
  noted: string | undefined,
): { found(): Verified | undefined; end(): void } | undefined {
  const path = database.engine === "sqlite" && isLarge(database) ? fileOf(database) : "";
  if (path === "") return undefined;
  const bell = new SharedArrayBuffer(4);
  const { port1: here, port2: port } = new MessageChannel();
  const start: FileToCheck = { path, noted, bell, port };
  const thread = new Worker(threadFile("verify-worker"), { workerData: start, transferList: [port] });
  // Without a listener, a thread that cannot start would end the program.
  thread.on("error", () => undefined);
  thread.unref();
  here.unref();
  return {
    found() {
      waitForAnother(new Int32Array(bell), 0, patience);
      return receiveMessageOnPort(here)?.message as Verified | undefined;
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
