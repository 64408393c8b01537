import { existsSync, readFileSync } from "node:fs";

const ownStatus = "/proc/self/status";

/**
 * Most memory that this process ever had, in megabytes. Linux begins `maxRSS` with what the process had that started this one, which made
 * the inputs; there the kernel's mark of this program alone is read.
 */
export function mostMemorySoFar(): number {
  const status = existsSync(ownStatus) ? readFileSync(ownStatus, "utf8") : "";
  return Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS) / 1024);
}
