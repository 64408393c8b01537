import type { Desk } from "../../desk/index.ts";

export function personOf({ environment }: Desk): string {
  return environment.USER || environment.USERNAME || environment.LOGNAME || "unknown";
}
