import { allRules, type Rule, ruleExamples, rulesOf } from "../check/index.ts";
import { editions } from "../document/index.ts";
import { type ProblemCode, problemTable } from "../problem/index.ts";
import { editionToday } from "./edition.ts";
import { attempt, made, refused, wrong } from "./finding.ts";
import type { Example, Explanation, Result } from "./types.ts";

/** Explains a rule or a problem code, with examples that pass and fail. */
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
