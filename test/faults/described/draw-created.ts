import type { DocumentKind } from "../../../src/document/index.ts";
import { some } from "../open/words.ts";
import type { Random } from "../random.ts";
import type { Note } from "./draw.ts";
import { drawEcho } from "./draw-echo.ts";
import { drawId, type IdForm, idForms } from "./draw-id.ts";

/** A text that appears in one answer and nowhere else; `text`: also shown to a person, `verbose`: with --verbose. */
export interface Marked {
  readonly marker: string;
  readonly name: string;
  readonly seen: "text" | "verbose" | "json";
}

export const overallForms = [
  "absent",
  "meta null",
  "null",
  "PENDING",
  "APPROVED",
  "REJECTED",
  "VALIDATION_FAILED",
  "IN_CLEARANCE",
  "approved",
  "7",
] as const;
export type OverallForm = (typeof overallForms)[number];

/** A 201 of the service. */
export interface CreatedAnswer {
  /** The id as it stands in a path; "" if the answer names none. */
  readonly idText: string;
  readonly overall: OverallForm;
  readonly isFatal: boolean;
  readonly marked: readonly Marked[];
  /** Of the findings alone. */
  readonly findings: readonly Marked[];
  /** What becomes of the document, as far as a program may say from this answer. */
  readonly becomes: "created" | "in doubt";
  /** Words that the text must have: something that only a person can judge. */
  readonly warns: readonly string[];
  /** Whether nothing is echoed, so that nothing is compared. */
  readonly isThin: boolean;
  /** The number that the answer names; undefined if it names none. `sent` is the one of the request. */
  number(sent: string | undefined): string | undefined;
  /** Writes the answer to a request with this body. */
  body(sent: Readonly<Record<string, unknown>>): string;
}

const numberForms = [
  "as sent, else given",
  "as sent, else none",
  "none",
  "null",
  "another than sent",
  "numeric",
  "blank",
] as const;
const totalForms = [
  ...["root", "inner", "both", "texts", "four decimals", "gross alone", "payable alone", "no gross"],
  ...["with commas", "with the currency", "none", "null", "other amounts", "other gross alone"],
] as const;
const wrappings = ["nothing", "nothing", "nothing", "data", "result"] as const;
const brokenForms = ["no id", "id null", "id empty", "id of 513 characters", "no body", "no JSON", "a list"] as const;

export function drawCreated(
  {
    random,
    kind,
    prefix,
    note,
    numbered,
  }: { random: Random; kind: DocumentKind; prefix: string; note: Note; numbered: boolean },
  idForm: IdForm | undefined,
): CreatedAnswer {
  const { json: id, text: idText } = drawId(random, note("id", idForm ?? some(random, idForms, "uuid", 6)), kind);
  const numbers = note("number", random.pick(numberForms));
  const totals = note("totals", some(random, totalForms, "root", 4));
  const echo = drawEcho(random, note);
  const wrapping = note("wrapped in", random.pick(wrappings));
  const overall = note("overall", random.pick(overallForms));
  const broken = random.oneIn(14) ? note("broken answer", random.pick(brokenForms)) : undefined;
  const hasSequence = note("sequence", random.oneIn(3) ? "absent" : "told") === "told";
  const marks = new Marks(`${prefix}${kind === "invoice" ? "i" : "c"}`);
  const { findings, isFatal } = drawFindings(random, overall, marks, note);
  const ofFindings = [...marks.all];
  const sequence = random.below(90_000) + 1;
  const given = `${kind === "invoice" ? "AUTO" : "AUTOCN"}-${sequence}`;
  const number = (sent: string | undefined): string | undefined => {
    if (numbers === "as sent, else given") return sent ?? given;
    if (numbers === "as sent, else none") return sent;
    if (numbers === "another than sent") return given;
    return numbers === "numeric" ? String(sequence) : undefined;
  };
  const meta = metaOf(random, overall, findings, marks, note);
  const saysNothing =
    !hasSequence && ["none", "null"].includes(totals) && ["absent", "meta null"].includes(overall) && echo.isThin;
  const numberless = ["none", "null", "blank", ...(numbered ? [] : ["as sent, else none"])];
  const isTicket = saysNothing && numberless.includes(numbers);
  const isOther = echo.makes === "doubt" || (echo.makes === "a warning" && totals.startsWith("other"));
  const amounts = totals.startsWith("other") ? ["TOTALS DIFFER"] : [];
  return {
    idText: broken === undefined ? idText : "",
    overall,
    isFatal,
    marked: marks.all,
    findings: ofFindings,
    becomes: broken !== undefined || isTicket || isOther ? "in doubt" : "created",
    warns:
      broken === undefined && !isTicket ? [...(echo.word === "" ? [] : [echo.word]), ...(isOther ? [] : amounts)] : [],
    isThin: echo.isThin && totals === "none",
    number,
    body(sent) {
      if (broken === "no body") return "";
      if (broken === "no JSON") return "<html><body>created</body></html>";
      if (broken === "a list") return "[]";
      const named = number(sent.document_number as string | undefined);
      const members: Record<string, unknown> = {
        ...echo.of(sent),
        ...(hasSequence ? { document_sequence: sequence } : {}),
        ...numberMember(numbers, named),
        ...totalsOf(sent, totals),
        ...meta,
      };
      const order = echo.isReversed ? Object.entries(members).reverse() : Object.entries(members);
      const text = order.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
      // The id is written by hand: JSON.stringify would round a big number.
      text.splice(echo.isReversed ? text.length : 0, 0, ...idMember(broken, id));
      const object = `{${text.join(",")}}`;
      return wrapping === "nothing" ? object : `{"${wrapping}":${object},"took_ms":4}`;
    },
  };
}

function idMember(broken: (typeof brokenForms)[number] | undefined, id: string): string[] {
  if (broken === "no id") return [];
  if (broken === "id null") return ['"id":null'];
  if (broken === "id empty") return ['"id":""'];
  return [`"id":${broken === undefined ? id : JSON.stringify("9".repeat(513))}`];
}

function numberMember(form: (typeof numberForms)[number], named: string | undefined): Record<string, unknown> {
  if (form === "null") return { document_number: null };
  if (form === "blank") return { document_number: "" };
  if (named === undefined) return {};
  return { document_number: form === "numeric" ? Number(named) : named };
}

const hundred = (text: string): string => text.replace(/\B(?=(?:\d{3})+(?!\d))/g, ",");

/** The documents of this program have one line of 5 %, so cents are whole numbers that JavaScript adds exactly. */
function totalsOf(sent: Readonly<Record<string, unknown>>, form: (typeof totalForms)[number]): Record<string, unknown> {
  const [line] = sent.document_lines as { quantity: number; price: { base_amount: number } }[];
  const net = Math.round(Number(line?.quantity) * Number(line?.price.base_amount) * 100);
  const vat = Math.round(net / 20);
  const amounts = {
    tax_exclusive_amount: net,
    tax_amount: vat,
    tax_inclusive_amount: net + vat,
    payable_amount: net + vat,
  };
  const as = (write: (text: string) => unknown): Record<string, unknown> =>
    Object.fromEntries(Object.entries(amounts).map(([name, cents]) => [name, write((cents / 100).toFixed(2))]));
  switch (form) {
    case "root":
      return as(Number);
    case "inner":
      return { totals: as(Number) };
    case "both":
      return { ...as(Number), totals: as(Number) };
    case "gross alone":
      return { tax_inclusive_amount: as(Number).tax_inclusive_amount };
    case "texts":
      return as((text) => text);
    case "four decimals":
      return as((text) => `${text}00`);
    case "payable alone":
      return { payable_amount: as(Number).payable_amount };
    case "no gross":
      return { tax_exclusive_amount: as(Number).tax_exclusive_amount, tax_amount: as(Number).tax_amount };
    case "with the currency":
      return as((text) => `AED ${text}`);
    case "other amounts":
      // Other amounts that add up.
      return Object.fromEntries(
        Object.entries({ ...amounts, tax_exclusive_amount: net + 10_000, tax_amount: vat + 500 }).map(
          ([name, cents]) => [name, ((/inclusive|payable/.test(name) ? cents + 10_500 : cents) / 100).toFixed(2)],
        ),
      );
    case "other gross alone":
      return { tax_inclusive_amount: (Number(as(Number).tax_inclusive_amount) + 100).toFixed(2) };
    case "with commas":
      return as(hundred);
    case "none":
      return {};
    case "null":
      return { totals: null, ...as(() => null) };
  }
}

/** Numbers the marked texts of one answer. */
export class Marks {
  readonly all: Marked[] = [];
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  make(name: string, seen: Marked["seen"]): string {
    const marker = `${this.#prefix}${this.all.length.toString(36)}q`;
    this.all.push({ marker, name, seen });
    return marker;
  }
}

const findingForms = ["none", "absent", "null", "one", "several", "warnings", "texts alone"] as const;

function drawFindings(random: Random, overall: OverallForm, marks: Marks, note: Note) {
  const failed = overall === "VALIDATION_FAILED" || overall === "REJECTED";
  const mayHave = overall !== "absent" && overall !== "meta null";
  const form = mayHave ? note("findings", random.pick(findingForms)) : "absent";
  if (form === "none") return { findings: [], isFatal: false };
  if (form === "absent") return { findings: undefined, isFatal: false };
  if (form === "null") return { findings: null, isFatal: false };
  // A fatal finding where no overall status is told is a failure, too.
  const isFatal = form !== "warnings" && form !== "texts alone" && (failed || (overall === "null" && random.oneIn(2)));
  if (form === "texts alone") return { findings: [marks.make("finding", "text")], isFatal };
  const count = form === "several" ? 3 : 1;
  return {
    findings: Array.from({ length: count }, () => finding(random, marks, isFatal ? "fatal" : "warning")),
    isFatal,
  };
}

export function finding(random: Random, marks: Marks, flag: string): Record<string, unknown> {
  return {
    flag,
    reasonCode: random.oneIn(5) ? null : marks.make("reasonCode", "verbose"),
    text: `The amount ${marks.make("text", "text")} is wrong`,
    ...(random.oneIn(4) ? {} : { location: `/Invoice/${marks.make("location", "verbose")}` }),
    ...(random.oneIn(4) ? {} : { test: `exists(${marks.make("test", "verbose")})` }),
    ...(random.oneIn(6) ? { severity: 3 } : {}),
  };
}

function metaOf(
  random: Random,
  overall: OverallForm,
  findings: unknown,
  marks: Marks,
  note: Note,
): Record<string, unknown> {
  if (overall === "absent") return {};
  if (overall === "meta null") return { meta_info: null };
  const sides = note("sides", random.pick(["absent", "null", "told"] as const));
  const peppol_status = {
    ...(sides === "null" ? { participant_status: null, fta_status: null } : {}),
    ...(sides === "told"
      ? { participant_status: marks.make("participant_status", "json"), fta_status: marks.make("fta_status", "json") }
      : {}),
    overall_status: overall === "null" ? null : overall === "7" ? 7 : overall,
    ...(findings === undefined ? {} : { validation_results: findings }),
  };
  return { meta_info: { peppol_status } };
}
