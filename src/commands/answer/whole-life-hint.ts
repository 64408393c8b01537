import type { Desk } from "../../desk/index.ts";
import { typed } from "../../problem/index.ts";
import { samePlace } from "./same-place.ts";

/** Suggests the command that shows everything about a document; on terminals only. */
export function sayWholeLife(
  name: string,
  place: { readonly sandbox: boolean; readonly profile: string | undefined },
  desk: Desk,
): void {
  if (!desk.dataStyle.isTerminal || desk.asJson) return;
  desk.say(`Its whole life: selfbill show ${typed(name)}${samePlace(place)}`);
}
