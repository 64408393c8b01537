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

/** The required and optional members of each record, and the action that writes it. */
const records = {
  trn_check: {
    must: ["trn", "date", "how", "recorded_by", "recorded_at"],
    may: ["file", "sha256"],
    action: "checked",
  },
  on_network: {
    must: ["answer", "address", "date", "how", "recorded_by", "recorded_at"],
    may: [],
    action: "reach",
  },
} as const;

export const recordNames = Object.keys(records) as readonly (keyof typeof records)[];

export function recordFault(
  name: keyof typeof records,
  record: unknown,
): readonly [member: string, message: string, hint: string] | undefined {
  const { must, may, action } = records[name];
  const again = `Remove ${name}: ${suggest`suppliers ${action} NAME`} writes it.`;
  if (!isRecord(record)) return ["", `${name} must be a group of fields.`, again];
  const known: readonly string[] = [...must, ...may];
  const unknown = Object.keys(record).find((each) => !known.includes(each));
  if (unknown !== undefined) return ["", `${unknown} is not a field of ${name}.`, again];
  const lacks = must.find((each) => typeof record[each] !== "string");
  if (lacks !== undefined) return ["", `${name} has no ${lacks}.`, again];
  const { date, answer = "yes", sha256 = "0".repeat(64) } = record as Record<string, string>;
  if (!isDay(date ?? "")) return ["date", dateFault(date ?? ""), dateHint(date ?? "", "2026-12-31")];
  if (answer !== "yes" && answer !== "no") return ["answer", "The answer is neither yes nor no.", again];
  return /^[0-9a-f]{64}$/.test(sha256) ? undefined : ["sha256", "This is not a SHA-256.", again];
}
