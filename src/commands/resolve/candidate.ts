import { objectNamed, textNamed, totalsShown } from "../../contract/index.ts";
import { amount, isDecimalText, money } from "../../document/index.ts";
import type { Intent } from "../../journal/index.ts";
import type { JsonObject } from "../../json/index.ts";

/** A document of the service that may be the one in doubt, with what a person needs to decide. */
export interface Candidate {
  readonly id: string;
  readonly documentNumber: string | undefined;
  readonly issueDate: string | undefined;
  readonly supplier: string | undefined;
  /** As the service shows it. */
  readonly payable: string | undefined;
  readonly currency: string | undefined;
  /** What is the same as in the document in doubt: `number`, `date`, `supplier`, `amount`. */
  readonly equal: readonly string[];
  readonly different: readonly string[];
  /** Evidence for or against the candidate. */
  readonly why: string;
}

export function candidateOf(
  told: JsonObject,
  intent: Intent,
  { id, why }: { readonly id: string; readonly why: string },
): Candidate {
  const party = objectNamed(told, "accountingSupplierParty") ?? {};
  const trn = textNamed(objectNamed(party, "partyTaxScheme") ?? {}, "companyId")?.trim();
  const supplier = textNamed(party, "partyName") ?? textNamed(party, "name");
  const payable = totalsShown(told).payable_amount;
  const documentNumber = textNamed(told, "documentNumber")?.trim();
  const issueDate = textNamed(told, "issueDate")?.slice(0, 10);
  const currency = textNamed(told, "documentCurrencyCode");
  const ours = intent.totals.payable_amount;
  const isCurrency = currency === undefined || currency === intent.currency;
  const compared = [
    ["number", same(documentNumber, intent.documentNumber)],
    ["date", same(issueDate, intent.issueDate)],
    ["supplier", same(trn, intent.supplier.trn || undefined) ?? same(supplier, intent.supplier.name)],
    ["amount", payable === undefined || ours === undefined ? undefined : isCurrency && isSameSum(payable, ours)],
  ] as const;
  return {
    id,
    documentNumber,
    issueDate,
    supplier,
    payable,
    currency,
    equal: compared.flatMap(([name, is]) => (is === true ? [name] : [])),
    different: compared.flatMap(([name, is]) => (is === false ? [name] : [])),
    why,
  };
}

/** In one line: what a person sees of the document, what is equal, and what differs. */
export function candidateLine(each: Candidate): string {
  const { id, documentNumber, issueDate, supplier, payable, currency = "", equal, different, why } = each;
  const sum =
    payable !== undefined && isDecimalText(payable)
      ? `${money.forPeople(amount(payable))} ${currency}`.trim()
      : undefined;
  const name = documentNumber === undefined ? id : `${documentNumber} (${id})`;
  const shown = [name, issueDate, supplier, sum].filter((part) => part !== undefined).join(", ");
  const words = [
    ...(equal.length > 0 ? [`the same ${equal.join(", ")}`] : []),
    ...(different.length > 0 ? [`another ${different.join(", ")}`] : []),
    why,
  ];
  return `\n  ${shown}: ${words.join("; ")}.`;
}

function same(told: string | undefined, sent: string | undefined): boolean | undefined {
  return told === undefined || sent === undefined ? undefined : told === sent.trim();
}

function isSameSum(one: string, other: string): boolean {
  return isDecimalText(one) && isDecimalText(other) && money.equal(amount(one), amount(other));
}
