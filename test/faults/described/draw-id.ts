import type { DocumentKind } from "../../../src/document/index.ts";
import { drawn, letters } from "../open/words.ts";
import type { Random } from "../random.ts";

/** An id as JSON text, and the text that stands for it in a path. */
export interface DrawnId {
  readonly json: string;
  readonly text: string;
}

type Write = (random: Random, at: "1" | "2") => DrawnId;

const hex = (random: Random, length: number): string => drawn(random, "0123456789abcdef", length);
const digits = (random: Random, length: number): string => drawn(random, "123456789", length);
const text = (value: string): DrawnId => ({ json: JSON.stringify(value), text: value });
const number = (value: string): DrawnId => ({ json: value, text: value });

/** Ids of one service need not be unique beyond its two documents, which `at` tells apart. */
const forms = {
  uuid: (random) =>
    text(`${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`),
  number: (random, at) => number(`${digits(random, 5)}${at}`),
  "big number": (random, at) => number(`9007199254740993${digits(random, 3)}${at}`),
  decimal: (random, at) => number(`${digits(random, 3)}.${at}0`),
  exponent: (random, at) => number(`${at}.${digits(random, 2)}e+21`),
  "minus number": (random, at) => number(`-${digits(random, 3)}${at}`),
  "digits as text": (random, at) => text(`00${digits(random, 4)}${at}`),
  slashes: (random, at) => text(`d/ö ${digits(random, 4)}${at}#?`),
  urn: (random, at) => text(`urn:uuid:${hex(random, 8)}-${at}`),
  dots: (random, at) => text(`INV.2026.${digits(random, 3)}${at}`),
  /** The ids of the two documents differ by case alone. */
  "case twins": (_, at) => text(`DOC-CASE-${at === "1" ? "X" : "x"}`),
  "hyphen first": (random, at) => text(`-${digits(random, 5)}${at}`),
  option: (random, at) => text(`--${drawn(random, letters, 5).toLowerCase()}${at}`),
  blanks: (random, at) => text(` ${hex(random, 6)} of June ${at} `),
  quotes: (random, at) => text(`it's "${hex(random, 5)}${at}"`),
  "shell signs": (random, at) => text(`$(${hex(random, 4)})\`\\!*~;&|<>${at}`),
  "folder above": (random, at) => text(`../${hex(random, 6)}${at}`),
  "one or two dots": (_, at) => text(at === "1" ? "." : ".."),
  percent: (random, at) => text(`%2e%2e%2F${hex(random, 6)}${at}`),
  arabic: (random, at) => text(`مستند ${digits(random, 4)}${at}`),
  emoji: (random, at) => text(`📄-${digits(random, 4)}${at}`),
  long: (random, at) => text(`${"long-".repeat(100)}${digits(random, 4)}${at}`),
  "512 characters": (random, at) => text(`${"X".repeat(505)}${hex(random, 6)}${at}`),
  "512 of two units": (random, at) => text(`${"😀".repeat(505)}${hex(random, 6)}${at}`),
  device: (random, at) => text(`con.${digits(random, 4)}${at}`),
} satisfies Readonly<Record<string, Write>>;

export type IdForm = keyof typeof forms;
export const idForms = Object.keys(forms) as readonly IdForm[];

export function drawId(random: Random, form: IdForm, kind: DocumentKind): DrawnId {
  return forms[form](random, kind === "invoice" ? "1" : "2");
}

/** Whether the service can be asked about this id: as a segment of a path, these mean a folder. */
export const isInPath = (id: string): boolean => id !== "." && id !== "..";
