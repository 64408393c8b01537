/**
 * The definition of a self-billed document: shapes, scenario flags, VAT categories, money, totals. Pure: no files,
 * clock or network. Every scalar in a document is the original string; only money.ts converts amounts to exact
 * decimals.
 */

export { businessProfileName, type CustomerParty, customerPartyOf, sameEntity } from "./business-profile.ts";
export { type BusinessProfile, businessProfileSchema } from "./business-profile-schema.ts";
export {
  type CalculatedEntry,
  type CalculatedLine,
  type Calculation,
  calculate,
  eachCalculatedLine,
  type TaxGroup,
  type Totals,
} from "./calculate.ts";
export {
  type CodeList,
  codeInWords,
  codeMeant,
  codesIn,
  codesMaybeMeant,
  codeWords,
  hasCode,
  quantityWords,
  unitInWords,
} from "./code-words.ts";
export * as codes from "./codes/index.ts";
export { type Credit, type CreditWish, creditInvoice } from "./credit/credit.ts";
export { creditedLine, type LineChoice, lineKey, priceReasons } from "./credit/credit-lines.ts";
export type { CreditedLine, EarlierCredit, NamedCredit } from "./credit/credited.ts";
export { type FollowedInvoice, type NotFollowed, notFollowed } from "./credit/follows-invoice.ts";
export {
  type CountedInvoice,
  countedDocument,
  countedTogether,
  leftOf,
  namesOfInvoices,
  type OverCredit,
  overCredited,
  overCreditedBy,
  seenFrom,
} from "./credit/over-credited.ts";
export { isOnlyRounding, restHint, restSays, roundingOf } from "./credit/rounding.ts";
export { creditsTheSame } from "./credit/same-credit.ts";
export { addSums, type CreditSums, hasRest, subtractSums, sumsIn } from "./credit/sums.ts";
export { csvField, withoutMarks } from "./csv-field.ts";
export { dateFault, dateHint, dateReadings, monthInWords, monthNames } from "./date-readings.ts";
export { daysAfter, daysBetween, gulfDay, gulfTime, isDay } from "./day.ts";
export {
  type Edition,
  type EditionId,
  editionInForce,
  editionOf,
  editions,
  isBefore,
  newestEdition,
} from "./editions.ts";
export { countedInAed, countedOf, dollarRates, isRateDoubtful, knownRates, lowestRates } from "./exchange-rates.ts";
export { isComment, parseAllowedFields, pathWithoutPlaces } from "./fields/allowed-fields.ts";
export { checkFields, notAllSeen } from "./fields/check-fields.ts";
export type { CheckContext, FieldProblem } from "./fields/field-problem.ts";
export {
  type CellForm,
  type Field,
  type GroupField,
  isRecord,
  type LeafField,
  type LeafMeta,
  type ListField,
  memberOf,
  pathText,
} from "./fields/fields.ts";
export { isPresent } from "./fields/is-present.ts";
export { fieldLabel, namedField } from "./fields/labels.ts";
export { latinDigits, latinDigitsInCode } from "./fields/latin-digits.ts";
export { isLuhn } from "./fields/luhn.ts";
export { isToldByName } from "./fields/presence.ts";
export type { Correction, Tier } from "./fields/refined.ts";
export { documentRemarks, type FieldRemark } from "./fields/remarks.ts";
export { shownValue } from "./fields/shown-value.ts";
export type { CodedInUbl, UblPlace } from "./fields/ubl-place.ts";
export { nearest, onlyKnown, ownFields, type Unknown, type Unknowns, unknownFields } from "./fields/unknown-fields.ts";
export { valueAt } from "./fields/value-at.ts";
export { withValues } from "./fields/with-values.ts";
export { codeLists, findCodes, type NamedCode } from "./find-codes.ts";
export { ibanOf, ibansWithin, isIban, plainAccount, withPlainIbans } from "./iban.ts";
export { documentJsonSchema, type JsonSchema } from "./json-schema.ts";
export { type DocumentKind, documentKinds, documentName, signedAmount, totalsByCurrency } from "./kind.ts";
export { type Amount, amount, type Decimal, decimalPattern, formatAmount, isDecimalText, money } from "./money.ts";
export { foldedHeading, foldedName, nameHalves, nameSkeleton, oneLetterApart, plainName } from "./names.ts";
export { numberHint } from "./number-hint.ts";
export {
  isNumberCode,
  isOfPattern,
  isPerSupplier,
  numberIn,
  seriesAt,
  seriesFault,
  seriesFor,
  shownSeries,
} from "./number-series.ts";
export { invoiceNumbersOf, isGeneral, supplyReferences } from "./references.ts";
export { requiredMembers } from "./required-members.ts";
export { hasFlag, type Scenario, scenarios } from "./scenario-flags.ts";
export type {
  Address,
  AllowanceOrCharge,
  Attachment,
  BillingReference,
  CommodityClassification,
  Delivery,
  DocumentLine,
  DocumentReference,
  ExchangeRate,
  FinancialAccount,
  Party,
  PaymentMeans,
  Period,
  Price,
  SelfBilledDocument,
  TaxCategory,
} from "./shapes.ts";
export { documentShape, documentShapes } from "./shapes.ts";
export { withStandIns } from "./stand-ins.ts";
export { pairKey, type SupplierNames, supplierKeys } from "./supplier-keys.ts";
export {
  compareSupplies,
  numbersOf,
  type SharedLine,
  type SupplyKind,
  type SupplyRelation,
  supplyKinds,
} from "./supply/compare-supplies.ts";
export { billedSupplyOf, numberAsWritten, type Supply, type SupplyLine, supplyOfReferences } from "./supply/supply.ts";
export { entryWords, priceWords, totalWords } from "./total-words.ts";
export { unwritableIn } from "./unwritable.ts";
export { withCode, withCodes } from "./with-codes.ts";
