import { toXml } from "../ubl/index.ts";
import type { Services } from "./endpoint.ts";
import { derivedHex, derivedUuid, eventsAt, type Leg, legAt, messageId } from "./history.ts";
import { json, message, type Reply } from "./reply.ts";
import { type LegState, phaseAt } from "./state.ts";
import type { Subject } from "./subject.ts";
import { taxAuthority, taxDataXml } from "./tax-data.ts";

/** Endpoints 3, 4 and 17: where a document stands, with both legs. Source: contract §9, §15.5; Decisions 6, 30. */
export function statusSnapshot(subject: Subject, { now, settings }: Services): Reply {
  const instant = now();
  const pending = settings.pendingSeconds * 1000;
  const phase = phaseAt(subject.fate, instant, pending);
  const started = phase === "sent" || phase === "answered" || phase === "settled";
  if (settings.snapshot404 && !started) {
    return message(404, "The Peppol status of this document is not available yet");
  }
  const xml = toXml(subject.tree());
  const leg = (name: Leg): object => legOf(subject, name, instant, pending, xml);
  return json(200, {
    id: derivedHex(subject, "status record", 24),
    uuid: derivedUuid(subject, "status record"),
    documentUuid: subject.id,
    documentType: documentTypes[subject.kind],
    documentXML: base64(xml),
    issuedBy: subject.sender,
    issuedTo: subject.receiver,
    lastUpdated: eventsAt(subject, instant, pending).at(-1)?.at ?? subject.createdAt,
    validationResults: phase === "failed" ? subject.fate.failures : [],
    toC3: phase === "failed" ? null : leg("c3"),
    toC5: phase === "failed" ? null : leg("c5"),
  });
}

export const documentTypes = { invoice: "INVOICE", "credit-note": "CREDIT_NOTE" } as const;

const statuses: Record<LegState, (leg: Leg) => string> = {
  waiting: () => "PENDING",
  sent: () => "SUBMITTED",
  accepted: () => "ACCEPTED",
  rejected: () => "REJECTED",
  error: (leg) => `MLS_${leg.toUpperCase()}_TRANSMISSION_ERROR`,
};

/** What the service tells of a leg beside its state. */
export function addressOf(subject: Subject, leg: Leg) {
  return leg === "c3"
    ? { docTypeId: subject.docTypeId, processId: subject.processId, receiverId: subject.receiver }
    : {
        docTypeId: "urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0",
        processId: "urn:peppol:taxreporting",
        receiverId: taxAuthority,
      };
}

function legOf(subject: Subject, leg: Leg, now: number, pending: number, xml: string): object {
  const { state, sentAt, lastUpdated } = legAt(subject, leg, now, pending);
  const sent = sentAt !== null;
  return {
    country: leg === "c3" ? subject.receiverCountry : null,
    ...addressOf(subject, leg),
    documentXml: base64(leg === "c3" ? xml : taxDataXml(subject)),
    lastUpdated,
    mlsResponse: mlsResponse(state, lastUpdated),
    senderId: subject.sender,
    status: statuses[state](leg),
    transmissionUuid: sent ? derivedUuid(subject, `transmission ${leg}`) : null,
    ...(sent ? { transmissionResponse: transmissionResponse(subject, leg, state) } : {}),
  };
}

/** AP: delivered and confirmed; RE: rejected. Source: Peppol MLS 1.1.0. */
function mlsResponse(state: LegState, receivedAt: number): object | null {
  if (state === "accepted") return { responseCode: "AP", receivedAt };
  return state === "rejected" ? { responseCode: "RE", receivedAt } : null;
}

function transmissionResponse(subject: Subject, leg: Leg, state: LegState): object {
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

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
