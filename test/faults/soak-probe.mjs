/**
 * Loaded with `--import` before the program to measure: answers `measure` with the memory and handles that the process
 * holds after a forced garbage collection.
 */
import { readdirSync } from "node:fs";

process.on("message", (word) => {
  if (word !== "measure") return;
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ heap: heapUsed, resident: rss, handles: readdirSync("/proc/self/fd").length });
});
// Lets the program end as it would without the probe.
process.channel.unref();
