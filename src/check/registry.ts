import { aePatterns } from "./contexts-ae.ts";
import { sharedPatterns } from "./contexts-shared.ts";
import type { Context, Rule } from "./rule.ts";
import * as allowancesAndCharges from "./rules/allowances-and-charges.ts";
import * as creditNotes from "./rules/credit-notes.ts";
import * as currency from "./rules/currency.ts";
import * as identification from "./rules/identification.ts";
import * as items from "./rules/items.ts";
import * as lineAmounts from "./rules/line-amounts.ts";
import * as lineVat from "./rules/line-vat.ts";
import * as ownAmounts from "./rules/own-amounts.ts";
import * as ownCreditNotes from "./rules/own-credit-notes.ts";
import * as ownDates from "./rules/own-dates.ts";
import * as ownDocument from "./rules/own-document.ts";
import * as ownExchangeRates from "./rules/own-exchange-rates.ts";
import * as ownIdentifiers from "./rules/own-identifiers.ts";
import * as ownLines from "./rules/own-lines.ts";
import * as ownParties from "./rules/own-parties.ts";
import * as ownScenarios from "./rules/own-scenarios.ts";
import * as ownStructure from "./rules/own-structure.ts";
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

/** The modules of rules; every rule (or list of rules) they export is asked. */
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
];

function rulesIn(modules: readonly object[]): Rule[] {
  return modules.flatMap((module) => Object.values(module)).flat() as Rule[];
}

/** Every published rule, shared layer first. */
export const officialRules: readonly Rule[] = rulesIn([...sharedModules, ...aeModules]);

/** Our own checks beyond the published rules (`SB-…`, own-rule.ts). */
export const ownRules: readonly Rule[] = rulesIn(ownModules);

/** Every rule that a document is asked. */
export const allRules: readonly Rule[] = [...officialRules, ...ownRules];

/** Every published pattern of contexts; within one, an element goes to the first context that matches it. */
export const officialPatterns: ReadonlyArray<readonly Context[]> = [...sharedPatterns, ...aePatterns];

/** The published patterns, then each context of our own in a pattern by itself: our own checks stand in nobody's way. */
export const allPatterns: ReadonlyArray<readonly Context[]> = [
  ...officialPatterns,
  ...[...new Set(ownRules.filter((rule) => rule.ofDocument === undefined).map((rule) => rule.of))].map((context) => [
    context,
  ]),
];
