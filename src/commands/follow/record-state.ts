import { deliveryTold, isFatal, overallStatusOf, sideStatusesOf, stateOfLegs } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { authorityNote, deliveryNote, saidIn } from "../../life/index.ts";
import { mapAll, ok, type Problem, type Result } from "../../problem/index.ts";
import { statusName } from "../../states/index.ts";
import type { Observation } from "./observe.ts";

/** Records what a service tells of a document of ours. A journal that cannot be written now keeps nobody from reading: a warning. */
export async function recordState({ subject, ...seen }: Observation, desk: Desk): Promise<readonly Problem[]> {
  const state = stateOf(seen);
  const { created, id } = subject;
  if (created === undefined || state === undefined) return [];
  const journal = await desk.journal();
  const done = journal.ok ? await journal.value.saw(created.account, id, state) : journal;
  const heard = journal.ok
    ? await recordHeard({ account: created.account, id }, seen, saidOnce(journal.value), journal.value)
    : ok(undefined);
  const problems = [...(done.ok ? [] : done.problems), ...(heard.ok ? [] : heard.problems)];
  return problems.map((each) => ({ ...each, severity: "warning" }));
}

/** What people and services said by the notes of a journal, read at the first question. */
function saidOnce(journal: Journal): () => Promise<Result<ReturnType<typeof saidIn>>> {
  let read: Promise<Result<ReturnType<typeof saidIn>>> | undefined;
  return () => {
    read ??= journal.notes().then((notes) => (notes.ok ? ok(saidIn(notes.value)) : notes));
    return read;
  };
}

/** A document of ours in a list of the service. */
export interface TracedDocument {
  readonly id: string;
  readonly document: JsonObject;
}

/**
 * Records what a list tells of documents of ours: their overall status, and what else is heard of their two sides. The journal is asked
 * for all of them at once, and written only where it knows less. A journal that cannot be written now is a warning.
 */
export async function recordListed(
  account: string,
  listed: readonly TracedDocument[],
  journal: Journal,
): Promise<readonly Problem[]> {
  const told = listed.flatMap(({ id, document }) => {
    const status = overallStatusOf(document);
    return status === undefined ? [] : [{ id, status, sides: sideStatusesOf(document) }];
  });
  const seen = await mapAll(told, ({ id }) => journal.together.seen(account, id));
  if (!seen.ok) return seen.problems.map((each) => ({ ...each, severity: "warning" }));
  const said = saidOnce(journal);
  const problems: Problem[] = [];
  for (const [at, { id, status, sides }] of told.entries()) {
    const isKnown = seen.value[at]?.at(-1)?.state === status;
    const saw = isKnown ? ok(undefined) : await journal.saw(account, id, status);
    const now = { overallStatus: status, sides, snapshot: undefined };
    const heard = await recordHeard({ account, id }, now, said, journal);
    for (const each of [saw, heard]) if (!each.ok) problems.push(...each.problems);
  }
  return problems.map((each) => ({ ...each, severity: "warning" }));
}

/** The overall status; where none is told, what the two legs say, and that one of them or the validation said no. */
function stateOf({ overallStatus, snapshot, results }: Omit<Observation, "subject">): string | undefined {
  if (overallStatus !== undefined) return overallStatus;
  const legs = [
    ["C3", snapshot?.toC3?.status],
    ["C5", snapshot?.toC5?.status],
  ].flatMap(([name, status]) => (status === undefined ? [] : [`${name} ${status}`]));
  const rejected = [snapshot?.toC3, snapshot?.toC5].some((leg) => leg?.mlsResponse?.responseCode === "RE");
  const failed = results.some(isFatal);
  if (legs.length === 0 && !rejected && !failed) return undefined;
  return stateOfLegs({ says: legs.join(", ") || "no word of the legs", rejected, failed });
}

/** Whether the tax authority accepted a document, by its side or its leg (C5); undefined where neither tells. */
export function acceptedByAuthority({ sides, snapshot }: Pick<Observation, "sides" | "snapshot">): boolean | undefined {
  if (sides.fta === statusName.approved || sides.fta === statusName.rejected) return sides.fta === statusName.approved;
  const code = snapshot?.toC5?.mlsResponse?.responseCode;
  return code === "AP" || code === "RE" ? code === "AP" : undefined;
}

/**
 * Records whether the tax authority accepted a document that was rejected, and that a document was not delivered. What is known already is not
 * recorded again, and a delivery only where the contrary was heard before.
 */
async function recordHeard(
  document: { readonly account: string; readonly id: string },
  { overallStatus, sides, snapshot }: Pick<Observation, "overallStatus" | "sides" | "snapshot">,
  asked: ReturnType<typeof saidOnce>,
  journal: Journal,
): Promise<Result<void>> {
  const accepted = overallStatus === statusName.rejected ? acceptedByAuthority({ sides, snapshot }) : undefined;
  const delivered = deliveryTold(overallStatus, sides, snapshot);
  if (accepted === undefined && delivered === undefined) return ok(undefined);
  const found = await asked();
  if (!found.ok) return found;
  const said = found.value;
  if (accepted !== undefined && said.authority(document)?.accepted !== accepted) {
    const { type, data } = authorityNote(document, accepted);
    const noted = await journal.note(type, data);
    if (!noted.ok) return noted;
  }
  if (delivered === undefined || (said.handovers.delivery(document)?.delivered ?? true) === delivered)
    return ok(undefined);
  const { type, data } = deliveryNote(document, delivered);
  return journal.note(type, data);
}
