import type { Desk } from "../../desk/index.ts";

/** Who runs this, as far as the system tells. */
export function personOf({ environment }: Desk): string {
  return environment.USER || environment.USERNAME || environment.LOGNAME || "unknown";
}
