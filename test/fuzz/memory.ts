import { existsSync, readFileSync } from "node:fs";

const ownStatus = "/proc/self/status";

/**
 * Megabytes. On Linux `maxRSS` starts with the value of the parent process, which created the inputs; there the
 * kernel's high-water mark of this program is read instead.
 */
export function mostMemorySoFar(): number {
  const status = existsSync(ownStatus) ? readFileSync(ownStatus, "utf8") : "";
  return Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS) / 1024);
}
