import type { DocumentKind } from "../../../src/document/index.ts";
import { drawn, letters } from "../open/words.ts";
import type { Random } from "../random.ts";
import type { Note } from "./draw.ts";

/** A text that appears in one answer and nowhere else; `text`: also to be shown to a person. */
export interface Marked {
  readonly marker: string;
  readonly name: string;
  readonly seen: "text" | "json";
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
] as const;
export type OverallForm = (typeof overallForms)[number];

/** A 201 of the service. */
export interface CreatedAnswer {
  /** The id as JSON text, and the text that stands for it in a path. */
  readonly id: string;
  readonly idText: string;
  readonly overall: OverallForm;
  readonly isFatal: boolean;
  readonly marked: readonly Marked[];
  /** The number that the answer names; undefined if it names none. `sent` is the one of the request. */
  number(sent: string | undefined): string | undefined;
  /** Writes the answer to a request with this body. */
  body(sent: Readonly<Record<string, unknown>>): string;
}

const idForms = [
  "uuid",
  "number",
  "big number",
  "decimal",
  "slashes",
  "urn",
  "dots",
  "capitals",
  "small letters",
  "hyphen first",
  "option",
  "blanks",
  "quotes",
  "two dots",
  "percent",
  "arabic",
  "long",
  "device",
] as const;

/** Returns the id as JSON, and as it stands in a path. Every id is of one service, so it need not be unique. */
function idOf(random: Random, form: (typeof idForms)[number], kind: DocumentKind): readonly [string, string] {
  const hex = (length: number): string => drawn(random, "0123456789abcdef", length);
  const digits = (length: number): string => drawn(random, "123456789", length);
  const at = kind === "invoice" ? "1" : "2";
  const text = (value: string): readonly [string, string] => [JSON.stringify(value), value];
  const number = (value: string): readonly [string, string] => [value, value];
  switch (form) {
    case "uuid":
      return text(`${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`);
    case "number":
      return number(`${digits(5)}${at}`);
    case "big number":
      return number(`9007199254740993${digits(3)}${at}`);
    case "decimal":
      return number(`${digits(3)}.${at}0`);
    case "slashes":
      return text(`d/ö ${digits(4)}${at}#?`);
    case "urn":
      return text(`urn:uuid:${hex(8)}-${at}`);
    case "dots":
      return text(`INV.2026.${digits(3)}${at}`);
    case "capitals":
      return text(`DOC-CASE-${at === "1" ? "X" : "x"}`);
    case "small letters":
      return text(`doc-case-${at === "1" ? "x" : "X"}`);
    case "hyphen first":
      return text(`-${digits(5)}${at}`);
    case "option":
      return text(`--${drawn(random, letters, 5).toLowerCase()}${at}`);
    case "blanks":
      return text(` ${hex(6)} of June ${at} `);
    case "quotes":
      return text(`it's "${hex(5)}${at}"`);
    case "two dots":
      return text(`../${hex(6)}${at}`);
    case "percent":
      return text(`%2e%2e%2F${hex(6)}${at}`);
    case "arabic":
      return text(`مستند ${digits(4)}${at}`);
    case "long":
      return text(`${"long-".repeat(100)}${digits(4)}${at}`);
    case "device":
      return text(`con.${digits(4)}${at}`);
  }
}

const numberForms = ["as sent, else given", "as sent, else none", "none", "null", "numeric", "blank"] as const;
const totalForms = ["root", "inner", "both", "gross alone", "texts", "with commas", "none", "null"] as const;
const echoForms = ["all", "all, nulls beside", "with members of its own", "thin", "other order"] as const;
const wrappings = ["nothing", "nothing", "nothing", "data", "result"] as const;

export function drawCreated(random: Random, kind: DocumentKind, prefix: string, note: Note): CreatedAnswer {
  const [id, idText] = idOf(random, note("id", random.pick(idForms)), kind);
  const numbers = note("number", random.pick(numberForms));
  const totals = note("totals", random.pick(totalForms));
  const echo = note("echo", random.pick(echoForms));
  const wrapping = note("wrapped in", random.pick(wrappings));
  const overall = note("overall", random.pick(overallForms));
  const marks = new Marks(`${prefix}${kind === "invoice" ? "i" : "c"}`);
  const { findings, isFatal } = drawFindings(random, overall, marks, note);
  const sequence = random.below(90_000) + 1;
  const given = `${kind === "invoice" ? "AUTO" : "AUTOCN"}-${sequence}`;
  const number = (sent: string | undefined): string | undefined => {
    if (numbers === "as sent, else given") return sent ?? given;
    if (numbers === "as sent, else none") return sent;
    return numbers === "numeric" && sent === undefined ? String(sequence) : undefined;
  };
  const meta = metaOf(random, overall, findings, marks, note);
  return {
    id,
    idText,
    overall,
    isFatal,
    marked: marks.all,
    number,
    body(sent) {
      const named = number(sent.document_number as string | undefined);
      const members: Record<string, unknown> = {
        ...echoed(sent, echo),
        document_sequence: sequence,
        ...numberMember(numbers, named),
        ...totalsOf(sent, totals),
        ...meta,
      };
      const order = echo === "other order" ? Object.entries(members).reverse() : Object.entries(members);
      const text = order.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
      // The id is written by hand: JSON.stringify would round a big number.
      text.splice(echo === "other order" ? text.length : 0, 0, `"id":${id}`);
      const object = `{${text.join(",")}}`;
      return wrapping === "nothing" ? object : `{"${wrapping}":${object},"took_ms":4}`;
    },
  };
}

function numberMember(form: (typeof numberForms)[number], named: string | undefined): Record<string, unknown> {
  if (form === "null") return { document_number: null };
  if (form === "blank") return { document_number: "" };
  if (named === undefined) return {};
  return { document_number: form === "numeric" ? Number(named) : named };
}

function echoed(sent: Readonly<Record<string, unknown>>, form: (typeof echoForms)[number]): Record<string, unknown> {
  const { document_number: _, ...rest } = sent;
  if (form === "thin") return {};
  if (form === "all, nulls beside")
    return { org_id: null, document_status: null, note: null, custom_data: null, ...rest };
  if (form === "with members of its own")
    return { ...rest, tenant: { region: "me-1" }, links: [], etag: 7, version: 3 };
  return rest;
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
  const isFatal = form !== "warnings" && form !== "texts alone" && failed;
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
    reasonCode: random.oneIn(5) ? null : marks.make("reasonCode", "json"),
    text: `The amount ${marks.make("text", "text")} is wrong`,
    ...(random.oneIn(4) ? {} : { location: `/Invoice/${marks.make("location", "json")}` }),
    ...(random.oneIn(4) ? {} : { test: `exists(${marks.make("test", "json")})` }),
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
    overall_status: overall === "null" ? null : overall,
    ...(findings === undefined ? {} : { validation_results: findings }),
  };
  return { meta_info: { peppol_status } };
}
