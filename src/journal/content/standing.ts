import { intentIn } from "../store/record-rows.ts";
import type { AttemptResult, Intent, JournalRecord } from "../store/records.ts";

/** The standing of a document, based on everything known. */
export type ContentState =
  /** The document may be sent: nothing is known about it, or only attempts that created nothing. */
  | { readonly is: "fresh"; readonly after: "nothing" | "intent" | "not-sent" | "refused" | "not-created" }
  /** The document exists: the journal has the answer. */
  | { readonly is: "created"; readonly attempt: string; readonly id: string; readonly at: string }
  /** The document may exist, and may be sent only after confirmation. */
  | ({
      readonly is: "in-doubt";
      readonly attempt: string;
      readonly at: string;
      readonly status?: number | undefined;
    } & Pick<Intent, "by">)
  /** A live process is sending the document. */
  | { readonly is: "busy" }
  /** The number belongs to a document with other content. `ofSeries`: the number, if a series handed it out. */
  | {
      readonly is: "number-used";
      readonly attempt: string;
      readonly id: string;
      readonly ofSeries?: string | undefined;
    }
  /** The number belongs to a document with other content, which may or may not exist. */
  | { readonly is: "number-open"; readonly attempt: string; readonly ofSeries?: string | undefined }
  /** Another document of the same supplier, day and amounts exists or may exist. */
  | {
      readonly is: "similar";
      readonly attempts: readonly string[];
      /** Id of the document that exists, with its number if known. */
      readonly id?: string | undefined;
      readonly documentNumber?: string | undefined;
    }
  /** The document would replace another one, but its content already exists as a third document. */
  | { readonly is: "content-used"; readonly attempt: string; readonly id: string; readonly at: string }
  /** The document that this one corrects or would replace has been replaced by another document; without an id, that one may or may not exist. */
  | {
      readonly is: "corrected";
      readonly attempt: string;
      readonly id?: string | undefined;
      readonly documentNumber?: string | undefined;
    }
  /** The document that this one corrects was sent again after it was judged; without an id, the outcome is unknown. */
  | { readonly is: "sent-again"; readonly attempt: string; readonly id?: string | undefined }
  | StandsElsewhere;

/** An obstacle in another account: of the same buyer at an address that may be another service, or of a sister company. */
export interface StandsElsewhere {
  readonly is: "elsewhere";
  readonly account: string;
  readonly sameBuyer: boolean;
  readonly found: Exclude<
    ContentState,
    StandsElsewhere | { readonly is: "fresh" | "busy" | "corrected" | "sent-again" }
  >;
}

/** Obstacles that may no longer exist, although no record says so yet. */
export const mayHaveEnded: ReadonlySet<string> = new Set<ContentState["is"]>([
  "in-doubt",
  "number-open",
  "similar",
  "elsewhere",
  "corrected",
  "sent-again",
]);

/** The records of one content, and whether the process that claims it is alive. */
export interface Known {
  readonly records: readonly JournalRecord[];
  readonly ownerAlive: boolean;
}

/** All facts on which the decision is based. */
export interface Facts extends Known {
  /** The answer to the last attempt, if it could not be recorded yet. */
  readonly cameBack?: Pick<AttemptResult, "verdict" | "status" | "id"> | undefined;
  /** Other contents with the same number, supplier and kind. */
  readonly sameNumber?: readonly Known[] | undefined;
  /** Other contents with the same supplier, kind, day and amounts. */
  readonly similar?: readonly Known[] | undefined;
  readonly allowSimilar?: boolean | undefined;
}

/**
 * Decides only from what is recorded, which processes are alive and what was answered: first the content itself, then
 * its number, then its twins. An `armed` record without a result is in doubt as soon as its process is dead.
 */
export function standingOf(facts: Facts): ContentState {
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
 * Returns the records of a content without replaced or corrected documents, and without earlier attempts to replace
 * them: replacing one again does not create a second one. The attempt of a live process still blocks it.
 */
export function withoutReplaced(known: Known, replaced: readonly string[]): Known {
  if (replaced.length === 0) return known;
  const ids = new Set(replaced.map((id) => id.toLowerCase()));
  const isIt = (id: string | undefined): boolean => id !== undefined && ids.has(id.toLowerCase());
  const isOf = ({ data }: JournalRecord): boolean =>
    isIt("replaces" in data ? data.replaces : undefined) || isIt("id" in data ? data.id : undefined);
  const attempts = new Set(known.records.filter(isOf).map(({ attempt }) => attempt));
  const alive = known.ownerAlive ? known.records.at(-1)?.attempt : undefined;
  return { ...known, records: known.records.filter(({ attempt }) => attempt === alive || !attempts.has(attempt)) };
}

/** Returns the standing of one content only. A document that exists takes precedence over everything, a doubt over everything else. */
function ofContent({ records, ownerAlive, cameBack }: Known & Pick<Facts, "cameBack">): ContentState {
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

function ofAttempt(records: readonly JournalRecord[], alive: boolean, cameBack: Facts["cameBack"]): ContentState {
  let standing: ContentState = { is: "fresh", after: "nothing" };
  for (const record of records) standing = after(record, alive);
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
