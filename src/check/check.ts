import { type EditionId, newestEdition } from "../document/index.ts";
import type { UblElement } from "../ubl/index.ts";
import { Engine } from "./engine/engine.ts";
import { type RulesOfEdition, rulesOf } from "./registry.ts";
import type { Finding, Rule } from "./rule.ts";

export interface CheckOptions {
  /** Default: the newest edition. */
  readonly edition?: EditionId;
  /** Rules of that edition. Default: the official ones and our own. The order of the contexts never changes. */
  readonly rules?: readonly Rule[];
  /**
   * Number of findings after which no further element is examined, so that a hostile file cannot exhaust memory.
   * Default: no limit.
   */
  readonly most?: number;
}

const engines = new WeakMap<readonly Rule[], Engine>();

/**
 * Applies every rule to a UBL tree (from a document or from XML). Findings are in document order, the document's own
 * first. Never fails: text that is not a number violates the rules that need one. Source: PINT 1.1.3 shared rules and
 * UAE rules 1.0.4 for self-billing; own checks (own-rule.ts).
 */
export function check(root: UblElement, options: CheckOptions = {}): Finding[] {
  const edition = rulesOf(options.edition ?? newestEdition.id);
  return engineFor(options.rules ?? edition.all, edition).check(root, options.most ?? Number.POSITIVE_INFINITY);
}

function engineFor(rules: readonly Rule[], { patterns }: RulesOfEdition): Engine {
  const known = engines.get(rules);
  if (known) return known;
  const engine = new Engine(patterns, rules);
  engines.set(rules, engine);
  return engine;
}
