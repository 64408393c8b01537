import type { Desk } from "../../desk/index.ts";

/** Returns the current user, as far as the system knows. */
export function personOf({ environment }: Desk): string {
  return environment.USER || environment.USERNAME || environment.LOGNAME || "unknown";
}
