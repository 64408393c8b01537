import { check as askTree, idsOf } from "../check/index.ts";
import { kindOfTree, readXml } from "../ubl/index.ts";
import { bytesOf } from "./bytes.ts";
import { chosenRules } from "./chosen.ts";
import { findingOf, wrong } from "./finding.ts";
import { broken, mostFindings, unjudged } from "./judged.ts";
import type { Finding, RuleOptions, Verdict } from "./types.ts";

/**
 * Checks a UBL Invoice or CreditNote from any program, against the rules only. Findings include the line and column
 * in the XML and the rule's id; `bad-syntax` if it is not XML.
 */
export function validateXml(xml: string | Uint8Array, options: RuleOptions = {}): Verdict {
  try {
    return judgeXml(xml, options ?? {});
  } catch (error) {
    return unjudged(error);
  }
}

function judgeXml(xml: string | Uint8Array, options: RuleOptions): Verdict {
  const { edition, rules, findings: refusals } = chosenRules(options);
  const failed = (findings: readonly Finding[]): Verdict => ({
    ok: false,
    kind: "invoice",
    edition,
    findings,
    notChecked: [...idsOf(rules)],
  });
  if (refusals.length > 0) return failed(refusals);
  const bytes = bytesOf(xml);
  if (bytes === undefined) return failed([wrong("This is not XML.", "Give a text or its bytes.")]);
  const root = readXml(bytes, "");
  if (!root.ok) return failed(root.problems.map(findingOf));
  const findings = askTree(root.value, { edition, rules, most: mostFindings }).map((each) => findingOf(broken(each)));
  const ok = findings.every(({ severity }) => severity === "warning");
  return { ok, kind: kindOfTree(root.value), edition, findings, notChecked: [] };
}
