import type { SupplyKind } from "../../document/index.ts";
import { intentIn } from "../store/record-rows.ts";
import type { AttemptResult, Intent, JournalRecord } from "../store/records.ts";

/** Whether a document may be sent, and if not, why: based on everything that is recorded. */
export type ContentState =
  /** The document may be sent: no earlier attempt created it. */
  | { readonly is: "fresh"; readonly after: "nothing" | "intent" | "not-sent" | "refused" | "not-created" }
  /** The document exists: the journal has the service's answer. */
  | { readonly is: "created"; readonly attempt: string; readonly id: string; readonly at: string }
  /** The document may exist, and is sent again only after confirmation. */
  | ({
      readonly is: "in-doubt";
      readonly attempt: string;
      readonly at: string;
      readonly status?: number | undefined;
    } & Pick<Intent, "by">)
  /** A live process is sending the document. */
  | { readonly is: "busy" }
  /** Other content has this number. `ofSeries`: the number, if it was handed out from a series. */
  | {
      readonly is: "number-used";
      readonly attempt: string;
      readonly id: string;
      readonly ofSeries?: string | undefined;
    }
  /** Other content, which may or may not exist, has this number. */
  | { readonly is: "number-open"; readonly attempt: string; readonly ofSeries?: string | undefined }
  /** Another document with the same supplier, date and amounts exists or may exist. */
  | {
      readonly is: "similar";
      readonly attempts: readonly string[];
      /** Absent while it is unknown whether the document exists. */
      readonly id?: string | undefined;
      readonly documentNumber?: string | undefined;
      /** What both bill, if a reference of theirs shows it; absent if they only look alike. */
      readonly billed?: BilledTwice | undefined;
    }
  /** This replacement's content already exists as another document, which is not the one being replaced. */
  | { readonly is: "content-used"; readonly attempt: string; readonly id: string; readonly at: string }
  /**
   * Another document has already replaced the one that this one corrects or replaces. Without an id, it is unknown
   * whether that document exists.
   */
  | {
      readonly is: "corrected";
      readonly attempt: string;
      readonly id?: string | undefined;
      readonly documentNumber?: string | undefined;
    }
  /**
   * The document that this one corrects was sent again after this send was checked against it. Without an id, the
   * outcome is unknown.
   */
  | { readonly is: "sent-again"; readonly attempt: string; readonly id?: string | undefined }
  | StandsElsewhere;

/**
 * An obstacle in another account of the same buyer, at an address that may be another service, or in an account of a
 * sister company.
 */
export interface StandsElsewhere {
  readonly is: "elsewhere";
  readonly account: string;
  readonly sameBuyer: boolean;
  readonly found: Exclude<
    ContentState,
    StandsElsewhere | { readonly is: "fresh" | "busy" | "corrected" | "sent-again" }
  >;
}

/** The kind of reference, the number as it is compared, and the items that two documents both bill. */
export interface BilledTwice {
  readonly kind: SupplyKind;
  readonly number: string;
  readonly items: readonly string[];
}

/** Obstacles that may have ended although no record says so yet. */
export const mayHaveEnded: ReadonlySet<string> = new Set<ContentState["is"]>([
  "in-doubt",
  "number-open",
  "similar",
  "elsewhere",
  "corrected",
  "sent-again",
]);

/** The records for the same content, and whether the process that claims the content is alive. */
export interface Known {
  readonly records: readonly JournalRecord[];
  readonly ownerAlive: boolean;
}

/** All facts on which the decision is based. */
export interface StandingFacts extends Known {
  /** The answer to the last attempt, if it could not be recorded yet. */
  readonly cameBack?: Pick<AttemptResult, "verdict" | "status" | "id"> | undefined;
  /** Other content with the same number, supplier and kind. */
  readonly sameNumber?: readonly Known[] | undefined;
  readonly similar?: readonly Known[] | undefined;
  readonly allowSimilar?: boolean | undefined;
}

/**
 * Determines the standing from the records, the live processes and the answers: first by the content itself, then by
 * its number, then by possible duplicates. An `armed` record without a result is in doubt once its process is dead.
 */
export function standingOf(facts: StandingFacts): ContentState {
  const own = ofContent(facts);
  if (own.is !== "fresh") return own;
  for (const other of facts.sameNumber ?? []) {
    const its = ofContent(other);
    if (its.is === "created") return { is: "number-used", attempt: its.attempt, id: its.id };
    if (its.is === "in-doubt") return { is: "number-open", attempt: its.attempt };
    if (its.is === "busy") return its;
  }
  if (facts.allowSimilar) return own;
  const twins = (facts.similar ?? []).map(ofContent);
  if (twins.some((each) => each.is === "busy")) return { is: "busy" };
  const there = twins.flatMap((each) => (each.is === "created" || each.is === "in-doubt" ? [each] : []));
  const [first] = there;
  if (first === undefined) return own;
  return {
    is: "similar",
    attempts: there.map((each) => each.attempt),
    ...(first.is === "created" ? { id: first.id } : {}),
  };
}

/**
 * Leaves out replaced and corrected documents: replacing a document again does not create a second one. A replacement
 * that has no result yet is not left out.
 */
export function withoutReplaced(known: Known, replaced: readonly string[]): Known {
  if (replaced.length === 0) return known;
  const ids = new Set(replaced);
  const isOf = ({ data }: JournalRecord): boolean => "id" in data && data.id !== undefined && ids.has(data.id);
  const attempts = new Set(known.records.filter(isOf).map(({ attempt }) => attempt));
  return { ...known, records: known.records.filter(({ attempt }) => !attempts.has(attempt)) };
}

/** Leaves out the other attempts with the same content. */
export function onlyAttempt({ records, ownerAlive }: Known, attempt: string): Known {
  const isLast = records.at(-1)?.attempt === attempt;
  return { records: records.filter((each) => each.attempt === attempt), ownerAlive: ownerAlive && isLast };
}

/**
 * Ignores the number and possible duplicates. A document that exists takes precedence over everything, and a doubt over
 * everything else.
 */
function ofContent({ records, ownerAlive, cameBack }: Known & Pick<StandingFacts, "cameBack">): ContentState {
  const attempts = [...new Set(records.map((each) => each.attempt))];
  const last = attempts.at(-1);
  const each = attempts.map((attempt) =>
    ofAttempt(
      records.filter((record) => record.attempt === attempt),
      ownerAlive && attempt === last,
      attempt === last ? cameBack : undefined,
    ),
  );
  return (
    each.find((one) => one.is === "created") ??
    each.find((one) => one.is === "in-doubt") ??
    each.at(-1) ?? { is: "fresh", after: "nothing" }
  );
}

function ofAttempt(
  records: readonly JournalRecord[],
  alive: boolean,
  cameBack: StandingFacts["cameBack"],
): ContentState {
  let standing: ContentState = { is: "fresh", after: "nothing" };
  let doubt: ContentState | undefined;
  for (const record of records) {
    standing = after(record, alive);
    // If a decision is taken back, the earlier doubt applies again, with the time and the answer of the send.
    if (standing.is === "in-doubt" && record.type === "resolved") standing = doubt ?? standing;
    if (standing.is === "in-doubt") doubt = standing;
  }
  const last = records.at(-1);
  const decided = last?.type === "result" || last?.type === "resolved";
  const stands = cameBack && last && !decided ? byVerdict(cameBack, last) : standing;
  const by = stands.is === "in-doubt" ? intentIn(records)?.by : undefined;
  return by && stands.is === "in-doubt" ? { ...stands, by } : stands;
}

function after(record: JournalRecord, alive: boolean): ContentState {
  switch (record.type) {
    case "intent":
      return alive ? { is: "busy" } : { is: "fresh", after: "intent" };
    case "armed":
      return alive ? { is: "busy" } : { is: "in-doubt", attempt: record.attempt, at: record.at };
    case "result":
      return byVerdict(record.data, record);
    case "resolved":
      if (record.data.verdict === "in-doubt") return { is: "in-doubt", attempt: record.attempt, at: record.at };
      return record.data.verdict === "created"
        ? { is: "created", attempt: record.attempt, id: record.data.id ?? "", at: record.at }
        : { is: "fresh", after: "not-created" };
  }
}

function byVerdict(
  { verdict, status, id }: Pick<AttemptResult, "verdict" | "status" | "id">,
  { attempt, at }: Pick<JournalRecord, "attempt" | "at">,
): ContentState {
  switch (verdict) {
    case "created":
      return { is: "created", attempt, id: id ?? "", at };
    case "in-doubt":
      return { is: "in-doubt", attempt, at, status };
    case "refused":
    case "not-sent":
      return { is: "fresh", after: verdict };
  }
}
