import { again, look, type Observation } from "../../../commands/follow/observe.ts";
import { ownTries } from "../../../commands/follow/own-tries.ts";
import { readAgain } from "../../../commands/follow/read-again.ts";
import { readLog } from "../../../commands/follow/read-log.ts";
import { recordState } from "../../../commands/follow/record-state.ts";
import { type EmbeddedXml, snapshotXml, type XmlKind } from "../../../commands/follow/snapshot-xml.ts";
import { findSubject, type Subject } from "../../../commands/follow/subject.ts";
import type { Connection, ConnectionWords, Desk } from "../../../desk/index.ts";
import type { Past } from "../../../journal/index.ts";
import { writeJson } from "../../../json/index.ts";
import type { Result } from "../../../problem/index.ts";
import { statusName } from "../../../states/index.ts";
import type { Pack, PackItem } from "./from-journal.ts";

const parts = {
  "document.json": "document as the service has it now",
  "document.xml": "UBL",
  "receiver.xml": "UBL as it went to the other side (C3)",
  "tdd.xml": "tax data document as it went to the tax authority (C5)",
  "status.json": "Peppol status of both legs, without the XML in it",
  "events.json": "status history",
} as const;
type Part = keyof typeof parts;

type Found = Partial<Record<Part, string | Uint8Array | EmbeddedXml | { readonly why: string }>>;

/** Collects what the service has about the document; each missing part is listed with the reason. */
export async function fromService(
  past: Past,
  connection: Result<Connection>,
  words: ConnectionWords,
  desk: Desk,
): Promise<Pack> {
  const subject = await subjectOf(past, connection, words, desk);
  if (typeof subject === "string") return packOf({}, subject);
  const seen = await look(subject, again(desk), { legs: true });
  const found = seen.ok ? await observed(seen.value, desk) : {};
  if (seen.ok) await recordState(seen.value, desk);
  const log = await readLog(subject, again(desk));
  const events = log.ok ? jsonText(log.value.events.map((each) => each.raw)) : { why: log.problems[0].message };
  const otherwise = seen.ok ? "the service does not provide it" : seen.problems[0].message;
  return packOf({ ...found, "events.json": events }, otherwise);
}

/** Returns the reason as text if the document cannot be requested. */
async function subjectOf(
  past: Past,
  connection: Result<Connection>,
  words: ConnectionWords,
  desk: Desk,
): Promise<Subject | string> {
  const { id, intent, state } = past;
  if (id === undefined) return `the service has no document of this attempt: ${state}`;
  if (!connection.ok) return `the service was not asked: ${connection.problems[0].message}`;
  const journal = await desk.journal();
  const isOwn = journal.ok ? await ownTries(connection.value.account, journal.value) : journal;
  if (!isOwn.ok) return isOwn.problems[0].message;
  if (!isOwn.value(past))
    return `the service was not asked: the document belongs to ${intent.account}, the profile to another`;
  const found = await findSubject(id, words, connection.value, desk);
  return found.ok ? found.value : found.problems[0].message;
}

async function observed(seen: Observation, desk: Desk): Promise<Found> {
  const { document, snapshot, problems } = seen;
  const noLegs = { why: problems[0]?.message ?? "the service gives no status of the legs" };
  const xml = (which: XmlKind) => {
    const held = snapshot ? snapshotXml(snapshot, which) : undefined;
    if (held === undefined) return noLegs;
    if (!held.ok) return { why: held.problems[0].message };
    return held.value ?? { why: "the service's status does not hold it yet" };
  };
  const ubl = xml("document");
  return {
    "document.json": document ? jsonText(document) : { why: "this service does not show documents" },
    "document.xml": "bytes" in ubl ? ubl : await approvedXml(seen, ubl, desk),
    "receiver.xml": xml("c3"),
    "tdd.xml": xml("c5"),
    "status.json": snapshot ? jsonText(snapshot.raw) : noLegs,
  };
}

/** Requests the service's own XML copy, which exists only after approval and at a service with the extras (Decision 16). */
async function approvedXml(
  { subject, kind, overallStatus }: Observation,
  none: { readonly why: string },
  desk: Desk,
): Promise<Uint8Array | { readonly why: string }> {
  if (kind === "sales-credit-note" || !subject.extras || overallStatus !== statusName.approved) return none;
  const answer = await readAgain(() => subject.service.xml(kind, subject.id), desk);
  return answer.ok ? answer.value : { why: answer.problems[0].message };
}

function jsonText(value: unknown): string {
  return `${writeJson(value, 2)}\n`;
}

function packOf(found: Found, otherwise: string): Pack {
  const items: PackItem[] = [];
  const missing: { what: string; why: string }[] = [];
  for (const [name, what] of Object.entries(parts)) {
    const content = found[name as Part] ?? { why: otherwise };
    if (typeof content === "string" || content instanceof Uint8Array) items.push({ name, what, content });
    else if ("bytes" in content)
      items.push({ name: name.replace(/xml$/, content.ending), what, content: content.bytes });
    else missing.push({ what, why: content.why });
  }
  return { items, missing };
}
