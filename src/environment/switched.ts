import type { Environment } from "./variables.ts";

/** Whether a variable that switches something on is on: given, and none of the words that people write for "off". */
export function isSwitchedOn(value: string | undefined): boolean {
  return !["", "0", "false", "no", "off"].includes(value?.trim().toLowerCase() ?? "");
}

/**
 * Whether this run belongs to a CI system, which sets `CI`: nobody can be asked, nothing is shown on a screen, and the computer may have
 * forgotten what it sent. The only place that decides it.
 */
export function isCi(environment: Environment): boolean {
  return isSwitchedOn(environment.CI);
}
