import { answeredAs, peppolSnapshot } from "../../contract/index.ts";
import { participantsOf, toTaxData, toXml } from "../../ubl/index.ts";
import type { Services } from "../endpoint.ts";
import { json, message, type Reply } from "../reply.ts";
import { type LegState, phaseAt, phaseTimes } from "../state.ts";
import { outcomes, type RejectionReason, rejectionReason } from "../test-suppliers.ts";
import { addressOf, derivedHex, derivedUuid, eventsAt, type Leg, legAt, messageId, taxAuthority } from "./history.ts";
import { documentTypes, type FollowedDocument } from "./subject.ts";

/** The fictional service provider that reports for the business profile. */
const representative = "0242:000002";

/**
 * Answers with the status of a document and of both legs (endpoints 3, 4 and 17). Source: contract §9, §15.5; Decisions
 * 6, 30.
 */
export function statusSnapshot(subject: FollowedDocument, { now, settings }: Services): Reply {
  const instant = now();
  const pending = settings.pendingSeconds * 1000;
  const phase = phaseAt(subject, instant, pending);
  const started = phase === "sent" || phase === "answered" || phase === "settled";
  if (settings.snapshot404 && !started) {
    return message(404, "The Peppol status of this document is not available yet");
  }
  const failed = phase === "failed";
  const delivers = outcomes[subject.outcome].c3 !== "none";
  const { sender, receiver } = participantsOf(subject.tree);
  const leg = (name: Leg, xml: string) => legOf(subject, name, instant, pending, xml);
  // The XML of a long document takes up megabytes, so it is encoded only once, although the answer contains it twice.
  const xml = base64(toXml(subject.tree));
  const answer = answeredAs(peppolSnapshot, {
    id: derivedHex(subject, "status record", 24),
    uuid: derivedUuid(subject, "status record"),
    documentUuid: subject.id,
    documentType: documentTypes[subject.kind],
    documentXML: xml,
    issuedBy: `${sender.scheme}:${sender.id}`,
    issuedTo: `${receiver.scheme}:${receiver.id}`,
    lastUpdated: eventsAt(subject, instant, pending).at(-1)?.at ?? subject.createdAt,
    validationResults: failed ? subject.failures : [],
    toC3: failed || !delivers ? null : leg("c3", xml),
    toC5: failed ? null : leg("c5", base64(taxDataXml(subject, pending))),
  });
  return json(200, answer);
}

const statuses: Readonly<Record<LegState, (leg: Leg) => string>> = {
  none: () => "PENDING",
  waiting: () => "PENDING",
  sent: () => "SUBMITTED",
  accepted: () => "ACCEPTED",
  acknowledged: () => "ACCEPTED",
  rejected: () => "REJECTED",
  error: (leg) => `MLS_${leg.toUpperCase()}_TRANSMISSION_ERROR`,
};

function legOf(subject: FollowedDocument, leg: Leg, now: number, pending: number, xml: string) {
  const { state, sent, lastUpdated } = legAt(subject, leg, now, pending);
  return {
    ...addressOf(subject, leg),
    documentXml: xml,
    lastUpdated,
    mlsResponse: mlsResponse(state, lastUpdated, rejectionReason(subject.outcome, leg, subject.receiver)),
    status: statuses[state](leg),
    transmissionUuid: sent ? transmissionUuid(subject, leg) : null,
    ...(sent ? { transmissionResponse: transmissionResponse(subject, leg, state) } : {}),
  };
}

/**
 * Returns the receiver's message level status: AP means delivered and confirmed; AB means delivered without
 * confirmation; RE means rejected, with a reason. Source: Peppol MLS 1.1.0.
 */
function mlsResponse(state: LegState, receivedAt: number, reason: RejectionReason | undefined) {
  if (state === "accepted") return { responseCode: "AP", receivedAt };
  if (state === "acknowledged") return { responseCode: "AB", receivedAt };
  return state === "rejected" ? { responseCode: "RE", receivedAt, ...reason } : null;
}

function transmissionUuid(subject: FollowedDocument, leg: Leg): string {
  return derivedUuid(subject, `transmission ${leg} ${subject.earlierSubmissions.length}`);
}

function transmissionResponse(subject: FollowedDocument, leg: Leg, state: LegState) {
  const failed = state === "error";
  return {
    conversationId: `conv-${derivedHex(subject, `conversation ${leg}`, 12)}`,
    messageId: messageId(subject, leg),
    overallDurationToTransmit: 500 + (Number.parseInt(derivedHex(subject, `duration ${leg}`, 3), 16) % 1500),
    transmissionError: failed,
    transmissionErrors: failed ? ["The receiving access point did not answer; it will be tried again"] : null,
    transmissionResult: failed ? "FAILURE" : "SUCCESS",
  };
}

/** Returns the report to the tax authority, with the time of sending as its date. */
function taxDataXml(subject: FollowedDocument, pending: number): string {
  const report = toTaxData(subject.tree, {
    reporter: "sender",
    transportId: transmissionUuid(subject, "c3"),
    issuedAt: new Date(subject.submittedAt + phaseTimes(pending).sent),
    receiverEndpoint: taxAuthority,
    representative,
  });
  return toXml(report);
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
