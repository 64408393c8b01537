import { createHash } from "node:crypto";
import { participantsOf, taxDataIdentifiers, type UblElement } from "../../ubl/index.ts";
import { type LegState, legStateAt, phaseAt, phaseTimes, regret } from "../state.ts";
import { outcomes, type RejectionReason, rejectionReason } from "../test-suppliers.ts";
import { eventNames } from "./event-names.ts";
import { type FollowedDocument, nounOf } from "./subject.ts";

/** C3 is the receiver's provider; C5 is the tax authority. */
export const legs = ["c3", "c5"] as const;
export type Leg = (typeof legs)[number];

/** The tax authority's network address in the service's answers. */
export const taxAuthority = "0242:000001";

/** An entry in a document's status log. */
export interface HistoryEvent {
  /** Unix milliseconds. */
  readonly at: number;
  readonly event: string;
  readonly message: string;
  readonly leg?: Leg;
}

const receivers = { c3: "the receiver's provider (C3)", c5: "the tax authority (C5)" } as const;

/** Returns the events up to `now`, oldest first; they are consistent with the snapshot. Source: contract §10. */
export function eventsAt(subject: Omit<FollowedDocument, "tree">, now: number, pending: number): HistoryEvent[] {
  const { kind, submittedAt, failures, earlierSubmissions } = subject;
  const { decided } = phaseTimes(pending);
  const noun = nounOf(kind);
  const events: HistoryEvent[] = [{ at: subject.createdAt, event: eventNames.created, message: `${noun} stored` }];
  const submissions = [...earlierSubmissions, submittedAt];
  for (const [turn, at] of submissions.entries()) {
    if (turn > 0) events.push({ at, event: eventNames.replaced, message: `${noun} replaced` });
    events.push(decision(at + decided, turn < submissions.length - 1 || failures.length > 0));
  }
  if (failures.length === 0) events.push(...journey(subject, pending));
  return events.filter((each) => each.at <= now);
}

function decision(at: number, failed: boolean): HistoryEvent {
  return failed
    ? { at, event: eventNames.failed, message: "Network rules failed" }
    : { at, event: eventNames.passed, message: "Network rules passed" };
}

function journey({ submittedAt, outcome, receiver }: Omit<FollowedDocument, "tree">, pending: number): HistoryEvent[] {
  const times = phaseTimes(pending);
  const [sentAt, answeredAt, settledAt] = [times.sent, times.answered, times.settled].map((each) => submittedAt + each);
  const used = legs.filter((leg) => outcomes[outcome][leg] !== "none");
  const purpose = used.length === legs.length ? "for delivery and tax reporting" : "for tax reporting";
  const events: HistoryEvent[] = [
    { at: sentAt as number, event: eventNames.submitted, message: `Handed over ${purpose}` },
    ...used.map((leg) => handedOver(leg, sentAt as number)),
  ];
  for (const leg of used) {
    const story = outcomes[outcome][leg];
    const reason = rejectionReason(outcome, leg, receiver);
    if (story === "accepted" || story === "rejected") events.push(answer(leg, answeredAt as number, story, reason));
    if (story === "acknowledged-then-rejected") {
      events.push(answer(leg, answeredAt as number, "acknowledged"));
      events.push(answer(leg, (answeredAt as number) + regret, "rejected", reason));
    }
    if (story !== "error-then-accepted") continue;
    const message = `${capital(receivers[leg])} could not be reached`;
    events.push({ at: answeredAt as number, event: eventNames.unreachable, message, leg });
    events.push(handedOver(leg, settledAt as number), answer(leg, settledAt as number, "accepted"));
  }
  return events.sort((a, b) => a.at - b.at);
}

function handedOver(leg: Leg, at: number): HistoryEvent {
  return { at, event: leg === "c3" ? eventNames.toC3 : eventNames.toC5, message: `Sent to ${receivers[leg]}`, leg };
}

function answer(
  leg: Leg,
  at: number,
  says: "accepted" | "acknowledged" | "rejected",
  reason?: RejectionReason,
): HistoryEvent {
  const event = `MLS_RECEIVED_FROM_${leg.toUpperCase()}`;
  const why = reason === undefined ? "" : ` (${reason.statusReasonCode}: ${reason.description})`;
  return { at, event, message: `${capital(receivers[leg])} ${says} it${why}`, leg };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The state of a leg and when it began; `sent` is false until the document has been sent on this leg. */
export interface LegPosition {
  readonly state: LegState;
  readonly sent: boolean;
  readonly lastUpdated: number;
}

export function legAt(subject: FollowedDocument, leg: Leg, now: number, pending: number): LegPosition {
  const own = eventsAt(subject, now, pending).filter((each) => each.leg === leg);
  const state = legStateAt(outcomes[subject.outcome][leg], phaseAt(subject, now, pending));
  return { state, sent: own.length > 0, lastUpdated: own.at(-1)?.at ?? subject.submittedAt };
}

/**
 * Returns the sender, receiver and document type. For the C3 leg, the document type is just the customization id
 * (Decision 34).
 */
export function addressOf({ tree }: FollowedDocument, leg: Leg) {
  const { sender, receiver } = participantsOf(tree);
  const senderId = `${sender.scheme}:${sender.id}`;
  const text = (name: string, root: UblElement = tree): string => root.first(name)?.text ?? "";
  if (leg === "c5") {
    const { docTypeId, profileId } = taxDataIdentifiers;
    return { country: null, docTypeId, processId: profileId, senderId, receiverId: taxAuthority };
  }
  return {
    country: receiver.country ?? null,
    docTypeId: text("cbc:CustomizationID"),
    processId: text("cbc:ProfileID"),
    senderId,
    receiverId: `${receiver.scheme}:${receiver.id}`,
  };
}

/** Returns hex digits that depend only on the document and the purpose. */
export function derivedHex({ id }: FollowedDocument, purpose: string, length: number): string {
  return createHash("sha256").update(`${id} ${purpose}`).digest("hex").slice(0, length);
}

export function derivedUuid(subject: FollowedDocument, purpose: string): string {
  const hex = derivedHex(subject, purpose, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export function messageId(subject: FollowedDocument, leg: Leg): string {
  return `msg-${derivedHex(subject, `message ${leg}`, 12)}@sandbox.example`;
}
