import { type EditionId, newestEdition } from "../document/index.ts";
import type { UblElement } from "../ubl/index.ts";
import { Engine } from "./engine/engine.ts";
import { type RulesOfEdition, rulesOf } from "./registry.ts";
import type { Finding, Rule } from "./rule.ts";

export interface CheckOptions {
  /** The edition to judge by; by default the newest. */
  readonly edition?: EditionId;
  /** The rules to apply, of that edition; by default the official ones and our own. Contexts always keep their order. */
  readonly rules?: readonly Rule[];
  /** After this many findings no further element is examined, so that a hostile file cannot fill the memory; no limit by default. */
  readonly most?: number;
}

const engines = new WeakMap<readonly Rule[], Engine>();

/**
 * Applies every rule to a UBL tree (from a document or from XML). Findings come in document order, the document's own first; none means that
 * all published rules and our own checks pass. Never fails: text that is not a number breaks the rules that need one.
 * Source: PINT 1.1.3 shared rules and UAE rules 1.0.4 of self-billing; own checks (own-rule.ts).
 */
export function check(root: UblElement, options: CheckOptions = {}): Finding[] {
  const edition = rulesOf(options.edition ?? newestEdition.id);
  return engineFor(options.rules ?? edition.all, edition).check(root, options.most ?? Number.POSITIVE_INFINITY);
}

/** Returns the engine for a list of rules. A list belongs to one edition, so it identifies its engine. */
function engineFor(rules: readonly Rule[], { patterns }: RulesOfEdition): Engine {
  const known = engines.get(rules);
  if (known) return known;
  const engine = new Engine(patterns, rules);
  engines.set(rules, engine);
  return engine;
}
