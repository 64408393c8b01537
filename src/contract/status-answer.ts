import { isJsonObject, type JsonObject } from "../json/index.ts";
import { type ValidationResult, validationResultsIn } from "./document-answer.ts";
import { hasAny, objectIn } from "./lists.ts";
import { objectNamed } from "./members.ts";
import { asOneLine, Reading, type ToldMember } from "./told.ts";

/** A message level status: what the receiving side answered. Its inner shape is not published, so what else it holds is kept too. */
export interface MlsAnswer {
  /** Peppol's code: AP accepted, AB delivered without confirmation, RE rejected (Decision 34). */
  readonly code?: string | undefined;
  /** Unix milliseconds. */
  readonly receivedAt?: number | undefined;
  /** Peppol's code of the reason: SV syntax, BV rule, BW rule (a warning), FD delivery. */
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
  readonly more: readonly ToldMember[];
}

/** What happened when a leg was handed over. */
export interface Transmission {
  readonly result?: string | undefined;
  /** Undefined when the service does not tell. */
  readonly failed?: boolean | undefined;
  readonly errors: readonly string[];
  /** Milliseconds, as text. */
  readonly duration?: string | undefined;
  readonly messageId?: string | undefined;
  readonly conversationId?: string | undefined;
  /** What else it says. */
  readonly more: readonly ToldMember[];
}

/** One leg of a document's way: to the receiver's provider (C3) or to the tax authority (C5). */
export interface StatusLeg {
  readonly status?: string | undefined;
  readonly country?: string | undefined;
  readonly docTypeId?: string | undefined;
  readonly processId?: string | undefined;
  readonly senderId?: string | undefined;
  readonly receiverId?: string | undefined;
  readonly transmissionUuid?: string | undefined;
  /** Unix milliseconds. */
  readonly lastUpdated?: number | undefined;
  readonly mls?: MlsAnswer | undefined;
  readonly transmission?: Transmission | undefined;
  /** Base64, as sent. */
  readonly documentXml?: string | undefined;
  /** What else it says. */
  readonly more: readonly ToldMember[];
}

/** A Peppol status snapshot. An absent leg says that nothing is known of it, neither success nor failure. */
export interface StatusSnapshot {
  readonly documentUuid?: string | undefined;
  readonly documentType?: string | undefined;
  readonly issuedBy?: string | undefined;
  readonly issuedTo?: string | undefined;
  /** Of the status itself, not of the document. */
  readonly record: { readonly id?: string | undefined; readonly uuid?: string | undefined };
  /** Unix milliseconds. */
  readonly lastUpdated?: number | undefined;
  readonly validationResults: readonly ValidationResult[];
  readonly toC3?: StatusLeg | undefined;
  readonly toC5?: StatusLeg | undefined;
  /** Base64, as sent. */
  readonly documentXml?: string | undefined;
  /** What else it says, and what was not understood, as it came. */
  readonly more: readonly ToldMember[];
  /** As the service sent it, without the documents in it. */
  readonly raw: JsonObject;
}

const c3Names = ["toC3", "c3", "c3Leg", "legC3", "billingLeg", "billing"];
const c5Names = ["toC5", "c5", "c5Leg", "legC5", "taxReportingLeg", "taxReporting", "reporting"];
const legsNames = ["legs", "transmissions", "transmission"];
const snapshotNames = ["validationResults", "documentUuid", "documentXml", "issuedBy", "issuedTo"];

/**
 * Reads a snapshot, in any spelling, also inside of a wrapper, with its legs at the root or in an object of their own; what is missing, null or of
 * another kind is absent. What has no place here is told as it came. Source: contract §9, Decision 56.
 */
export function statusSnapshotOf(answer: JsonObject): StatusSnapshot {
  const isSnapshot = (object: JsonObject): boolean =>
    hasAny(object, [...c3Names, ...c5Names, ...legsNames, ...snapshotNames]);
  const names = ["snapshot", "peppolStatus", "status", "document"];
  const { object, beside } = objectIn(answer, names, isSnapshot) ?? { object: answer, beside: [] };
  const members = new Reading(object);
  return {
    documentUuid: members.text("documentUuid"),
    documentType: members.text("documentType"),
    issuedBy: members.text("issuedBy"),
    issuedTo: members.text("issuedTo"),
    lastUpdated: members.instant("lastUpdated"),
    record: { id: members.text("id"), uuid: members.text("uuid") },
    validationResults: members.list("validationResults") ? validationResultsIn(object) : [],
    ...legsOf(members, object),
    documentXml: members.text("documentXml"),
    more: [...beside, ...members.rest()],
    raw: withoutDocuments(answer),
  };
}

/** The two legs, at the root or in an object of their own. */
function legsOf(members: Reading, object: JsonObject): Pick<StatusSnapshot, "toC3" | "toC5"> {
  const [toC3, toC5] = [leg(members.object(...c3Names)), leg(members.object(...c5Names))];
  if (toC3 !== undefined || toC5 !== undefined) return { toC3, toC5 };
  const name = legsNames.find((each) => hasAny(objectNamed(object, each) ?? {}, [...c3Names, ...c5Names]));
  const inner = new Reading((name && members.object(name)) || {});
  const [c3, c5] = [leg(inner.object(...c3Names)), leg(inner.object(...c5Names))];
  const rest = inner.rest();
  // What else stands among the legs is told with one of them.
  if (c3 !== undefined) return { toC3: { ...c3, more: [...c3.more, ...rest] }, toC5: c5 };
  return { toC5: c5 && { ...c5, more: [...c5.more, ...rest] } };
}

/** Whether a leg has come to an answer: a message level status or a transmission error. */
export function hasAnswered(leg: StatusLeg | undefined): boolean {
  if (leg === undefined) return false;
  return leg.mls !== undefined || leg.transmission?.failed === true || /TRANSMISSION_ERROR/i.test(leg.status ?? "");
}

/** Whether a finding means that the document will not get through as it is. */
export function isFatal(result: ValidationResult): boolean {
  return result.flag?.toLowerCase() === "fatal";
}

function leg(answer: JsonObject | undefined): StatusLeg | undefined {
  if (answer === undefined || Object.keys(answer).length === 0) return undefined;
  const members = new Reading(answer);
  return {
    status: members.text("status"),
    country: members.text("country"),
    docTypeId: members.text("docTypeId"),
    processId: members.text("processId"),
    senderId: members.text("senderId"),
    receiverId: members.text("receiverId"),
    transmissionUuid: members.text("transmissionUuid"),
    lastUpdated: members.instant("lastUpdated"),
    mls: mlsAnswer(members),
    transmission: transmission(members.object("transmissionResponse")),
    documentXml: members.text("documentXml"),
    more: members.rest(),
  };
}

function mlsAnswer(leg: Reading): MlsAnswer | undefined {
  const value = leg.object("mlsResponse");
  if (value === undefined) {
    const code = leg.text("mlsResponse");
    return code === undefined ? undefined : { code, more: [] };
  }
  const members = new Reading(value);
  return {
    code: members.text("responseCode", "code", "statusCode", "status"),
    receivedAt: members.instant("receivedAt", "timestamp", "issuedAt"),
    reasonCode: members.text("statusReasonCode", "reasonCode"),
    reason: members.text("description", "reason"),
    more: members.rest(),
  };
}

function transmission(answer: JsonObject | undefined): Transmission | undefined {
  if (answer === undefined) return undefined;
  const members = new Reading(answer);
  const several = members.list("transmissionErrors")?.flatMap((each) => asOneLine(each) ?? []);
  const alone = several === undefined ? members.text("transmissionErrors") : undefined;
  return {
    result: members.text("transmissionResult"),
    failed: members.boolean("transmissionError"),
    errors: several ?? (alone === undefined ? [] : [alone]),
    duration: members.text("overallDurationToTransmit"),
    messageId: members.text("messageId"),
    conversationId: members.text("conversationId"),
    more: members.rest(),
  };
}

/** The documents may be megabytes of Base64; whoever wants them asks for them by name. */
function withoutDocuments(answer: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(answer)) {
    if (/^document[_-]?xml$/i.test(name)) continue;
    kept[name] = isJsonObject(value) ? withoutDocuments(value) : value;
  }
  return kept;
}
