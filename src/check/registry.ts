import { type EditionId, isBefore, newestEdition } from "../document/index.ts";
import { aePatterns } from "./contexts/contexts-ae.ts";
import { sharedPatterns } from "./contexts/contexts-shared.ts";
import type { Context, Rule } from "./rule.ts";
import * as allowancesAndCharges from "./rules/allowances-and-charges.ts";
import * as creditNotes from "./rules/credit-notes.ts";
import * as currency from "./rules/currency.ts";
import * as identification from "./rules/identification.ts";
import * as items from "./rules/items.ts";
import * as lawDates from "./rules/law-dates.ts";
import * as lawRates from "./rules/law-rates.ts";
import * as lawReverseCharge from "./rules/law-reverse-charge.ts";
import * as lawSuppliers from "./rules/law-suppliers.ts";
import * as lineAmounts from "./rules/line-amounts.ts";
import * as lineVat from "./rules/line-vat.ts";
import * as ownAmounts from "./rules/own-amounts.ts";
import * as ownAttributes from "./rules/own-attributes.ts";
import * as ownCreditNotes from "./rules/own-credit-notes.ts";
import * as ownDates from "./rules/own-dates.ts";
import * as ownDocument from "./rules/own-document.ts";
import * as ownExchangeRates from "./rules/own-exchange-rates.ts";
import * as ownIdentifiers from "./rules/own-identifiers.ts";
import * as ownLines from "./rules/own-lines.ts";
import * as ownParties from "./rules/own-parties.ts";
import * as ownScenarios from "./rules/own-scenarios.ts";
import * as ownStructure from "./rules/own-structure.ts";
import * as ownValues from "./rules/own-values.ts";
import * as ownVat from "./rules/own-vat.ts";
import * as payment from "./rules/payment.ts";
import * as pintAllowancesCharges from "./rules/pint-allowances-charges.ts";
import * as pintCodeLists from "./rules/pint-code-lists.ts";
import * as pintCurrency from "./rules/pint-currency.ts";
import * as pintDates from "./rules/pint-dates.ts";
import * as pintIdentification from "./rules/pint-identification.ts";
import * as pintIdentifierFormats from "./rules/pint-identifier-formats.ts";
import * as pintItems from "./rules/pint-items.ts";
import * as pintLines from "./rules/pint-lines.ts";
import * as pintOtherParties from "./rules/pint-other-parties.ts";
import * as pintParties from "./rules/pint-parties.ts";
import * as pintPayment from "./rules/pint-payment.ts";
import * as pintReferences from "./rules/pint-references.ts";
import * as pintSyntax from "./rules/pint-syntax.ts";
import * as pintTotals from "./rules/pint-totals.ts";
import * as pintTotalsPresent from "./rules/pint-totals-present.ts";
import * as pintVatCategories from "./rules/pint-vat-categories.ts";
import * as places from "./rules/places.ts";
import * as registration from "./rules/registration.ts";
import * as scenarioFlags from "./rules/scenario-flags.ts";
import * as taxNumbers from "./rules/tax-numbers.ts";
import * as vatBreakdownAmounts from "./rules/vat-breakdown-amounts.ts";
import * as vatBreakdowns from "./rules/vat-breakdowns.ts";
import * as vatCategories from "./rules/vat-categories.ts";
import * as vatRates from "./rules/vat-rates.ts";

/** Every exported rule (or list of rules) of these modules applies. */
const sharedModules: readonly object[] = [
  pintAllowancesCharges,
  pintCodeLists,
  pintCurrency,
  pintDates,
  pintIdentification,
  pintIdentifierFormats,
  pintItems,
  pintLines,
  pintOtherParties,
  pintParties,
  pintPayment,
  pintReferences,
  pintSyntax,
  pintTotals,
  pintTotalsPresent,
  pintVatCategories,
];
const aeModules: readonly object[] = [
  allowancesAndCharges,
  creditNotes,
  currency,
  identification,
  items,
  lineAmounts,
  lineVat,
  payment,
  places,
  registration,
  scenarioFlags,
  taxNumbers,
  vatBreakdownAmounts,
  vatBreakdowns,
  vatCategories,
  vatRates,
];

const ownModules: readonly object[] = [
  lawDates,
  lawRates,
  lawReverseCharge,
  lawSuppliers,
  ownCreditNotes,
  ownParties,
  ownIdentifiers,
  ownDates,
  ownScenarios,
  ownVat,
  ownAmounts,
  ownLines,
  ownDocument,
  ownExchangeRates,
  ownStructure,
  ownAttributes,
  ownValues,
];

function rulesIn(modules: readonly object[]): Rule[] {
  return modules.flatMap((module) => Object.values(module)).flat() as Rule[];
}

/** The published rules of all editions, each in its newest form; shared layer first. */
const publishedRules: readonly Rule[] = rulesIn([...sharedModules, ...aeModules]);

export const ownRules: readonly Rule[] = rulesIn(ownModules);

const ownPatterns = [...new Set(ownRules.filter((rule) => rule.ofDocument === undefined).map((rule) => rule.of))].map(
  (context) => [context],
);

/** Always the same object for an edition, so that it is compiled only once. */
export interface RulesOfEdition {
  /** Published rules, shared layer first. */
  readonly official: readonly Rule[];
  /** Published rules and our own. */
  readonly all: readonly Rule[];
  /**
   * The published patterns, then each of our own contexts as a separate pattern: within a pattern an element belongs to
   * the first matching context, and our own checks must not hide it from others.
   */
  readonly patterns: ReadonlyArray<readonly Context[]>;
}

const made = new Map<EditionId, RulesOfEdition>();

export function rulesOf(edition: EditionId): RulesOfEdition {
  const known = made.get(edition);
  if (known) return known;
  const official = publishedRules.filter((rule) => isIn(rule, edition)).map((rule) => asOf(rule, edition));
  const published = [...sharedPatterns, ...aePatterns].map((contexts) =>
    contexts.filter((context) => isIn(context, edition)),
  );
  const rules = { official, all: [...official, ...ownRules], patterns: [...published, ...ownPatterns] };
  made.set(edition, rules);
  return rules;
}

function isIn({ since, until }: Pick<Rule, "since" | "until">, edition: EditionId): boolean {
  return !(since !== undefined && isBefore(edition, since)) && !(until !== undefined && isBefore(until, edition));
}

/** The rule as it was in the edition; the rule itself if it has not changed since. */
function asOf(rule: Rule, edition: EditionId): Rule {
  let asked = rule;
  for (const { until, when, same, ...former } of rule.before ?? []) {
    if (isBefore(until, edition)) break;
    const { test, when: condition, ...others } = asked;
    const asksWhen = when === "always" ? undefined : (when ?? condition);
    asked = {
      ...others,
      // The expression belongs to the condition, so a changed condition needs its own.
      ...(test === undefined || former.holds !== undefined ? {} : { test }),
      ...(asksWhen === undefined ? {} : { when: asksWhen }),
      ...former,
    };
  }
  return asked;
}

export const officialRules: readonly Rule[] = rulesOf(newestEdition.id).official;

/** Published rules and our own, in the newest edition. */
export const allRules: readonly Rule[] = rulesOf(newestEdition.id).all;
