import { allRules, type Rule, ruleExamples, ruleSetText, ruleSetVersion, rulesOf } from "../check/index.ts";
import { documentJsonSchema, editionOf, editions } from "../document/index.ts";
import { type ProblemCode, problemTable } from "../problem/index.ts";
import { editionNamed, editionToday } from "./chosen.ts";
import { attempt, made, refused, wrong } from "./finding.ts";
import type { DocumentKind, Example, Explanation, JsonSchema, Result, RuleSet, RuleSetOptions } from "./types.ts";

/** What a rule or a problem code demands, and what passes and fails. */
export function explain(id: string): Result<Explanation> {
  return attempt(() => explainOf(id));
}

function explainOf(id: string): Result<Explanation> {
  const word = String(id).trim();
  const rule = [...rulesOf(editionToday().id).all, ...allRules, ...formerRules()].find(
    (each) => each.id === word.toUpperCase(),
  );
  if (rule) return made(explained(rule));
  const code = word.toLowerCase();
  if (!Object.hasOwn(problemTable, code))
    return refused([wrong(`There is no rule or problem code ${word}.`, "ruleSet lists the rules.")]);
  const { means, todo } = problemTable[code as ProblemCode];
  return made({ is: "code", id: code, text: means, hint: todo });
}

/** The rules of an edition. */
export function ruleSet(options: RuleSetOptions = {}): Result<RuleSet> {
  return attempt(() => ruleSetOf(options));
}

function ruleSetOf(options: RuleSetOptions): Result<RuleSet> {
  const named = editionNamed(options.edition);
  if (named.findings.length > 0) return refused(named.findings);
  const { all } = rulesOf(named.id);
  const { from, until } = editionOf(named.id) ?? { from: "", until: undefined };
  const { sha256 } = options;
  return made({
    edition: named.id,
    version: ruleSetVersion(named.id),
    from,
    until: until ?? null,
    hash: sha256 === undefined ? null : `sha256:${sha256(ruleSetText(all, named.id))}`,
    rules: all.map(({ id, flag, layer, says, hint }) => ({ id, flag, layer, text: says, hint })),
  });
}

/** JSON Schemas (2020-12) of document files, as `selfbill schema` prints them; each is made when it is first asked for. */
export const schemas: Readonly<Record<DocumentKind, JsonSchema>> = {
  get invoice(): JsonSchema {
    return schemaOf("invoice");
  },
  get "credit-note"(): JsonSchema {
    return schemaOf("credit-note");
  },
};

const schemasMade = new Map<DocumentKind, JsonSchema>();

function schemaOf(kind: DocumentKind): JsonSchema {
  const known = schemasMade.get(kind) ?? documentJsonSchema(kind);
  schemasMade.set(kind, known);
  return known;
}

function formerRules(): Rule[] {
  return editions.flatMap(({ id }) => rulesOf(id).official.filter(({ until }) => until !== undefined));
}

function explained({ id, flag, layer, says, hint, source }: Rule): Explanation {
  const found = ruleExamples(id);
  const shown = (which: "fails" | "passes"): Example | null =>
    found ? { text: found[which].says, form: found.form, example: found[which].lines.join("\n") } : null;
  return {
    is: "rule",
    id,
    flag,
    layer,
    text: says,
    hint,
    source,
    fields: found?.fields ?? [],
    fails: shown("fails"),
    passes: shown("passes"),
  };
}
