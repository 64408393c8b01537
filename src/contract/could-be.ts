import { type Amount, amount, calculate, type DocumentKind, isDecimalText, money } from "../document/index.ts";
import type { JsonObject } from "../json/index.ts";
import { totalsShown } from "./document-answer.ts";
import { memberNamed, objectNamed, textNamed } from "./members.ts";
import { inDirhams, isWithin, type PayableRange, payableRange } from "./payable-range.ts";
import type { Difference } from "./same-document.ts";
import { fromWire } from "./wire.ts";

/** A document in doubt, and what is known of the way in which its service shows documents. */
export interface Sought {
  /** As sent; absent if the service numbers the document. */
  readonly documentNumber?: string | undefined;
  /** The supplier's TRN; blank if it has none. */
  readonly trn: string;
  /** Absent if the body was not kept; then no amount proves anything. */
  readonly amounts: Amounts | undefined;
  /** Whether this service lists a document of this account under the number that was sent. */
  readonly echoesNumbers: boolean;
  /** The TRNs under which the service shows the buyer of this account; empty if it has not shown any. */
  readonly buyers: ReadonlySet<string>;
}

export interface Amounts {
  readonly currency: string;
  readonly range: PayableRange;
  /** Undefined if the rate is not known. */
  readonly dirhams: PayableRange | undefined;
  readonly lines: number;
}

/** Reads the amounts that a service may show for this body. */
export function amountsOf(body: JsonObject, kind: DocumentKind): Amounts {
  const calculation = calculate(fromWire(body, kind).document);
  const range = payableRange(calculation);
  const { currency, exchangeRate, lines } = calculation;
  const dirhams =
    currency === "AED" ? range : money.isPositive(exchangeRate) ? inDirhams(range, exchangeRate) : undefined;
  return { currency, range, dirhams, lines: lines.length };
}

/**
 * Whether a document at the service cannot be the one that was sent, however the service changed it. Text, dates, codes
 * and names prove nothing, because services cut, translate and look them up. Source: Decision 190.
 */
export function cannotBe(told: JsonObject, sought: Sought): boolean {
  const { documentNumber, echoesNumbers } = sought;
  const number = textNamed(told, "documentNumber")?.trim();
  if (documentNumber !== undefined && number === documentNumber.trim()) return false;
  if (echoesNumbers && documentNumber !== undefined && number !== undefined) return true;
  return hasOtherContent(told, sought);
}

/** Like `cannotBe`, whatever the numbers: by supplier, buyer and amount. */
export function hasOtherContent(told: JsonObject, sought: Sought): boolean {
  return isOfOther(told, sought) || isOfOtherAmount(told, sought.amounts);
}

/** Text that a service keeps as it is, except that it may cut it or write it with other signs. */
const freeText = /(?:^|\.)(?:name|description|note|reason|buyer_reference)$/;
const ofParty = /^[a-z_]*party\b/;

/**
 * Whether these differences prove that a document at the service does not have the content that was sent: another
 * amount, or another text outside of the parties, which a service may take from a register.
 */
export function provesOther(
  told: JsonObject,
  differences: readonly Difference[],
  amounts: Amounts | undefined,
): boolean {
  const letters = (text: string): string =>
    text
      .toLowerCase()
      .replace(/&(?:amp|lt|gt|quot|apos|#x?[0-9a-f]+);/g, "")
      .replace(/[^\p{L}\p{N}]/gu, "");
  const isOtherText = ({ path, sent, told }: Difference): boolean => {
    const [ours, theirs] = [letters(sent), letters(told)];
    const isCut = ours.startsWith(theirs) || theirs.startsWith(ours);
    return freeText.test(path) && !ofParty.test(path) && !isCut;
  };
  const isOtherTrn = ({ sent, told }: Difference): boolean =>
    trn(sent) !== undefined && trn(told) !== undefined && trn(sent) !== trn(told);
  return isOfOtherAmount(told, amounts) || differences.some((each) => isOtherTrn(each) || isOtherText(each));
}

function isOfOther(told: JsonObject, { trn: sent, buyers }: Sought): boolean {
  const supplier = trnIn(objectNamed(told, "accountingSupplierParty"));
  const ours = trn(sent);
  if (supplier !== undefined && ours !== undefined && supplier !== ours) return true;
  const buyer = buyerOf(told);
  return buyer !== undefined && buyers.size > 0 && !buyers.has(buyer);
}

/** Returns the buyer's TRN; an organization may have several buyers. */
export function buyerOf(told: JsonObject): string | undefined {
  return trnIn(objectNamed(told, "accountingCustomerParty"));
}

function trnIn(party: JsonObject | undefined): string | undefined {
  return trn(textNamed((party && objectNamed(party, "partyTaxScheme")) ?? {}, "companyId"));
}

/** Returns the digits of a complete TRN; anything else proves nothing. */
function trn(text: string | undefined): string | undefined {
  const digits = text?.replace(/[^\p{L}\p{N}]/gu, "");
  return digits !== undefined && /^\d{15}$/.test(digits) ? digits : undefined;
}

function isOfOtherAmount(told: JsonObject, amounts: Amounts | undefined): boolean {
  if (amounts === undefined) return false;
  const { payable_amount: payable, payable_amount_in_aed: inAed } = totalsShown(told);
  const shown = sum(payable);
  if (shown === undefined) return false;
  const lines = memberNamed(told, "documentLines");
  const isCut = amounts.lines > 1 && !(Array.isArray(lines) && lines.length >= amounts.lines);
  if (isWithin(shown, amounts.range, isCut)) return false;
  const currency = textNamed(told, "documentCurrencyCode")?.trim();
  if (currency === undefined || currency === amounts.currency) return true;
  // The service may have converted the document.
  const { dirhams } = amounts;
  if (dirhams === undefined) return false;
  return [shown, sum(inAed)].every((each) => each === undefined || !isWithin(each, dirhams, isCut));
}

function sum(text: string | undefined): Amount | undefined {
  return text !== undefined && isDecimalText(text) ? amount(text) : undefined;
}
