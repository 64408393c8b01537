/**
 * Document and UBL tree → findings. Rules are pure: they do not use files, a clock or other rules. This folder does
 * not depend on any service and does not print.
 */

export { buyerRules } from "./buyer-rules.ts";
export { type CheckOptions, check } from "./check.ts";
export { checkDocument } from "./document-checks.ts";
export { editionChanges } from "./edition-changes.ts";
export { examplesOf } from "./examples-of.ts";
export { expressionOf, listsIn } from "./expression.ts";
export { correctionOf } from "./fixes/correction-of.ts";
export { isPossibleHsCode } from "./hs-headings.ts";
export { issueBy } from "./law/issue-by.ts";
export {
  supplyDay,
  type TaxQuestion,
  type TaxSubject,
  taxQuestions,
  taxSubjectOf,
  taxSubjects,
} from "./law/subjects.ts";
export { type Faults, ownFaults } from "./own-faults.ts";
export { allRules, officialRules, ownRules, rulesOf } from "./registry.ts";
export type { Finding, Layer, Rule, RuleFlag } from "./rule.ts";
export { type ChosenRules, chooseRules, type RuleChoice, type RuleWords, rulesInForce } from "./rule-choice.ts";
export type { RuleExample, RuleExamples } from "./rule-example.ts";
export { ruleExamples } from "./rule-examples.ts";
export { buyerIdsOf, idsOf } from "./rule-ids.ts";
export { narrowRules, type RuleSet, ruleSetOf, ruleSetText, ruleSetVersion } from "./rule-set.ts";
export { type Unreachable, unreachable } from "./unreachable.ts";
export { isRightInVatGroup } from "./vat-group-rules.ts";
