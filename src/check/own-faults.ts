import {
  type CheckContext,
  checkFields,
  type FieldProblem,
  type SelfBilledDocument,
  withStandIns,
  withValues,
} from "../document/index.ts";
import { withoutFollowers } from "./followers.ts";
import type { Finding } from "./rule.ts";

export interface Faults {
  readonly fields: readonly FieldProblem[];
  readonly findings: readonly Finding[];
  /**
   * Ids of the rules whose answer depends on values with several meanings or with none; undefined without such values.
   */
  readonly unclear: ReadonlySet<string> | undefined;
}

interface Subject {
  readonly document: SelfBilledDocument;
  /** The problems of its fields. */
  readonly fields: readonly FieldProblem[];
  readonly context: CheckContext;
  /** Applies the rules to a document. */
  readonly ask: (document: SelfBilledDocument) => readonly Finding[];
  /** Removes unknown fields. */
  readonly onlyKnown: (document: SelfBilledDocument) => SelfBilledDocument;
}

/**
 * Maximum number of rounds that fill in missing fields. A group that one round adds can have required fields, which the
 * next round fills in; no groups are nested more deeply than this.
 */
const mostRounds = 4;

/** Stands in for an amount besides its example, to find out which findings depend on the amount. */
const largeAmount = "1000003.37";

/**
 * Returns the errors of a document without those that are mere consequences of others. A wrong value is always
 * reported; whatever depends on it is judged with the only value that it can mean. If there is none, a missing field is
 * reported if it is still missing with valid values in place of the wrong ones; a rule is reported if it is violated
 * with and without valid values. The rules are applied again only if a field has an error.
 */
export function ownFaults({ document, fields: written, context, ask, onlyKnown }: Subject): Faults {
  const isMeant = (each: FieldProblem): boolean => each.meant !== undefined;
  const meant = written.filter(isMeant);
  const read = withValues(
    document,
    meant.map((each) => [each.path, each.meant?.to]),
  );
  const fields = meant.length === 0 ? written : withoutGuessed(checkFields(read, context), written);
  const spoilt = fields.filter(({ spoils }) => spoils !== undefined);
  const legible = withValues(
    read,
    spoilt.map(({ path, empty }) => [path, path.endsWith("]") ? empty : undefined]),
  );
  const told = new Set(fields.map(({ path }) => path));
  const findings = ask(legible).filter(({ path }) => path === undefined || !told.has(path));
  const known = onlyKnown(legible);
  const wrong = fields.filter(({ absent, code }) => !absent && code !== "never-send");
  const valued = wrong.length === 0 ? known : standIns(known, wrong, context);
  const stillMissing = wrong.length === 0 ? told : new Set(checkFields(valued, context).map(({ path }) => path));
  const own = fields.filter((each) => !each.absent || stillMissing.has(each.path));
  const all = [...meant, ...own];
  if (own.length === 0 || (findings.length === 0 && spoilt.length === 0))
    return { fields: all, findings: withoutFollowers(findings), unclear: undefined };
  const whole = withoutErrors(valued, context);
  const others = [ask(whole)];
  const amounts = spoilt.filter(({ spoils }) => spoils === "amounts");
  if (amounts.length > 0)
    others.push(
      ask(
        withValues(
          whole,
          amounts.map(({ path }) => [path, largeAmount]),
        ),
      ),
    );
  return { fields: all, ...common(findings, others, spoilt.length > 0) };
}

/** Removes the corrections that the document itself does not tell, but only a value in place of a wrong one. */
function withoutGuessed(fields: readonly FieldProblem[], written: readonly FieldProblem[]): FieldProblem[] {
  const own = new Map(written.map((each) => [each.path, each]));
  return fields.map((each) =>
    each.correction && each.correction.changes[0]?.to !== own.get(each.path)?.correction?.changes[0]?.to
      ? { ...each, correction: undefined }
      : each,
  );
}

function withoutErrors(document: SelfBilledDocument, context: CheckContext): SelfBilledDocument {
  let whole = document;
  for (let round = 0; round < mostRounds; round++) {
    const open = checkFields(whole, context).filter(({ code }) => code !== "never-send");
    if (open.length === 0) break;
    whole = standIns(whole, open, context);
  }
  return whole;
}

/** Returns the findings that are in all lists and, if any value is unclear, the rules that have other findings. */
function common(
  findings: readonly Finding[],
  others: readonly (readonly Finding[])[],
  isUnclear: boolean,
): Pick<Faults, "findings" | "unclear"> {
  const keys = others.map((list) => new Set(list.map(keyOf)));
  const kept = findings.filter((each) => keys.every((list) => list.has(keyOf(each))));
  if (!isUnclear) return { findings: withoutFollowers(kept), unclear: undefined };
  const clear = new Set(kept.map(keyOf));
  const open = [findings, ...others].flat().filter((each) => !clear.has(keyOf(each)));
  return { findings: withoutFollowers(kept), unclear: new Set(open.map(({ id }) => id)) };
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
