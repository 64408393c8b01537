import { createHash } from "node:crypto";
import { legStateAt, phaseAt, phaseTimes } from "./state.ts";
import type { Subject } from "./subject.ts";
import { outcomes } from "./test-suppliers.ts";

/** The legs of a document: C3 the receiver's provider, C5 the tax authority. */
export const legs = ["c3", "c5"] as const;
export type Leg = (typeof legs)[number];

/** One thing that happened to a document. */
export interface HistoryEvent {
  /** Unix milliseconds. */
  readonly at: number;
  readonly event: string;
  readonly message: string;
  readonly leg?: Leg;
}

const receivers = { c3: "the receiver's provider (C3)", c5: "the tax authority (C5)" } as const;
const nouns = { invoice: "Invoice", "credit-note": "Credit note" } as const;

/** What has happened to a document up to an instant, oldest first. The snapshot tells the same story. Source: contract §10. */
export function eventsAt(subject: Subject, now: number, pending: number): HistoryEvent[] {
  const times = phaseTimes(pending);
  const events: HistoryEvent[] = [
    { at: subject.createdAt, event: "DOCUMENT_CREATED", message: `${nouns[subject.kind]} stored` },
  ];
  const submissions = [...subject.earlierSubmissions, subject.fate.submittedAt];
  for (const [turn, at] of submissions.entries()) {
    if (turn > 0) events.push({ at, event: "DOCUMENT_RESUBMITTED", message: `${nouns[subject.kind]} replaced` });
    const failed = turn < submissions.length - 1 || subject.fate.failures.length > 0;
    events.push(decision(at + times.decided, failed));
  }
  if (subject.fate.failures.length === 0) events.push(...journey(subject, pending));
  return events.filter((each) => each.at <= now);
}

function decision(at: number, failed: boolean): HistoryEvent {
  return failed
    ? { at, event: "NETWORK_VALIDATION_FAILED", message: "Network rules failed" }
    : { at, event: "VALIDATION_SUCCESS", message: "Network rules passed" };
}

function journey({ fate }: Subject, pending: number): HistoryEvent[] {
  const times = phaseTimes(pending);
  const sentAt = fate.submittedAt + times.sent;
  const events: HistoryEvent[] = [
    { at: sentAt, event: "DOCUMENT_SUBMITTED", message: "Handed over for delivery and tax reporting" },
    ...legs.map((leg) => handedOver(leg, sentAt)),
  ];
  for (const leg of legs) {
    const story = outcomes[fate.outcome][leg];
    const answeredAt = fate.submittedAt + times.answered;
    if (story === "accepted" || story === "rejected") events.push(answer(leg, answeredAt, story));
    if (story === "error-then-accepted") {
      const settledAt = fate.submittedAt + times.settled;
      const message = `${capital(receivers[leg])} could not be reached`;
      events.push({ at: answeredAt, event: "TRANSMISSION_ERROR", message, leg });
      events.push(handedOver(leg, settledAt), answer(leg, settledAt, "accepted"));
    }
  }
  return events.sort((a, b) => a.at - b.at);
}

function handedOver(leg: Leg, at: number): HistoryEvent {
  return { at, event: `SENT_TO_${leg.toUpperCase()}`, message: `Sent to ${receivers[leg]}`, leg };
}

function answer(leg: Leg, at: number, says: "accepted" | "rejected"): HistoryEvent {
  const event = `MLS_RECEIVED_FROM_${leg.toUpperCase()}`;
  return { at, event, message: `${capital(receivers[leg])} ${says} it`, leg };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Where a leg stands at an instant, and when it came there; `sentAt` is null before it was sent. */
export function legAt(subject: Subject, leg: Leg, now: number, pending: number) {
  const state = legStateAt(outcomes[subject.fate.outcome][leg], phaseAt(subject.fate, now, pending));
  const times = eventsAt(subject, now, pending);
  const own = times.filter((each) => each.leg === leg);
  return {
    state,
    sentAt: own[0]?.at ?? null,
    lastUpdated: own.at(-1)?.at ?? subject.fate.submittedAt,
  };
}

/** Hex digits that belong to a document and a purpose, the same every time they are asked for. */
export function derivedHex(subject: Subject, purpose: string, length: number): string {
  const turn = subject.earlierSubmissions.length;
  return createHash("sha256").update(`${subject.id} ${turn} ${purpose}`).digest("hex").slice(0, length);
}

export function derivedUuid(subject: Subject, purpose: string): string {
  const hex = derivedHex(subject, purpose, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export function messageId(subject: Subject, leg: Leg): string {
  return `msg-${derivedHex(subject, `message ${leg}`, 12)}@sandbox.example`;
}
