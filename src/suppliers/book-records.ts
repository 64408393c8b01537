import { dateFault, dateHint, isDay, isRecord } from "../document/index.ts";
import { suggest } from "../problem/index.ts";

/** What a user states about a supplier, with the date and the source. Every value is a string. */
interface BookRecord {
  /** The day of the check, as YYYY-MM-DD. */
  readonly date: string;
  readonly how: string;
  readonly recorded_by: string;
  /** When it was recorded, in UTC (ISO 8601). */
  readonly recorded_at: string;
}

/** A record that a TRN was verified with the tax authority. */
export interface TrnCheck extends BookRecord {
  /** The TRN at that time. */
  readonly trn: string;
  /**
   * The absolute path of a screenshot or letter, and its SHA-256 at that time, in hexadecimal. The file stays where
   * it is.
   */
  readonly file?: string | undefined;
  readonly sha256?: string | undefined;
}

/** A record of whether the network delivers self-billing documents to an address. */
export interface NetworkWord extends BookRecord {
  readonly answer: "yes" | "no";
  /** The address at that time, as `networkAddress` writes it. */
  readonly address: string;
}

/** What a buyer can say of the purpose of a kind of goods; it decides who accounts for the VAT. */
export const taxAnswers = {
  "own-use": "bought for own use",
  declared: "bought to resell, process or make such goods, with the written declarations given",
  "not-declared": "bought to resell, process or make such goods, without declarations",
} as const;

/** The answer of the buyer to what a document cannot say; `date` is the day of the declarations, or of the answer. */
export interface TaxAnswer extends BookRecord {
  readonly answer: keyof typeof taxAnswers;
  /** The TRN at that time: the answer is about this supplier alone. */
  readonly trn: string;
  /** The declarations, as for `TrnCheck`. */
  readonly file?: string | undefined;
  readonly sha256?: string | undefined;
}

/** The required and optional members of each record, and the action that writes it. */
const records = {
  tax_answer: {
    must: ["answer", "trn", "date", "how", "recorded_by", "recorded_at"],
    may: ["file", "sha256"],
    action: "answer",
    answers: Object.keys(taxAnswers),
  },
  trn_check: {
    must: ["trn", "date", "how", "recorded_by", "recorded_at"],
    may: ["file", "sha256"],
    action: "checked",
    answers: [],
  },
  on_network: {
    must: ["answer", "address", "date", "how", "recorded_by", "recorded_at"],
    may: [],
    action: "reach",
    answers: ["yes", "no"],
  },
} as const;

export const recordNames = ["trn_check", "on_network"] as const;

interface RecordShape {
  readonly must: readonly string[];
  readonly may: readonly string[];
  readonly action: string;
  readonly answers: readonly string[];
}

export function recordFault(
  name: keyof typeof records,
  record: unknown,
): readonly [member: string, message: string, hint: string] | undefined {
  const { must, may, action, answers } = records[name] as RecordShape;
  const again = `Remove ${name}: ${suggest`suppliers ${action} NAME`} writes it.`;
  if (!isRecord(record)) return ["", `${name} must be a group of fields.`, again];
  const known: readonly string[] = [...must, ...may];
  const unknown = Object.keys(record).find((each) => !known.includes(each));
  if (unknown !== undefined) return ["", `${unknown} is not a field of ${name}.`, again];
  const lacks = must.find((each) => typeof record[each] !== "string");
  if (lacks !== undefined) return ["", `${name} has no ${lacks}.`, again];
  const { date, answer, sha256 = "0".repeat(64) } = record as Record<string, string>;
  if (!isDay(date ?? "")) return ["date", dateFault(date ?? ""), dateHint(date ?? "", "2026-12-31")];
  if (answer !== undefined && !answers.includes(answer))
    return ["answer", `The answer must be ${answers.join(" or ")}.`, again];
  return /^[0-9a-f]{64}$/.test(sha256) ? undefined : ["sha256", "This is not a SHA-256.", again];
}
