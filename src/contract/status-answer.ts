import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../json/index.ts";
import { type ValidationResult, validationResultsIn } from "./document-answer.ts";
import { instantAt, memberNamed, objectNamed, textAt, textNamed } from "./members.ts";

/** A message level status: what the receiving side answered. Its inner shape is not published, so what else it holds is kept too. */
export interface MlsAnswer {
  /** Peppol's code: AP accepted, AB delivered without confirmation, RE rejected (Decision 34). */
  readonly code?: string | undefined;
  /** Unix milliseconds. */
  readonly receivedAt?: number | undefined;
  /** Peppol's code of the reason: SV syntax, BV rule, BW rule (a warning), FD delivery. */
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
  readonly more: ReadonlyArray<readonly [name: string, value: string]>;
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
}

/** A Peppol status snapshot. An absent leg says that nothing is known of it, neither success nor failure. */
export interface StatusSnapshot {
  readonly documentUuid?: string | undefined;
  readonly documentType?: string | undefined;
  readonly issuedBy?: string | undefined;
  readonly issuedTo?: string | undefined;
  /** Unix milliseconds. */
  readonly lastUpdated?: number | undefined;
  readonly validationResults: readonly ValidationResult[];
  readonly toC3?: StatusLeg | undefined;
  readonly toC5?: StatusLeg | undefined;
  /** Base64, as sent. */
  readonly documentXml?: string | undefined;
  /** As the service sent it, without the documents in it. */
  readonly raw: JsonObject;
}

/** Reads a snapshot, camelCase or snake_case; what is missing, null or of another kind is absent. Source: contract §9. */
export function statusSnapshotOf(answer: JsonObject): StatusSnapshot {
  return {
    documentUuid: textNamed(answer, "documentUuid"),
    documentType: textNamed(answer, "documentType"),
    issuedBy: textNamed(answer, "issuedBy"),
    issuedTo: textNamed(answer, "issuedTo"),
    lastUpdated: instantAt(memberNamed(answer, "lastUpdated")),
    validationResults: validationResultsIn(answer),
    toC3: leg(objectNamed(answer, "toC3")),
    toC5: leg(objectNamed(answer, "toC5")),
    documentXml: textNamed(answer, "documentXml"),
    raw: withoutDocuments(answer),
  };
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
  return {
    status: textNamed(answer, "status"),
    country: textNamed(answer, "country"),
    docTypeId: textNamed(answer, "docTypeId"),
    processId: textNamed(answer, "processId"),
    senderId: textNamed(answer, "senderId"),
    receiverId: textNamed(answer, "receiverId"),
    transmissionUuid: textNamed(answer, "transmissionUuid"),
    lastUpdated: instantAt(memberNamed(answer, "lastUpdated")),
    mls: mlsAnswer(memberNamed(answer, "mlsResponse")),
    transmission: transmission(objectNamed(answer, "transmissionResponse")),
    documentXml: textNamed(answer, "documentXml"),
  };
}

const mlsCodeNames = ["responseCode", "code", "statusCode", "status"];
const mlsReasonCodeNames = ["statusReasonCode", "reasonCode"];
const mlsReasonNames = ["description", "reason"];
const mlsTimeNames = ["receivedAt", "timestamp", "issuedAt"];

function mlsAnswer(value: JsonValue | undefined): MlsAnswer | undefined {
  if (!isJsonObject(value)) {
    const code = textAt(value);
    return code === undefined ? undefined : { code, more: [] };
  }
  if (Object.keys(value).length === 0) return undefined;
  const codeName = mlsCodeNames.find((name) => textNamed(value, name) !== undefined);
  const timeName = mlsTimeNames.find((name) => instantAt(memberNamed(value, name)) !== undefined);
  const reasonCodeName = mlsReasonCodeNames.find((name) => textNamed(value, name) !== undefined);
  const reasonName = mlsReasonNames.find((name) => textNamed(value, name) !== undefined);
  const taken = new Set(
    [codeName, timeName, reasonCodeName, reasonName].map((name) => name && memberNamed(value, name)),
  );
  const more = Object.entries(value).flatMap(([name, member]): [string, string][] => {
    const text = taken.has(member) ? undefined : inWords(member);
    return text === undefined ? [] : [[name, text]];
  });
  return {
    code: codeName && textNamed(value, codeName),
    receivedAt: timeName === undefined ? undefined : instantAt(memberNamed(value, timeName)),
    reasonCode: reasonCodeName && textNamed(value, reasonCodeName),
    reason: reasonName && textNamed(value, reasonName),
    more,
  };
}

function transmission(answer: JsonObject | undefined): Transmission | undefined {
  if (answer === undefined) return undefined;
  const failed = memberNamed(answer, "transmissionError");
  const errors = memberNamed(answer, "transmissionErrors");
  return {
    result: textNamed(answer, "transmissionResult"),
    failed: typeof failed === "boolean" ? failed : undefined,
    errors: (Array.isArray(errors) ? errors : [errors]).flatMap((each) => inWords(each) ?? []),
    duration: textNamed(answer, "overallDurationToTransmit"),
    messageId: textNamed(answer, "messageId"),
    conversationId: textNamed(answer, "conversationId"),
  };
}

/** A member of unknown shape as one line. */
function inWords(value: JsonValue | undefined): string | undefined {
  if (typeof value === "boolean") return String(value);
  if (value instanceof JsonNumber || typeof value !== "object" || value === null) return textAt(value);
  if (Array.isArray(value)) return value.flatMap((each) => inWords(each) ?? []).join(", ") || undefined;
  const parts = Object.entries(value).flatMap(([name, member]) => {
    const text = inWords(member);
    return text === undefined ? [] : [`${name} ${text}`];
  });
  return parts.join(", ") || undefined;
}

/** The documents may be megabytes of Base64; whoever wants them asks for them by name. */
function withoutDocuments(answer: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(answer)) {
    if (/^document_?xml$/i.test(name)) continue;
    kept[name] = isJsonObject(value) ? withoutDocuments(value) : value;
  }
  return kept;
}
