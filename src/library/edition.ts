import { type Edition, type EditionId, editionInForce, editionOf, editions, gulfDay } from "../document/index.ts";
import { wrong } from "./finding.ts";
import type { Finding } from "./types.ts";

/** Returns the edition that is in force in the UAE today. */
export const editionToday = (): Edition => editionInForce(gulfDay(new Date()));

/** Returns the edition with this name, by default today's. Adds a finding if there is no such edition. */
export function editionNamed(name: string | undefined): { id: EditionId; findings: readonly Finding[] } {
  const found = name === undefined ? editionToday() : editionOf(name);
  if (found) return { id: found.id, findings: [] };
  const hint = `Use one of: ${editions.map(({ id }) => id).join(", ")}.`;
  return { id: editionToday().id, findings: [wrong(`There is no edition ${String(name)} of the rules.`, hint)] };
}
