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
import { findingOf, wrong } from "./finding.ts";
import type { Finding, RuleOptions } from "./types.ts";

/** Fields without which nothing can be made of a document: of another structure, or amounts that are not numbers. */
export function unusableFields(document: SelfBilledDocument, kind: DocumentKind): Finding[] {
  return checkFields(document, { kind, version: serviceVersions.stable })
    .filter(({ spoils }) => spoils !== undefined)
    .map(({ code, message, hint, path }) => findingOf(problem(code, message, hint, { where: { path } })));
}

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
