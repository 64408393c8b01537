import type { Desk } from "../../desk/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import type { Sheet } from "../../sheet/index.ts";
import { foldedName } from "../../suppliers/index.ts";
import { knownNames, type MeantHeadings, supplierHeadings } from "./columns.ts";

/** Parses `HEADING=FIELD`. Problem: `bad-usage`. */
export function headingsGiven(given: readonly string[]): Result<MeantHeadings> {
  const known = knownNames();
  const meant = new Map<string, string>();
  for (const each of given) {
    const [, heading = "", field = ""] = /^(.*)=\s*([^=]*?)\s*$/s.exec(each) ?? [];
    if (heading.trim() === "" || (field !== "" && !known.includes(field))) {
      const hint = `Write --heading "Ledger=party_name"; without a field the column is left out. The fields: ${suggest`suppliers headings`}`;
      return fail(problem("bad-usage", `--heading ${each} is not HEADING=FIELD.`, hint));
    }
    meant.set(foldedName(heading), field);
  }
  return ok(meant);
}

/**
 * Asks about headings that resemble a field, and asks for the name column if none is found. Problem: `interrupted`.
 */
export async function headingsAsked(sheet: Sheet, given: MeantHeadings, desk: Desk): Promise<Result<MeantHeadings>> {
  if (!desk.ask.possible) return ok(given);
  const meant = new Map(given);
  let head = supplierHeadings(sheet, meant);
  for (let tries = 0; !head.ok && tries < 3; tries += 1) {
    desk.say(head.problems[0].message);
    const named = await desk.ask.text("Heading of the column with the supplier's name (Enter to stop):");
    if (!named.ok) return named;
    if (named.value.trim() === "") return ok(given);
    meant.set(foldedName(named.value), "party_name");
    head = supplierHeadings(sheet, meant);
  }
  if (!head.ok) return ok(given);
  for (const { heading, field } of head.value.guesses) {
    const agreed = await desk.ask.confirm(`Is the column ${heading} the field ${field}?`);
    if (!agreed.ok) return agreed;
    meant.set(foldedName(heading), agreed.value ? field : "");
  }
  return ok(meant);
}
