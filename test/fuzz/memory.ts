import { existsSync, readFileSync } from "node:fs";

const ownStatus = "/proc/self/status";

/**
 * Returns the peak memory of this process in megabytes. On Linux, `maxRSS` starts at the value of the parent process,
 * which created the inputs, so the kernel's high-water mark for this process is read instead.
 */
export function mostMemorySoFar(): number {
  const status = existsSync(ownStatus) ? readFileSync(ownStatus, "utf8") : "";
  return Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS) / 1024);
}
