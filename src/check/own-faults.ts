import {
  type CheckContext,
  checkFields,
  type FieldProblem,
  type SelfBilledDocument,
  withStandIns,
} from "../document/index.ts";
import type { Finding } from "./rule.ts";

export interface Found {
  readonly fields: readonly FieldProblem[];
  readonly findings: readonly Finding[];
}

/**
 * Maximum number of rounds that fill in missing fields. A group that one round adds can have required fields, which the
 * next round fills in; no groups are nested more deeply than this.
 */
const mostRounds = 4;

/**
 * Removes findings that are mere consequences of others. A wrong value is always reported. A missing field is
 * reported if it is still missing with valid values in place of the wrong ones; a rule is reported if it is still
 * violated with all fields valid. Applies the rules once more, but only if a field has an error. `ask` must apply the
 * same rules as before.
 */
export function ownFaults(
  { fields, findings }: Found,
  document: SelfBilledDocument,
  context: CheckContext,
  ask: (mended: SelfBilledDocument) => readonly Finding[],
): Found {
  const wrong = fields.filter(({ absent, code }) => !absent && code !== "never-send");
  const valued = wrong.length === 0 ? document : standIns(document, wrong, context);
  const stillMissing = wrong.length === 0 ? undefined : new Set(checkFields(valued, context).map(({ path }) => path));
  const own = fields.filter((each) => !each.absent || (stillMissing?.has(each.path) ?? true));
  if (own.length === 0 || findings.length === 0) return { fields: own, findings };
  let whole = valued;
  for (let round = 0; round < mostRounds; round++) {
    const open = checkFields(whole, context).filter(({ code }) => code !== "never-send");
    if (open.length === 0) break;
    whole = standIns(whole, open, context);
  }
  const stillBroken = new Set(ask(whole).map(keyOf));
  return { fields: own, findings: findings.filter((each) => stillBroken.has(keyOf(each))) };
}

function standIns(
  document: SelfBilledDocument,
  at: readonly FieldProblem[],
  { kind }: CheckContext,
): SelfBilledDocument {
  return withStandIns(
    document,
    at.map(({ path }) => path),
    kind,
  );
}

/**
 * Uses the path in the document, if there is one: a location in the tree changes when a missing element is added before
 * it.
 */
const keyOf = ({ id, path, location }: Finding): string => `${id} ${path ?? location}`;
