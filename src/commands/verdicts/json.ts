import type { Problem } from "../../problem/index.ts";
import { jsonSchema, safe } from "../../render/index.ts";
import type { ShownRules, Verdict, VerdictWriter } from "../../report/index.ts";
import { isRight } from "./is-right.ts";

/** Writes one JSON line per document. */
export function jsonLineVerdicts(): VerdictWriter {
  return {
    begin: () => "",
    verdict: (verdict) => `${JSON.stringify({ ...verdictJson(verdict), rule_set: ruleSetJson(verdict.chosen) })}\n`,
    end: () => "",
  };
}

/** Writes one JSON document, piece by piece. */
export function jsonVerdicts(): VerdictWriter {
  let separator = "\n";
  let byDate = false;
  return {
    begin: (facts) => {
      byDate = facts.byDate;
      const head = JSON.stringify({
        schema: jsonSchema,
        sandbox: facts.sandbox,
        rule_set: ruleSetJson(facts.chosen),
      });
      return `${head.slice(0, -1)},"results":[`;
    },
    verdict: (verdict) => {
      const own = byDate ? { rule_set: ruleSetJson(verdict.chosen) } : {};
      const piece = `${separator}${JSON.stringify({ ...verdictJson(verdict), ...own })}`;
      separator = ",\n";
      return piece;
    },
    end: ({ outcome, files, failing, errors, warnings }) => {
      const tail = JSON.stringify({ summary: { files, failing, errors, warnings }, outcome, problems: [] });
      return `\n],${tail.slice(1)}\n`;
    },
  };
}

function ruleSetJson({
  ruleSet: { edition, version, hash, count },
}: Pick<ShownRules, "ruleSet">): Record<string, unknown> {
  return { edition, version, hash, rules: count };
}

function verdictJson(verdict: Verdict): Record<string, unknown> {
  const findings = verdict.problems.map(findingJson);
  const fixed = verdict.fixed === undefined ? {} : { fixed: verdict.fixed };
  return { file: verdict.file, ok: isRight(verdict), findings, not_checked: verdict.notChecked, ...fixed };
}

function findingJson({ code, severity, message, hint, where, fix }: Problem): Record<string, unknown> {
  return {
    id: code,
    flag: severity === "error" ? "fatal" : "warning",
    line: where?.line ?? null,
    column: where?.column ?? null,
    path: where?.path ?? null,
    location: where?.location ?? null,
    text: safe(message),
    hint: safe(hint),
    fix: fix ?? null,
  };
}
