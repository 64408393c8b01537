import { bothSides, type Meaning, type MlsAnswer, type StatusLeg, type Transmission } from "../contract/index.ts";
import { gulfTime } from "../document/index.ts";
import type { HandedOver } from "../life/index.ts";
import { overallState, statusName } from "../states/index.ts";
import { toldText } from "./also-told.ts";

const statesOf = (accepted: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries({
      PENDING: "waiting",
      SUBMITTED: "transmitted, no answer yet",
      ACCEPTED: accepted,
      REJECTED: "rejected",
      MLS_C3_TRANSMISSION_ERROR: "could not be delivered",
      MLS_C5_TRANSMISSION_ERROR: "could not be delivered",
    }),
  );
const states = { toC3: statesOf("delivered"), toC5: statesOf("received") } as const;
const asTold = statesOf("accepted");

function worded(known: ReadonlyMap<string, string>, word: string): string {
  return withMeaning(known.get(word), word);
}

function withMeaning(means: string | undefined, word: string): string {
  return means === undefined ? word : `${means} (${word})`;
}

/** States the overall status, and both legs if given, for a printed page. */
export function statusSays(
  status: string | undefined,
  sides: { readonly participant?: string | undefined; readonly fta?: string | undefined },
): string {
  return [
    status === undefined ? "no status" : withMeaning(overallState(status)?.means, status),
    ...(sides.participant === undefined ? [] : [`supplier (C3): ${worded(asTold, sides.participant)}`]),
    ...(sides.fta === undefined ? [] : [`tax authority (C5): ${worded(asTold, sides.fta)}`]),
  ].join(", ");
}

/** Returns text such as `handed over to the supplier on 2026-06-20 (mail)`. */
export function handedOverSays({ on, how, withdrawn }: HandedOver): string {
  return `${withdrawn ? "record of handing over withdrawn" : "handed over to the supplier"} on ${on} (${how})`;
}

/**
 * Returns the meaning of a leg's state, followed by the service's own name, for piped and verbose output. A missing leg
 * is not an error by itself: a document that failed validation is not transmitted, and one that is only reported has no
 * leg to the supplier.
 */
export function stateSays(name: "toC3" | "toC5", legs?: BothLegs, overallStatus?: string): string {
  return stateBy((word) => worded(asTold, word), name, legs, overallStatus);
}

/** Used on a screen: shows ACCEPTED as "delivered" (C3) or "received" (C5), followed by the service's own name. */
export function stateShown(name: "toC3" | "toC5", legs?: BothLegs, overallStatus?: string): string {
  return stateBy((word) => worded(states[name], word), name, legs, overallStatus);
}

/** Like `stateShown`, but omits the service's own name if selfbill has a word for the state. */
export function stateWord(name: "toC3" | "toC5", legs?: BothLegs, overallStatus?: string): string {
  return stateBy((word) => states[name].get(word) ?? word, name, legs, overallStatus);
}

interface BothLegs {
  readonly toC3?: StatusLeg | undefined;
  readonly toC5?: StatusLeg | undefined;
}

function stateBy(
  says: (word: string) => string,
  name: "toC3" | "toC5",
  legs: BothLegs = {},
  overallStatus?: string,
): string {
  const leg = legs[name];
  if (leg === undefined) {
    if (overallStatus === statusName.failed) return "not transmitted";
    const { undelivered, c5 } = bothSides({}, legs);
    if (name === "toC5" || !undelivered) return "nothing known yet";
    return c5.yes.length + c5.no.length > 0 ? "none: not delivered over Peppol" : "none so far";
  }
  if (leg.status === undefined) return "no status yet";
  return says(leg.status);
}

/** Peppol's codes for a message level status. */
const mlsCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AP: "accepted",
    AB: "delivered, without confirmation",
    RE: "rejected",
  }),
);

const mlsWord = (code: string): string => mlsCodes.get(code) ?? code;

/**
 * Returns the answer of the receiving side; undefined if there is none, or if it only confirms the state that the
 * service reports.
 */
export function answerBeside({ status = "", mlsResponse: mls }: StatusLeg): string | undefined {
  if (mls?.responseCode === undefined) return undefined;
  const answer = mlsWord(mls.responseCode);
  return answer === (asTold.get(status) ?? status) ? undefined : answer;
}

/** Peppol's reason codes for a message level status. */
const mlsReasonCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    SV: "syntax violation",
    BV: "rule violation",
    BW: "rule violation, a warning",
    FD: "failure of delivery",
  }),
);

/** Describes a message level status, with its time and all other members. */
export function mlsSays(mls: MlsAnswer | undefined): string | undefined {
  if (mls === undefined) return undefined;
  const parts = [
    mls.responseCode === undefined ? undefined : worded(mlsCodes, mls.responseCode),
    gulfTime(mls.receivedAt),
    ...mls.more.map(([name, value]) => `${name}: ${value}`),
  ].filter((each) => each);
  return parts.length === 0 ? "received, but without a status" : parts.join(", ");
}

/**
 * Returns text such as `rule violation (BV): The supplier does not know the order`; undefined if there is no reason.
 */
export function reasonSays(mls: MlsAnswer | undefined): string | undefined {
  const { statusReasonCode: code, description: reason } = mls ?? {};
  const kind = code === undefined ? undefined : worded(mlsReasonCodes, code);
  return [kind, reason].filter((each) => each !== undefined).join(": ") || undefined;
}

export function transmissionSays(transmission: Transmission | undefined): string | undefined {
  if (transmission === undefined) return undefined;
  const { transmissionError, transmissionResult, transmissionErrors = [], more } = transmission;
  const duration = transmission.overallDurationToTransmit;
  const parts = [
    transmissionError === true ? "failed" : undefined,
    transmissionResult,
    duration === undefined ? undefined : `${duration} ms`,
    ...transmissionErrors,
    toldText(more),
  ].filter((each) => each);
  return parts.length === 0 ? undefined : parts.join(", ");
}

function participantSays(id: string, names: Readonly<Record<string, string>>): string {
  const name = Object.hasOwn(names, id) ? names[id] : id.startsWith("0242:") ? "tax authority" : undefined;
  return name === undefined ? id : `${name} (${id})`;
}

/** Returns text such as `tax data (urn:…)`, or an unknown identifier unchanged. Source: contract §9. */
function documentTypeSays(id: string): string {
  if (id.includes("urn:peppol:pint:selfbilling-1@ae-1")) return `self-billing, PINT AE (${id})`;
  if (id.includes("urn:peppol:pint:billing-1@ae-1")) return `billing, PINT AE (${id})`;
  return id.includes("urn:peppol:schema:taxdata") ? `tax data (${id})` : id;
}

const processes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "urn:peppol:bis:selfbilling": "self-billing",
    "urn:peppol:bis:billing": "billing",
    "urn:peppol:taxreporting": "tax reporting",
  }),
);

/** Formats the value according to its meaning; empty if missing. */
export function memberSays(means: Meaning, value: unknown, names: Readonly<Record<string, string>> = {}): string {
  if (typeof value === "number") return means === "instant" ? gulfTime(value) : String(value);
  if (typeof value !== "string") return "";
  if (means === "participant") return participantSays(value, names);
  if (means === "document-type") return documentTypeSays(value);
  return means === "process" ? worded(processes, value) : value;
}
