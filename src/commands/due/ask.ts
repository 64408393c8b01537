import { isFatal } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import { documentName } from "../../document/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import type { Lives } from "../../life/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { reasonSays } from "../../render/index.ts";
import { stages, statusName } from "../../states/index.ts";
import { unasked } from "../follow/missing-calls.ts";
import { type AskService, again, look, type Observation, once } from "../follow/observe.ts";
import { placeFindings } from "../follow/place-findings.ts";
import { recordState } from "../follow/record-state.ts";
import { findSubject } from "../follow/subject.ts";

export interface ServiceSaid {
  readonly seen?: Observation;
  /** Reasons for a rejection, one sentence each. */
  readonly why: readonly string[];
  readonly problems: readonly Problem[];
}

interface Asking {
  readonly connection: Connection;
  /** Leaves out what was sent before; UTC, ISO 8601. */
  readonly since: string;
  readonly only: ReadonlySet<string> | undefined;
  /** Set if nobody asked for it: only documents without a final status, each once, until it is over. */
  readonly isOver?: (() => boolean) | undefined;
}

/** Number of documents read at a time. */
const page = 200;

/**
 * Requests the status of documents, except final ones without open items; records the answers and returns them keyed by
 * attempt. Problem: `journal-unusable`.
 */
export async function askOpen(
  journal: Journal,
  lives: Lives,
  { connection, since, only, isOver }: Asking,
  desk: Desk,
): Promise<Result<ReadonlyMap<string, ServiceSaid>>> {
  const { account } = connection;
  const found = new Map<string, ServiceSaid>();
  if (isOver !== undefined) return askNewest(journal, lives, { connection, since, only, isOver }, desk);
  for (let after = 0; ; ) {
    const some = await journal.tries.unfinished({ account, since }, after, page);
    if (!some.ok) return some;
    for (const { past, state } of some.value) {
      if (only !== undefined && !only.has(past.attempt)) continue;
      const stage = lives.stage(past, state);
      // Some services report no status for invoices.
      if (stage === "created" && past.intent.kind === "invoice") continue;
      if (stages[stage].standing === "bad") {
        const owing = await lives.owing(past, state);
        if (!owing.ok) return owing;
        if (owing.value === undefined) continue;
      }
      const round = only === undefined ? await unasked(connection, journal, desk) : connection;
      found.set(past.attempt, await askService(past, round, again(desk), desk));
    }
    if (some.value.length < page) return ok(found);
    after = some.value.at(-1)?.past.record ?? 0;
  }
}

/**
 * Asks for documents without a final status, the newest first: older ones have a row of their own. Ends as soon as the
 * service does not answer at all.
 */
async function askNewest(
  journal: Journal,
  lives: Lives,
  { connection, since, only, isOver }: Asking & { readonly isOver: () => boolean },
  desk: Desk,
): Promise<Result<ReadonlyMap<string, ServiceSaid>>> {
  const pending: Past[] = [];
  for (let after = 0; ; ) {
    const some = await journal.tries.unfinished({ account: connection.account, since }, after, page);
    if (!some.ok) return some;
    const open = some.value.filter(({ past, state }) => lives.stage(past, state) === "pending");
    pending.push(...open.map(({ past }) => past).filter(({ attempt }) => only?.has(attempt) ?? true));
    if (some.value.length < page) break;
    after = some.value.at(-1)?.past.record ?? 0;
  }
  const found = new Map<string, ServiceSaid>();
  for (const past of pending.reverse()) {
    if (isOver()) return ok(found);
    const said = await askService(past, await unasked(connection, journal, desk), once, desk);
    const codes = said.problems.map(({ code }) => code);
    if (said.seen === undefined && codes.includes("rate-limited")) return ok(found);
    found.set(past.attempt, said);
    if (said.seen === undefined && !codes.includes("not-found")) return ok(found);
  }
  return ok(found);
}

/** Requests the status of one document; keeps the last known status on failure. */
async function askService(past: Past, connection: Connection, ask: AskService, desk: Desk): Promise<ServiceSaid> {
  const called = documentName(past);
  const subject = await findSubject(past.id ?? "", { serviceVersion: undefined }, connection, desk);
  const found = subject.ok ? await look(subject.value, ask, { legs: false }) : subject;
  if (!found.ok || !subject.ok) {
    const problems = (found.ok ? [] : found.problems).map(
      (each): Problem => ({ ...each, severity: "warning", message: `${called}: ${each.message}` }),
    );
    return { why: [], problems };
  }
  const seen = found.value;
  const legs = seen.overallStatus === statusName.rejected ? await look(subject.value, ask, { legs: true }) : undefined;
  const unrecorded = await recordState(legs?.ok ? legs.value : seen, desk);
  const placed = await placeFindings(seen.results.filter(isFatal), subject.value.created, connection.profile, desk);
  const findings = placed.findings.map(({ result, where }) => {
    const place = where?.line === undefined ? "" : `${where.file}:${where.line}: `;
    return `${place}${[result.reasonCode, result.text].filter(Boolean).join("  ")}`;
  });
  return {
    seen,
    why: [...sidesOf(seen), ...reasonsOf(legs?.ok ? legs.value : seen), ...findings],
    problems: [...placed.problems, ...unrecorded],
  };
}

function sidesOf({ overallStatus, sides }: Observation): string[] {
  if (overallStatus !== statusName.rejected) return [];
  const by = [
    ...(sides.participant === statusName.rejected ? ["the supplier's side (C3)"] : []),
    ...(sides.fta === statusName.rejected ? ["the tax authority (C5)"] : []),
  ];
  return by.length === 0 ? [] : [`Rejected by ${by.join(" and ")}; this is final.`];
}

/** Returns the rejection reasons from the message-level status. */
function reasonsOf(seen: Observation): string[] {
  const sides = [
    ["The supplier's side (C3)", seen.snapshot?.toC3?.mlsResponse],
    ["The tax authority (C5)", seen.snapshot?.toC5?.mlsResponse],
  ] as const;
  return sides.flatMap(([who, mls]) => {
    if (mls?.responseCode !== "RE") return [];
    const reason = reasonSays(mls);
    return [reason === undefined ? `${who} rejected it.` : `${who}: ${reason}.`];
  });
}
