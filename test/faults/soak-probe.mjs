/** Loaded before a program of ours (`--import`): answers `measure` with what the process holds after a forced collection. */
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
