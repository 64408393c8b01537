import { some } from "../open/words.ts";
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
  /** Whether both legs are told, so that a person sees them side by side. */
  readonly hasLegs: boolean;
  readonly logsMarked: readonly Marked[];
}

const legWords = ["SUBMITTED", "DELIVERED", "ACCEPTED", "REJECTED", "PENDING", null] as const;
const statusForms = ["told", "told", "told", "told", 404, 403, 500, 503] as const;
const xmlForms = ["Base64", "Base64 in lines", "plain", "with a mark", "members", "elements", "absent"] as const;
type XmlForm = (typeof xmlForms)[number];
const overallWords = [
  "none",
  "none",
  "none",
  "PENDING",
  "APPROVED",
  "REJECTED",
  "VALIDATION_FAILED",
  "IN_CLEARANCE",
] as const;
/** When the legs are clean, nothing but an earlier word says that the document failed. */
const cleanWords = ["DELIVERED", "ACCEPTED", "SUBMITTED"] as const;
const wrappings = {
  nothing: (answer: unknown) => answer,
  data: (answer: unknown) => ({ data: answer, took_ms: 4 }),
  result: (answer: unknown) => ({ result: answer }),
  items: (answer: unknown) => ({ items: answer }),
} as const;
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
  const statusWrapping = note("status wrapped in", some(random, ["nothing", "data", "result"] as const, "nothing"));
  const logsWrapping = note("log wrapped in", some(random, ["nothing", "data", "items"] as const, "nothing"));
  const entries = logs === "told" ? drawLog(random, logsMarks, note) : undefined;
  return {
    status: snapshot === undefined ? error(Number(status)) : json(200, wrappings[statusWrapping](snapshot)),
    logs: entries === undefined ? error(Number(logs)) : json(200, wrappings[logsWrapping](entries)),
    overall: status === "told" && word !== "none" ? word : undefined,
    isFatal,
    xml,
    statusMarked: statusMarks.all,
    hasLegs: statusMarks.all.filter(({ name }) => name === "docTypeId").length === 2,
    logsMarked: logsMarks.all,
  };
}

interface Chosen {
  readonly isFatal: boolean;
  readonly word: string;
  readonly xml: XmlForm;
}

function drawSnapshot(random: Random, marks: Marks, { isFatal, word, xml }: Chosen, note: Note): object {
  const legs = note("legs", random.pick(["both", "both clean", "C3 alone", "C5 alone", "null", "absent"] as const));
  const has = {
    both: ["toC3", "toC5"],
    "both clean": ["toC3", "toC5"],
    "C3 alone": ["toC3"],
    "C5 alone": ["toC5"],
    null: [],
    absent: [],
  }[legs];
  const words = legs === "both clean" ? cleanWords : legWords;
  const time = timeForms[note("times", random.pick(timeNames))];
  return {
    ...(random.oneIn(5) ? {} : { id: marks.make("id", "json"), uuid: marks.make("uuid", "json") }),
    ...(random.oneIn(3) ? {} : { documentUuid: marks.make("documentUuid", "json") }),
    documentType: "CREDIT_NOTE",
    ...xmlMember("documentXML", xml, "CreditNote"),
    issuedBy: `0235:${marks.make("issuedBy", "json")}`,
    issuedTo: `0235:${marks.make("issuedTo", "json")}`,
    lastUpdated: time(1_781_931_662_480),
    validationResults: isFatal
      ? Array.from({ length: random.below(3) + 1 }, () => finding(random, marks, "fatal"))
      : random.oneIn(3)
        ? null
        : random.oneIn(3)
          ? [finding(random, marks, "warning")]
          : [],
    ...(legs === "null" ? { toC3: null, toC5: null } : {}),
    ...Object.fromEntries(has.map((name) => [name, drawLeg(random, marks, { xml, words, time })])),
    ...(word === "none" ? {} : { meta_info: { peppol_status: drawMeta(random, marks, word) } }),
  };
}

/** The description has it in the created document alone; a service that tells it again may tell all of it. */
function drawMeta(random: Random, marks: Marks, overall_status: string): object {
  if (random.oneIn(2)) return { overall_status };
  return {
    participant_status: random.oneIn(2) ? null : marks.make("participant_status", "json"),
    fta_status: null,
    overall_status,
    validation_results: random.oneIn(2) ? [] : [finding(random, marks, "warning")],
  };
}

const timeForms = {
  milliseconds: (at: number): unknown => at,
  seconds: (at: number): unknown => Math.floor(at / 1000),
  text: (at: number): unknown => String(at),
  "date and time": (at: number): unknown => new Date(at).toISOString(),
  null: (): unknown => null,
} as const;
const timeNames = Object.keys(timeForms) as [keyof typeof timeForms, ...(keyof typeof timeForms)[]];

interface LegDraws {
  readonly xml: XmlForm;
  readonly words: readonly (string | null)[];
  readonly time: (at: number) => unknown;
}

function drawMls(random: Random, marks: Marks, time: LegDraws["time"]): unknown {
  switch (random.below(5)) {
    case 0:
    case 1:
      return null;
    case 2:
      return "AP";
    case 3:
      return { responseCode: "AB", receivedAt: time(1_781_931_661_920), statusReasonCode: marks.make("mls", "json") };
    default:
      return { responseCode: "AP", receivedAt: time(1_781_931_661_920) };
  }
}

function drawLeg(random: Random, marks: Marks, { xml, words, time }: LegDraws): object {
  const isError = random.oneIn(5);
  const transmissionResponse = () => ({
    conversationId: random.oneIn(4) ? null : marks.make("conversationId", "json"),
    messageId: random.oneIn(4) ? null : marks.make("messageId", "json"),
    overallDurationToTransmit: 1180,
    transmissionError: isError,
    transmissionErrors: isError ? [`the receiver answered ${marks.make("transmissionErrors", "text")}`] : null,
    transmissionResult: marks.make("transmissionResult", "json"),
  });
  return {
    country: random.oneIn(2) ? null : "AE",
    docTypeId: marks.make("docTypeId", "json"),
    processId: marks.make("processId", "json"),
    ...xmlMember("documentXml", xml, "CreditNote"),
    lastUpdated: time(1_781_931_661_920),
    mlsResponse: drawMls(random, marks, time),
    senderId: `0235:${marks.make("senderId", "json")}`,
    receiverId: `0235:${marks.make("receiverId", "json")}`,
    status: words[random.below(words.length)],
    transmissionUuid: marks.make("transmissionUuid", "json"),
    ...(random.oneIn(3) ? {} : { transmissionResponse: transmissionResponse() }),
  };
}

function xmlMember(name: string, form: XmlForm, root: string): object {
  const text = `<?xml version="1.0"?><${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"/>`;
  if (form === "absent") return {};
  if (form === "plain") return { [name]: text };
  if (form === "with a mark") return { [name]: `\u{feff}\n${text}` };
  if (form === "elements") return { [name]: { [root]: { ID: "SBC-1", Note: { _: "of June", languageID: "en" } } } };
  if (form === "Base64 in lines") return { [name]: Buffer.from(text).toString("base64").replace(/.{20}/g, "$&\r\n") };
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
