import { isSwitchedOn } from "../../environment/index.ts";
import { safeLines } from "../../render/index.ts";
import type { Style } from "../../report/index.ts";
import type { Ask } from "../index.ts";
import type { DeskParts } from "./desk-parts.ts";

/** The first question opens the terminal. Control characters in a question are displayed, not interpreted. */
export function askThrough(isPossible: () => boolean, open: () => Promise<Omit<Ask, "possible">>): Ask {
  return {
    get possible() {
      return isPossible();
    },
    confirm: async (question) => (await open()).confirm(safeLines(question)),
    secret: async (question) => (await open()).secret(safeLines(question)),
    text: async (question) => (await open()).text(safeLines(question)),
    question: async (asked) => (await open()).question(asked),
  };
}

export async function terminalOf({ input, err, environment, onStop }: DeskParts, style: Style) {
  const { askAtTerminal } = await import("../../wizard/index.ts");
  return askAtTerminal({
    input: input(),
    output: err,
    plain: isSwitchedOn(environment.SELFBILL_PLAIN),
    colour: style.strong("x") !== "x",
    onStop,
  });
}
