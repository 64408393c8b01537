import { workerData } from "node:worker_threads";
import { openDatabase } from "../../database/index.ts";
import { type FileToCheck, lookAside } from "./aside.ts";

/** The thread that checks a journal's file beside the chain (aside.ts). If it cannot, it answers nothing, and the caller looks itself. */
const { path, bell, port } = workerData as FileToCheck;
const count = new Int32Array(bell);
/** Milliseconds to wait for a connection that holds the file for itself: it may be the caller's. */
const busyMilliseconds = 200;

try {
  const opened = openDatabase(path, "", { asItIs: true, busyMilliseconds });
  if (opened.ok) {
    try {
      port.postMessage(lookAside(opened.value));
    } finally {
      opened.value.close();
    }
  }
} catch {
  // a damaged file can be too damaged to be asked
} finally {
  Atomics.add(count, 0, 1);
  Atomics.notify(count, 0);
  port.close();
}
