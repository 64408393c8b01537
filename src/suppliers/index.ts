/**
 * The supplier book: suppliers, agreements and accounts, and documents that name a supplier. Reads and writes only
 * the book's file; does not use a clock.
 */
export { foldedName } from "../document/index.ts";
export { type AgreementState, agreementProblems, agreementState, nextReview, reviewProblems } from "./agreement.ts";
export { bookText, changeBook, emptyBook, findSupplier, openBook, type SupplierBook, suppliersIn } from "./book.ts";
export { entryLike, ownersInBook } from "./book-index.ts";
export { type NetworkWord, recordNames, type TaxAnswer, type TrnCheck, taxAnswers } from "./book-records.ts";
export {
  accountOfAnother,
  changedPaid,
  ibanInText,
  type KnownPaid,
  type PaidChange,
  paidProblems,
  sameName,
} from "./changed-paid.ts";
export { changedEntry, changedNumber, type Earlier } from "./changes.ts";
export { type Filled, fillSupplier, namesSupplier } from "./fill.ts";
export { accountsIn, identityOf, isSameSupplier, type SupplierIdentity } from "./identity.ts";
export { completedEntry, mergedEntry, withKeptRecords, withOpenChecks } from "./merge.ts";
export { fieldWord, gapSentence, missingIn, missingWords, notUsable } from "./missing.ts";
export { doubtfulAnswer, noAnswer } from "./no-answer.ts";
export { outsideAddress, outsideSays } from "./outside.ts";
export { type IbanInText, ibansInTexts, nobodyPaid, type Paid } from "./paid.ts";
export { networkAddress, partyAt, type Reach, reachOf, reachWords, unreachedSays } from "./reach.ts";
export { fieldOf, memberPath, type SupplierDraft, setFields, shortFields } from "./set-field.ts";
export { sharedAccounts } from "./shared-accounts.ts";
export {
  isSupplierName,
  type JudgedSupplier,
  judgeSupplier,
  type Supplier,
  supplierFields,
  textsOf,
} from "./supplier.ts";
export { answerTo, keepTaxAnswer } from "./tax-answers.ts";
export { needsTrnCheck, type TrnCheckState, trnCheckState, trnCheckWords } from "./trn-check.ts";
export { countryName, withPlace, withUsual } from "./usual.ts";
export { groupDoubt, groupMember, numbersDiffer } from "./vat-group.ts";
