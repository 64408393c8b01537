import type { Random } from "../random.ts";
import type { Note, Reply } from "./draw.ts";
import { finding, type Marked, Marks } from "./draw-created.ts";

/** What the service answers about a credit note that it has. */
export interface Later {
  readonly status: Reply;
  readonly logs: Reply;
  /** The overall status of the snapshot's `meta_info`; the description names none, so it may be absent. */
  readonly overall: string | undefined;
  readonly isFatal: boolean;
  /** How the snapshot writes documents. */
  readonly xml: XmlForm;
  readonly statusMarked: readonly Marked[];
  readonly logsMarked: readonly Marked[];
}

const legWords = ["SUBMITTED", "DELIVERED", "ACCEPTED", "REJECTED", "PENDING", null] as const;
const statusForms = ["told", "told", "told", "told", 404, 403, 500, 503] as const;
const xmlForms = ["Base64", "plain", "members", "absent"] as const;
type XmlForm = (typeof xmlForms)[number];
const overallWords = ["none", "none", "PENDING", "APPROVED", "REJECTED", "VALIDATION_FAILED"] as const;
const json = (status: number, value: unknown): Reply => ({
  status,
  type: "application/json",
  body: JSON.stringify(value),
});
const error = (status: number): Reply => json(status, { errors: { message: `it answers ${status}` } });

export function drawLater(random: Random, prefix: string, note: Note): Later {
  const status = note("status call", random.pick(statusForms));
  const logs = note("logs call", random.pick(statusForms));
  const word = note("later overall", random.pick(overallWords));
  const [statusMarks, logsMarks] = [new Marks(`${prefix}s`), new Marks(`${prefix}l`)];
  const isFatal = status === "told" && random.oneIn(3);
  const xml = note("XML", random.pick(xmlForms));
  const snapshot = status === "told" ? drawSnapshot(random, statusMarks, { isFatal, word, xml }, note) : undefined;
  const entries = logs === "told" ? drawLog(random, logsMarks, note) : undefined;
  return {
    status: snapshot === undefined ? error(Number(status)) : json(200, snapshot),
    logs: entries === undefined ? error(Number(logs)) : json(200, entries),
    overall: status === "told" && word !== "none" ? word : undefined,
    isFatal,
    xml,
    statusMarked: statusMarks.all,
    logsMarked: logsMarks.all,
  };
}

interface Chosen {
  readonly isFatal: boolean;
  readonly word: string;
  readonly xml: XmlForm;
}

function drawSnapshot(random: Random, marks: Marks, { isFatal, word, xml }: Chosen, note: Note): object {
  const legs = note("legs", random.pick(["both", "C3 alone", "null", "absent"] as const));
  const has = { both: ["toC3", "toC5"], "C3 alone": ["toC3"], null: [], absent: [] }[legs];
  return {
    ...(random.oneIn(5) ? {} : { id: marks.make("id", "json"), uuid: marks.make("uuid", "json") }),
    ...(random.oneIn(3) ? {} : { documentUuid: marks.make("documentUuid", "json") }),
    documentType: "CREDIT_NOTE",
    ...xmlMember("documentXML", xml, "CreditNote"),
    issuedBy: `0235:${marks.make("issuedBy", "json")}`,
    issuedTo: `0235:${marks.make("issuedTo", "json")}`,
    lastUpdated: 1_781_931_662_480,
    validationResults: isFatal ? [finding(random, marks, "fatal")] : random.oneIn(3) ? null : [],
    ...(legs === "null" ? { toC3: null, toC5: null } : {}),
    ...Object.fromEntries(has.map((name) => [name, drawLeg(random, marks, xml)])),
    ...(word === "none" ? {} : { meta_info: { peppol_status: { overall_status: word } } }),
  };
}

function drawLeg(random: Random, marks: Marks, xml: XmlForm): object {
  const transmissionResponse = () => ({
    conversationId: marks.make("conversationId", "json"),
    messageId: marks.make("messageId", "json"),
    overallDurationToTransmit: 1180,
    transmissionError: false,
    transmissionErrors: null,
    transmissionResult: marks.make("transmissionResult", "json"),
  });
  return {
    country: random.oneIn(2) ? null : "AE",
    docTypeId: marks.make("docTypeId", "json"),
    processId: marks.make("processId", "json"),
    ...xmlMember("documentXml", xml, "CreditNote"),
    lastUpdated: 1_781_931_661_920,
    mlsResponse: random.oneIn(2) ? null : { responseCode: "AP", receivedAt: 1_781_931_661_920 },
    senderId: `0235:${marks.make("senderId", "json")}`,
    receiverId: `0235:${marks.make("receiverId", "json")}`,
    status: random.pick(legWords),
    transmissionUuid: marks.make("transmissionUuid", "json"),
    ...(random.oneIn(3) ? {} : { transmissionResponse: transmissionResponse() }),
  };
}

function xmlMember(name: string, form: XmlForm, root: string): object {
  const text = `<?xml version="1.0"?><${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"/>`;
  if (form === "absent") return {};
  if (form === "plain") return { [name]: text };
  if (form === "members") return { [name]: { invoice: text, tax: Buffer.from(text).toString("base64") } };
  return { [name]: Buffer.from(text).toString("base64") };
}

function drawLog(random: Random, marks: Marks, note: Note): object[] {
  const form = note(
    "log entries",
    random.pick(["none", "described", "members missing", "nulls", "newest first"] as const),
  );
  if (form === "none") return [];
  const entry = (at: number): object => ({
    ...(form === "members missing" ? {} : { id: marks.make("id", "json") }),
    sent_message_id: form === "nulls" ? null : marks.make("sent_message_id", "json"),
    document_type: "CREDIT_NOTE",
    sender_id: form === "nulls" ? null : `0235:${marks.make("sender_id", "json")}`,
    message: marks.make("message", "text"),
    ...(form === "members missing" ? {} : { timestamp: 1_781_931_656_010 + at }),
    event: marks.make("event", "text"),
  });
  const entries = [0, 1, 2].map((at) => entry(at * 1000));
  return form === "newest first" ? entries.reverse() : entries;
}
