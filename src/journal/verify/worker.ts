import { workerData } from "node:worker_threads";
import { openDatabase } from "../../database/index.ts";
import type { FileToCheck } from "./aside.ts";
import { verifyRecorded } from "./recorded.ts";

/**
 * The thread that checks what was recorded in a journal's file (aside.ts). If it fails, it sends nothing, and the
 * caller performs the check itself.
 */
const { path, noted, bell, port } = workerData as FileToCheck;
const count = new Int32Array(bell);
/** Milliseconds to wait for a connection that holds the file exclusively, such as the caller's. */
const busyMilliseconds = 200;

try {
  const opened = openDatabase(path, "", { asItIs: true, busyMilliseconds });
  if (opened.ok) {
    try {
      port.postMessage(verifyRecorded(opened.value, noted));
    } finally {
      opened.value.close();
    }
  }
} catch {
  // Ignored: the caller repeats the check and gets the same error.
} finally {
  Atomics.add(count, 0, 1);
  Atomics.notify(count, 0);
  port.close();
}
