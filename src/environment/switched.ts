import type { Environment } from "./variables.ts";

/** Whether a switch variable is on: set, and none of the common words for "off". */
export function isSwitchedOn(value: string | undefined): boolean {
  return !["", "0", "false", "no", "off"].includes(value?.trim().toLowerCase() ?? "");
}

/**
 * Whether this run belongs to a CI system, which sets `CI`: it is not interactive, has no screen, and the computer may have no record of earlier
 * sends. Nothing else in the program decides this.
 */
export function isCi(environment: Environment): boolean {
  return isSwitchedOn(environment.CI);
}
