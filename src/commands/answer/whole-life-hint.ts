import type { Desk } from "../../desk/index.ts";
import { typed } from "../../problem/index.ts";
import { samePlace } from "./same-place.ts";

/** Points a user at a screen from part of a document's history to all of it. */
export function sayWholeLife(
  name: string,
  place: { readonly sandbox: boolean; readonly profile: string | undefined },
  desk: Desk,
): void {
  if (!desk.dataStyle.isTerminal || desk.asJson) return;
  desk.say(`Its whole life: selfbill show ${typed(name)}${samePlace(place)}`);
}
