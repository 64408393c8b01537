import type { Environment } from "./variables.ts";

/** True if the variable is set to anything but a common word for "off". */
export function isSwitchedOn(value: string | undefined): boolean {
  return !["", "0", "false", "no", "off"].includes(value?.trim().toLowerCase() ?? "");
}

/**
 * True if a CI system runs this process, according to `CI`; in that case, there is no user and no screen, and perhaps
 * no record of earlier runs. Every such decision in the program uses this function.
 */
export function isCi(environment: Environment): boolean {
  return isSwitchedOn(environment.CI);
}
