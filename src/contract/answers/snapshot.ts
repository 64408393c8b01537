import { isJsonObject, type JsonObject } from "../../json/index.ts";
import { type ToldStatus, toldStatusOf } from "../document-answer.ts";
import { hasAny, objectIn } from "../lists.ts";
import { memberNamed, objectNamed } from "../members.ts";
import { Reading } from "../told.ts";
import { is, knownReaderOf, readerOf, toldNames, type Understood } from "./define.ts";
import { networkFindings, type ValidationResult } from "./finding.ts";

/**
 * A message level status: the receiving side's answer. Its internal structure is not published. Source: contract §9.
 */
const mlsAnswer = {
  /** Peppol's code: AP accepted, AB delivered without confirmation, RE rejected (Decision 34). */
  responseCode: is.text({ screen: "Answer (MLS)" }, { alike: ["code", "statusCode", "status"], json: "mls_code" }),
  /** Peppol's reason code: SV syntax, BV rule, BW rule (a warning), FD delivery. */
  statusReasonCode: is.optional(is.text({ screen: "Reason" }, { alike: ["reasonCode"], json: "mls_reason_code" })),
  description: is.optional(is.text({ screen: "Reason" }, { alike: ["reason"], json: "mls_reason" })),
  receivedAt: is.instant({ screen: "Answer (MLS)" }, { alike: ["timestamp", "issuedAt"], json: "mls_received_at" }),
} as const;

export type MlsAnswer = Understood<typeof mlsAnswer>;

/** The transmission of a document on one leg. */
const transmission = {
  transmissionResult: is.text({ screen: "Transmission" }),
  /** Undefined if the service does not say whether there was an error. */
  transmissionError: is.yes({ screen: "Transmission" }),
  transmissionErrors: is.nullable(is.lines({ screen: "Transmission" })),
  overallDurationToTransmit: is.duration({ screen: "Transmission" }, { json: null }),
  messageId: is.nullable(is.text({ verbose: "Message id" }, { json: null })),
  conversationId: is.nullable(is.text({ verbose: "Conversation id" }, { json: null })),
} as const;

export type Transmission = Understood<typeof transmission>;

/** A leg leads to the receiver's provider (C3) or to the tax authority (C5). */
export const statusLeg = {
  status: is.text({ screen: "State" }),
  senderId: is.participant({ screen: "From" }),
  receiverId: is.participant({ screen: "To" }),
  docTypeId: is.documentType({ screen: "Document type" }),
  processId: is.processId({ verbose: "Process" }),
  country: is.nullable(is.text({ verbose: "Country" }, { json: null })),
  transmissionUuid: is.nullable(is.text({ verbose: "Transmission id" })),
  transmissionResponse: is.optional(is.group(transmission)),
  mlsResponse: is.nullable(is.group(mlsAnswer, { alone: "responseCode" })),
  lastUpdated: is.instant({ screen: "Last news" }),
  documentXml: is.file({ scripts: "the document, which --xml writes" }, { says: "XML, in Base64 or as it is" }),
} as const;

export type StatusLeg = Understood<typeof statusLeg>;

const c3Names = ["c3", "c3Leg", "legC3", "billingLeg", "billing"];
const c5Names = ["c5", "c5Leg", "legC5", "taxReportingLeg", "taxReporting", "reporting"];

/**
 * The state of a document in the network. id and uuid belong to this record, not to the document. Source: contract §9.
 */
export const peppolSnapshot = {
  id: is.text({ verbose: "id" }),
  uuid: is.text({ verbose: "uuid" }),
  documentUuid: is.text({ verbose: "document" }),
  documentType: is.text({ verbose: "document type" }),
  documentXML: is.file({ scripts: "the document, which --xml writes" }, { says: "UBL, in Base64 or as it is" }),
  issuedBy: is.text({ verbose: "issued by" }),
  issuedTo: is.text({ verbose: "issued to" }),
  lastUpdated: is.instant({ verbose: "last news" }),
  validationResults: networkFindings,
  /** If a leg is missing, neither its success nor its failure is known. */
  toC3: is.nullable(is.group(statusLeg, { alike: c3Names })),
  toC5: is.nullable(is.group(statusLeg, { alike: c5Names })),
} as const;

export interface StatusSnapshot extends Understood<typeof peppolSnapshot> {
  readonly validationResults: readonly ValidationResult[];
  /** An overall status beside the legs, in the wrapper or around it; the description names none here. */
  readonly told: ToldStatus;
  /** The answer as the service sent it, except for the documents it contains. */
  readonly raw: JsonObject;
}

const legs = { toC3: peppolSnapshot.toC3, toC5: peppolSnapshot.toC5 } as const;
const eitherLeg = [...toldNames(legs, "toC3"), ...toldNames(legs, "toC5")];
const legsNames = ["legs", "transmissions", "transmission"];
const telling = ["validationResults", "documentUuid", "documentXml", "issuedBy", "issuedTo"];
const read = knownReaderOf(peppolSnapshot);
const readLegs = readerOf(legs);

/**
 * Accepts any spelling, a wrapper, and legs at the root or in an object of their own. Members that are missing, null
 * or of the wrong type count as absent; unknown members are shown as received. Source: contract §9, Decision 65.
 */
export function statusSnapshotOf(answer: JsonObject): StatusSnapshot {
  const isSnapshot = (object: JsonObject): boolean => hasAny(object, [...eitherLeg, ...legsNames, ...telling]);
  const names = ["snapshot", "peppolStatus", "status", "document"];
  const { object, beside } = objectIn(answer, names, isSnapshot) ?? { object: answer, beside: [] };
  const from = new Reading(object);
  const told = read(from);
  const inner = told.toC3 === undefined && told.toC5 === undefined ? legsWithin(from, object) : {};
  return {
    ...told,
    ...inner,
    validationResults: told.validationResults ?? [],
    told: toldStatusOf(memberNamed(object, "metaInfo") === undefined ? answer : object),
    more: [...beside, ...from.rest()].filter(([name]) => !isOfStatus.test(name)),
    raw: withoutDocuments(answer),
  };
}

/** The members of an overall status in a snapshot, or in its wrapper, which `toldStatusOf` reads. */
const isOfStatus =
  /^meta[_-]?info\.peppol[_-]?status\.(?:(?:participant|fta|overall)[_-]?status$|validation[_-]?results\b)/i;

/**
 * Members of the enclosing object that are not legs are shown with the C3 leg or, if there is none, with the C5 leg.
 */
function legsWithin(from: Reading, object: JsonObject): Pick<StatusSnapshot, "toC3" | "toC5"> {
  const name = legsNames.find((each) => hasAny(objectNamed(object, each) ?? {}, eitherLeg));
  const { toC3, toC5, more } = readLegs((name && from.object(name)) || {});
  if (toC3 !== undefined) return { toC3: { ...toC3, more: [...toC3.more, ...more] }, toC5 };
  return { toC5: toC5 && { ...toC5, more: [...toC5.more, ...more] } };
}

/** A leg has an outcome if there is a message level status or a transmission error. */
export function hasAnswered(leg: StatusLeg | undefined): boolean {
  if (leg === undefined) return false;
  const failed = leg.transmissionResponse?.transmissionError === true;
  return leg.mlsResponse !== undefined || failed || /TRANSMISSION_ERROR/i.test(leg.status ?? "");
}

/** Removes embedded documents: they can be megabytes of Base64, so they are returned only when explicitly requested. */
function withoutDocuments(answer: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(answer)) {
    if (/^document[_-]?xml$/i.test(name)) continue;
    kept[name] = isJsonObject(value) ? withoutDocuments(value) : value;
  }
  return kept;
}
