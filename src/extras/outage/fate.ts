import type { Journal, Past } from "../../journal/index.ts";
import type { UntriedDocument } from "../../life/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { FailedAttempt } from "./spans.ts";

/**
 * The document's state after a failed attempt. `created` means created by a later attempt; `found` means created by
 * this attempt, which was in doubt. Times are UTC, ISO 8601.
 */
export type FailedFate =
  | { readonly is: "created" | "found"; readonly at: string }
  | { readonly is: "in-doubt" | "under-way" | "not-created" };

export interface Affected {
  /** The first failed attempt; a document that was not tried has none, and no record. */
  readonly past: UntriedDocument & Partial<Pick<Past, "record" | "id" | "result">>;
  readonly fate: FailedFate;
}

/**
 * Returns the documents of failed attempts, each once, in the order of their first attempts, and then those that were
 * not tried. Problem: `journal-unusable`.
 */
export async function affectedBy(
  failures: readonly FailedAttempt[],
  journal: Journal,
  untried: readonly UntriedDocument[] = [],
): Promise<Result<readonly Affected[]>> {
  const byKey = new Map<string, Affected["past"]>();
  for (const past of [...failures.map((each) => each.past), ...untried]) {
    const key = `${past.intent.account} ${past.intent.key}`;
    byKey.set(key, byKey.get(key) ?? past);
  }
  const found: Affected[] = [];
  for (const past of byKey.values()) {
    const fate = await fateOf(past, journal);
    if (!fate.ok) return fate;
    found.push({ past, fate: fate.value });
  }
  return ok(found);
}

/** Finds the document's state. Also searches by number, because the content may have been changed after the failure. */
async function fateOf(past: Affected["past"], journal: Journal): Promise<Result<FailedFate>> {
  const { documentNumber: number, account, kind, supplier } = past.intent;
  const ofContent = await journal.tries.ofDocument(past);
  if (!ofContent.ok) return ofContent;
  const ofNumber = number === undefined ? ok([]) : await journal.tries.called(number);
  if (!ofNumber.ok) return ofNumber;
  const numbered = ofNumber.value.filter(
    ({ intent: each }) => each.account === account && each.kind === kind && each.supplier.id === supplier.id,
  );
  const later = [...ofContent.value, ...numbered].filter((each) =>
    past.record === undefined ? each.at >= past.at : each.record >= past.record,
  );
  const created = later.find(({ state, result }) => state === "created" && result?.verdict === "created");
  if (created) return ok({ is: "created", at: created.result?.at ?? created.at });
  const found = later.find(({ state }) => state === "created");
  if (found) return ok({ is: "found", at: found.resolution?.at ?? found.at });
  const has = (which: string): boolean => later.some(({ state }) => state === which);
  return ok({ is: has("in-doubt") ? "in-doubt" : has("under-way") ? "under-way" : "not-created" });
}
