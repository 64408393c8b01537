import type { ToldMember } from "../contract/index.ts";
import type { Style } from "../report/index.ts";
import { safe } from "./safe.ts";
import { hanging } from "./wrapped.ts";

export const alsoSays = "The service also says";

export function toldText(told: readonly ToldMember[]): string {
  return told.map(([name, value]) => (name === "" ? value : `${name}: ${value}`)).join("; ");
}

/**
 * Lists the members of an answer that selfbill does not interpret, under the heading `says`; empty if there are none.
 * Piped output has one line per member.
 */
export function alsoTold(told: readonly ToldMember[], says: string, style: Style): string {
  if (told.length === 0) return "";
  if (!style.isTerminal) return told.map(([name, value]) => `${[says, name, value].map(safe).join("\t")}\n`).join("");
  const lines = told.map(([name, value]) => hanging(`  ${safe(`${name}: ${value}`)}`, style.width, "    "));
  return `${style.faint([`${says}:`, ...lines].join("\n"))}\n`;
}
