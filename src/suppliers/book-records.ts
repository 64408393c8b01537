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

/**
 * What goods are bought for: own use; or to resell, process or make such goods, with the written declarations given or
 * without. It decides who accounts for the VAT.
 */
export const taxAnswers = ["own-use", "declared", "not-declared"] as const;

/** What the buyer said; `date` is the day of the declarations, or of the answer, `file` the declarations. */
export interface TaxAnswer extends TrnCheck {
  readonly answer: (typeof taxAnswers)[number];
}

/** The required and optional members of each record, and the action that writes it. */
const records = {
  tax_answer: {
    must: ["answer", "trn", "date", "how", "recorded_by", "recorded_at"],
    may: ["file", "sha256"],
    action: "answer",
    answers: taxAnswers,
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
