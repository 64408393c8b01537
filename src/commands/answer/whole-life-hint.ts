import type { Desk } from "../../desk/index.ts";
import { suggest } from "../../problem/index.ts";

/** Suggests the command that shows everything about a document; on terminals only. */
export function sayWholeLife(name: string, desk: Desk): void {
  if (!desk.dataStyle.isTerminal || desk.asJson) return;
  desk.say(`Its whole life: ${suggest`show ${name}`}`);
}
