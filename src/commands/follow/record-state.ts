import {
  deliveryTold,
  isFatal,
  noWordOfLegs,
  overallStatusOf,
  sideStatusesOf,
  stateOfLegs,
  statusClassOf,
} from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { isPracticeAccount, type Journal } from "../../journal/index.ts";
import type { JsonObject } from "../../json/index.ts";
import {
  authorityNote,
  type DocumentName,
  deliveryNote,
  type HeardOfAddress,
  type SentTo,
  saidIn,
  showsMore,
} from "../../life/index.ts";
import { mapAll, ok, type Problem, type Result } from "../../problem/index.ts";
import { statusName } from "../../states/index.ts";
import { noteMissing } from "./missing-calls.ts";
import type { Missed, Observation } from "./observe.ts";
import { keptAddress, shownAddress } from "./sent-to.ts";
import type { Subject } from "./subject.ts";

/** Records the state of a document. If the journal cannot be written, returns a warning. */
export async function recordState({ subject, ...seen }: Observation, desk: Desk): Promise<readonly Problem[]> {
  const state = stateOf(seen);
  const { created, id } = subject;
  if (created === undefined || (state === undefined && !seen.lacksDocuments)) return [];
  const journal = await desk.journal();
  const noted =
    seen.lacksDocuments && journal.ok
      ? await noteMissing("document", created.account, journal.value, desk)
      : ok(undefined);
  const saw = async (): Promise<Result<unknown>> =>
    journal.ok && state !== undefined ? journal.value.saw(created.account, id, state) : journal;
  const done = await saw();
  const heard = journal.ok ? await recordHeardOf({ account: created.account, id }, seen, journal.value) : ok(undefined);
  const problems = [
    ...(noted.ok ? [] : noted.problems),
    ...(done.ok ? [] : done.problems),
    ...(heard.ok ? [] : heard.problems),
  ];
  return problems.map((each) => ({ ...each, severity: "warning" }));
}

/** Notes what an answer without a status tells: that the service lacks the call for a document. */
export async function recordMissing({ lacksDocuments }: Missed, { created }: Subject, desk: Desk): Promise<void> {
  if (!lacksDocuments || created === undefined) return;
  const journal = await desk.journal();
  // Without the note it is asked again, and its status is not known as it is now.
  if (journal.ok) await noteMissing("document", created.account, journal.value, desk);
}

async function recordHeardOf(
  named: DocumentName,
  seen: Omit<Observation, "subject">,
  journal: Journal,
): Promise<Result<void>> {
  const shown = shownAddress(seen.document, named.id);
  // An open status of the journal is older than what the legs say now.
  const isOld = seen.kept !== undefined && statusClassOf(seen.overallStatus) === "open";
  const now = { ...seen, overallStatus: isOld ? undefined : seen.overallStatus };
  return recordHeard(named, now, shown ? async () => ok(shown) : () => keptAddress(named, journal), {
    journal,
    said: saidOnce(journal),
    heard: new Map(),
  });
}

interface Recording {
  readonly journal: Journal;
  /** Returns the journal's notes; reads them on first use. */
  said(): Promise<Result<ReturnType<typeof saidIn>>>;
  /** Facts recorded in this run. */
  readonly heard: Map<string, HeardOfAddress>;
}

function saidOnce(journal: Journal): Recording["said"] {
  let read: ReturnType<Recording["said"]> | undefined;
  return () => {
    read ??= journal.notes().then((notes) => (notes.ok ? ok(saidIn(notes.value)) : notes));
    return read;
  };
}

export interface TracedDocument {
  readonly id: string;
  readonly document: JsonObject;
}

/**
 * Records the states of listed documents: reads the journal once for all, and writes only new facts. If the journal
 * cannot be written, returns a warning.
 */
export async function recordListed(
  account: string,
  listed: readonly TracedDocument[],
  journal: Journal,
): Promise<readonly Problem[]> {
  const told = listed.flatMap(({ id, document }) => {
    const status = overallStatusOf(document);
    return status === undefined ? [] : [{ id, status, sides: sideStatusesOf(document), document }];
  });
  const seen = await mapAll(told, ({ id }) => journal.together.seen(account, id));
  if (!seen.ok) return seen.problems.map((each) => ({ ...each, severity: "warning" }));
  const recording: Recording = { journal, said: saidOnce(journal), heard: new Map() };
  const problems: Problem[] = [];
  for (const [at, { id, status, sides, document }] of told.entries()) {
    const isKnown = seen.value[at]?.at(-1)?.state === status;
    const saw = isKnown ? ok(undefined) : await journal.saw(account, id, status);
    const now = { overallStatus: status, sides, snapshot: undefined };
    // If the list has no addresses, do not request each document to get them.
    const heard = await recordHeard({ account, id }, now, async () => ok(shownAddress(document, id)), recording);
    for (const each of [saw, heard]) if (!each.ok) problems.push(...each.problems);
  }
  return problems.map((each) => ({ ...each, severity: "warning" }));
}

/** Returns the overall status; if there is none, a text that combines the two legs. */
function stateOf({ overallStatus, kept, snapshot, results }: Omit<Observation, "subject">): string | undefined {
  if (overallStatus !== undefined && kept === undefined) return overallStatus;
  // The journal has it already, and legs do not outrank it.
  if (kept !== undefined && statusClassOf(overallStatus) !== "open") return undefined;
  const legs = [
    ["C3", snapshot?.toC3?.status],
    ["C5", snapshot?.toC5?.status],
  ].flatMap(([name, status]) => (status === undefined ? [] : [`${name} ${status}`]));
  const rejected = [snapshot?.toC3, snapshot?.toC5].some((leg) => leg?.mlsResponse?.responseCode === "RE");
  const failed = results.some(isFatal);
  if (legs.length === 0 && !rejected && !failed) return undefined;
  return stateOfLegs({ says: legs.join(", ") || noWordOfLegs, rejected, failed });
}

/**
 * Whether the tax authority accepted the document, from its side's status or the tax reporting leg (C5); undefined if
 * neither says so.
 */
export function acceptedByAuthority({ sides, snapshot }: Pick<Observation, "sides" | "snapshot">): boolean | undefined {
  if (sides.fta === statusName.approved || sides.fta === statusName.rejected) return sides.fta === statusName.approved;
  const code = snapshot?.toC5?.mlsResponse?.responseCode;
  return code === "AP" || code === "RE" ? code === "AP" : undefined;
}

/**
 * Records whether the tax authority accepted a rejected document, and whether documents were delivered. Skips known
 * facts; records a delivery only if it contradicts or is newer than an earlier record about the address.
 */
async function recordHeard(
  document: DocumentName,
  { overallStatus, sides, snapshot }: Pick<Observation, "overallStatus" | "sides" | "snapshot">,
  sentTo: () => Promise<Result<SentTo | undefined>>,
  { journal, said: asked, heard }: Recording,
): Promise<Result<void>> {
  const accepted = overallStatus === statusName.rejected ? acceptedByAuthority({ sides, snapshot }) : undefined;
  const delivered = deliveryTold(overallStatus, sides, snapshot);
  if (journal.onlyReads || (accepted === undefined && delivered === undefined)) return ok(undefined);
  const found = await asked();
  if (!found.ok) return found;
  const said = found.value;
  if (accepted !== undefined && said.authority(document)?.accepted !== accepted) {
    const { type, data } = authorityNote(document, accepted);
    const noted = await journal.note(type, data);
    if (!noted.ok) return noted;
  }
  const before = said.handovers.delivery(document)?.delivered;
  if (delivered === undefined || before === delivered) return ok(undefined);
  const to = await sentTo();
  if (!to.ok) return to;
  const known =
    to.value &&
    (heard.get(to.value.address) ?? said.handovers.address(to.value.address, isPracticeAccount(document.account)));
  const isNews = delivered ? before === false || (to.value && showsMore(to.value.day, known)) : true;
  if (!isNews) return ok(undefined);
  if (to.value) heard.set(to.value.address, { ...to.value, delivered });
  const { type, data } = deliveryNote(document, delivered, to.value);
  return journal.note(type, data);
}
