import { dateFault, dateHint, isDay, isRecord } from "../document/index.ts";

/** That a person looked a TRN up with the tax authority. Every value is a text. */
export interface TrnCheck {
  /** The TRN as it was then. */
  readonly trn: string;
  /** The day of the look-up, YYYY-MM-DD. */
  readonly date: string;
  readonly how: string;
  readonly recorded_by: string;
  /** UTC, ISO 8601. */
  readonly recorded_at: string;
  /** Absolute path of a screenshot or letter, and the SHA-256 that it had then, hex. The file stays where it is. */
  readonly file?: string | undefined;
  readonly sha256?: string | undefined;
}

/** Members of a check, in the order in which they are written. */
const trnCheckFields = ["trn", "date", "how", "recorded_by", "recorded_at", "file", "sha256"] as const;

/** What is wrong in a check that a file of the book has: the member, what is wrong, what to write. */
export function trnCheckFault(check: unknown): readonly [member: string, message: string, hint: string] | undefined {
  const again = "Remove trn_check: selfbill suppliers checked NAME writes it.";
  if (!isRecord(check)) return ["", "trn_check must be a group of fields.", again];
  const unknown = Object.keys(check).find((name) => !(trnCheckFields as readonly string[]).includes(name));
  if (unknown !== undefined) return ["", `${unknown} is not a field of trn_check.`, again];
  const { file: _, sha256, ...needed } = check;
  const lacks = trnCheckFields.slice(0, 5).find((name) => typeof needed[name] !== "string");
  if (lacks !== undefined) return ["", `trn_check has no ${lacks}.`, again];
  const date = String(check.date);
  if (!isDay(date)) return ["date", dateFault(date), dateHint(date, "2026-12-31")];
  const isHash = sha256 === undefined || (typeof sha256 === "string" && /^[0-9a-f]{64}$/.test(sha256));
  return isHash ? undefined : ["sha256", "This is not a SHA-256.", again];
}
