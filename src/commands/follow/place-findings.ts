import { relative } from "node:path";
import type { ValidationResult } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import type { CreatedDocument } from "../../journal/index.ts";
import { contentHash, type Prepared, type PrepareOptions, prepare } from "../../prepare/index.ts";
import { type Problem, problem } from "../../problem/index.ts";
import type { PlacedResult } from "../../report/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { documentPathOf, elementAt } from "../../ubl/index.ts";

export interface PlacedFindings {
  readonly findings: readonly PlacedResult[];
  readonly problems: readonly Problem[];
}

/**
 * Reads the document's file again to find the line of each finding, and warns if the file has changed since it was
 * sent. Without the file, findings have no position.
 */
export async function placeFindings(
  results: readonly ValidationResult[],
  created: CreatedDocument | undefined,
  profile: ServiceProfile,
  desk: Desk,
): Promise<PlacedFindings> {
  const nowhere = results.map((result) => ({ result }));
  if (results.length === 0 || created === undefined || created.file === "-") return { findings: nowhere, problems: [] };
  const { kind, version } = created;
  const file = seenFromHere(created.file, desk);
  const how = { kind, version, profile, sendAnyway: true };
  const sent = await asSent(created, how, desk);
  const { tree, spot } = sent;
  if (!tree || !spot) return { findings: nowhere, problems: [unreadableNow(file)] };
  const findings = results.map((result) => {
    const element = result.location === undefined ? undefined : elementAt(tree, result.location);
    const path = element && documentPathOf(element);
    return { result, where: path === undefined ? { file } : { ...spot(path), file } };
  });
  const same = created.contentHash === undefined || contentHash(sent) === created.contentHash;
  return { findings, problems: same ? [] : [changedSince(file)] };
}

/** Prepares the file with the exchange rate that was used when it was sent. */
async function asSent(created: CreatedDocument, how: PrepareOptions, desk: Desk): Promise<Prepared> {
  const now = await prepare(created.file, how, desk);
  const isForeign = created.currency !== "AED" && now.document?.tax_exchange_rate?.calculation_rate === undefined;
  const journal = isForeign ? await desk.journal() : undefined;
  const sent = journal?.ok ? await journal.value.tries.last("id", created.id, () => true) : undefined;
  const rate = sent?.ok ? sent.value?.intent.exchangeRate?.rate : undefined;
  return rate === undefined ? now : prepare(created.file, { ...how, rates: { plain: rate, of: {} } }, desk);
}

export function seenFromHere(file: string, desk: Desk): string {
  const near = relative(desk.output.absolute("."), file);
  return near === "" || near.startsWith("..") ? file : near;
}

function changedSince(file: string): Problem {
  const message = `${file} has changed since it was sent: the lines are those of the file as it is now.`;
  return problem("file-changed", message, "The findings are about the document that was sent.", {
    severity: "warning",
  });
}

function unreadableNow(file: string): Problem {
  const message = `The lines of the findings are not known: ${file} does not exist any more, or cannot be read.`;
  return problem("file-unreadable", message, "Use the rule and its location instead.", { severity: "warning" });
}
