import { narrowRules, type Rule, rulesOf } from "../check/index.ts";
import { serviceVersions } from "../contract/index.ts";
import {
  checkFields,
  type DocumentKind,
  type Edition,
  type EditionId,
  editionInForce,
  editionOf,
  editions,
  gulfDay,
  type SelfBilledDocument,
} from "../document/index.ts";
import { problem } from "../problem/index.ts";
import { findingOf, placed, wrong } from "./finding.ts";
import type { Plain } from "./plain.ts";
import type { Finding, RuleOptions } from "./types.ts";

/**
 * Fields for which nothing can be made of a document: of another structure, or amounts that are not numbers; and those that are missing
 * although they are needed.
 */
export function unusableFields(
  document: SelfBilledDocument,
  kind: DocumentKind,
  place: Plain["place"],
  isNeeded: (path: string) => boolean = () => false,
): Finding[] {
  const found = checkFields(document, { kind, version: serviceVersions.stable })
    .filter(({ spoils, absent, path }) => spoils !== undefined || (absent && isNeeded(path)))
    .map(({ code, message, hint, path }) => findingOf(problem(code, message, hint, { where: { path } })));
  return placed(found, place);
}

const inSums =
  /^(?:document_lines|tax_exchange_rate(?:\.calculation_rate)?)$|\.(?:quantity|price(?:\.base_amount)?|amount|(?:classified_)?tax_category(?:\.(?:id|percent))?)$/;

/** Whether a field is one without which no sum of its document says anything. */
export const isInSums = (path: string): boolean => inSums.test(path);

/** The bytes of an XML text; undefined for anything else. */
export function bytesOf(xml: unknown): Uint8Array | undefined {
  if (typeof xml === "string") return new TextEncoder().encode(xml);
  return xml instanceof Uint8Array ? xml : undefined;
}

/** The edition that is in force in the Emirates at this moment. */
export const editionToday = (): Edition => editionInForce(gulfDay(new Date()));

/** The edition of this name, today's for none; with what to say where there is no such edition. */
export function editionNamed(name: string | undefined): { id: EditionId; findings: readonly Finding[] } {
  const found = name === undefined ? editionToday() : editionOf(name);
  if (found) return { id: found.id, findings: [] };
  const hint = `Use one of: ${editions.map(({ id }) => id).join(", ")}.`;
  return { id: editionToday().id, findings: [wrong(`There is no edition ${String(name)} of the rules.`, hint)] };
}

/** The rules that options choose, with what is wrong in them. */
export function chosenRules({ edition, rules: words = [] }: RuleOptions): {
  edition: EditionId;
  rules: readonly Rule[];
  findings: readonly Finding[];
} {
  const { id, findings } = editionNamed(edition);
  const narrowed = narrowRules(words, rulesOf(id).all);
  return narrowed.ok
    ? { edition: id, rules: narrowed.value, findings }
    : { edition: id, rules: rulesOf(id).all, findings: [...findings, ...narrowed.problems.map(findingOf)] };
}
