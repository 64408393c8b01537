import { fail, failAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { calculate } from "../calculate.ts";
import { amount, formatAmount, isDecimalText, money } from "../money.ts";
import type { AllowanceOrCharge, DocumentLine, SelfBilledDocument } from "../shapes.ts";
import { chooseLines, type LineChoice, type Picked, priceReasons, quantityOf } from "./credit-lines.ts";
import type { EarlierCredit } from "./credited.ts";
import { countedDocument, overCredited } from "./over-credited.ts";
import { restLine, settleRounding } from "./rounding.ts";

export interface CreditWish {
  readonly invoiceNumber: string;
  readonly issueDate: string;
  readonly reason: string;
  readonly reasonText: string | undefined;
  readonly documentNumber: string | undefined;
  /** If empty, the whole remaining quantity of every line is credited. */
  readonly lines: readonly LineChoice[];
}

/** A prepared credit note, with the messages for the user. */
export interface Credit {
  readonly document: SelfBilledDocument;
  /** Warnings: what was left out, and why. */
  readonly remarks: readonly Problem[];
  /** Set if the lines add up to more than can still be credited; the user must correct this in the file. */
  readonly excess: Problem | undefined;
}

/** The fields copied from the invoice in addition to its lines, in the order used in files. */
const carried = [
  "document_currency_code",
  "tax_currency_code",
  "tax_exchange_rate",
  "buyer_reference",
  "accounting_cost",
  "order_reference",
  "contract_document_reference",
  "project_reference",
  "invoice_period",
  "accounting_supplier_party",
  "buyer_customer_party",
  "seller_supplier_party",
  "tax_representative_party",
  "delivery",
] as const satisfies readonly (keyof SelfBilledDocument)[];

/**
 * Credits all or some of an invoice's lines. Charges and allowances are kept only for a line credited in full, and
 * those of the document only if the whole invoice is credited: how to credit a part of them is the user's decision.
 * tax_point_date is never copied (IBR-124-AE). Problems: `over-credited`, `bad-usage` for a line that does not exist.
 * Source: contract §3, §6; quantities are positive.
 */
export function creditInvoice(
  invoice: SelfBilledDocument,
  wish: CreditWish,
  earlier: readonly EarlierCredit[],
): Result<Credit> {
  const lines = invoice.document_lines ?? [];
  const unreadable = lines.findIndex((line) => quantityOf(line) === undefined);
  if (lines.length === 0 || unreadable >= 0) return fail(notCountable(unreadable, wish));
  const taking = earlier.filter((each) => !priceReasons.has(each.reason));
  const chosen = chooseLines(lines, wish.lines, taking, wish.invoiceNumber);
  if (!chosen.ok) {
    const rest = wish.lines.length > 0 ? undefined : restLine(invoice, earlier, wish.invoiceNumber);
    if (rest === undefined) return failAll(chosen.problems);
    const { line, remarks } = rest;
    return ok({ document: { ...headOf(invoice, wish), document_lines: [line] }, remarks, excess: undefined });
  }
  const { picked, remarks, takesAll } = chosen.value;
  const whole = picked.length === lines.length && picked.every((each) => each.whole);
  const written: SelfBilledDocument = {
    ...headOf(invoice, wish),
    ...(whole ? wholeOnly(invoice) : {}),
    document_lines: picked.map(creditLine),
  };
  const { document, remarks: rounding } = settleRounding(invoice, written, earlier, {
    invoiceNumber: wish.invoiceNumber,
    takesAll,
  });
  const more = [...remarks, ...picked.flatMap(lineRemarks), ...documentRemarks(invoice, whole, wish), ...rounding];
  return ok({ document, remarks: more, excess: excessOf(invoice, document, earlier, wish) });
}

function headOf(invoice: SelfBilledDocument, wish: CreditWish): SelfBilledDocument {
  const reference = { id: wish.invoiceNumber, ...(invoice.issue_date ? { issue_date: invoice.issue_date } : {}) };
  const head: SelfBilledDocument = {
    ...(invoice.profile_execution_id === undefined ? {} : { profile_execution_id: invoice.profile_execution_id }),
    issue_date: wish.issueDate,
    ...(wish.documentNumber === undefined ? {} : { document_number: wish.documentNumber }),
    credit_note_type_code: "261",
    discrepancy_response: wish.reason,
    ...(wish.reasonText === undefined ? {} : { reason: wish.reasonText }),
    billing_reference: [reference],
  };
  for (const name of carried) if (invoice[name] !== undefined) Object.assign(head, { [name]: invoice[name] });
  return head;
}

function wholeOnly(invoice: SelfBilledDocument): SelfBilledDocument {
  const { charges, allowances, payable_rounding_amount } = invoice;
  return {
    ...(charges ? { charges } : {}),
    ...(allowances ? { allowances } : {}),
    ...(payable_rounding_amount ? { payable_rounding_amount } : {}),
  };
}

function creditLine({ line, quantity, whole }: Picked): DocumentLine {
  const { charges, allowances, ...rest } = line;
  const kept = whole ? { ...(charges ? { charges } : {}), ...(allowances ? { allowances } : {}) } : {};
  return { ...rest, ...(whole ? {} : { quantity: formatAmount(quantity) }), ...kept };
}

/** The command that writes the credit note into a file, where the user can edit it. */
const inFile = (): string => `${suggest`create-credit-note --from NUMBER --reason CODE --out FILE`}`;

const addIt = (): string => `Add what is to be credited of it in a file: ${inFile()}`;

function lineRemarks({ line, position, whole }: Picked): Problem[] {
  const left = entriesIn(line);
  if (whole || left === undefined) return [];
  return [
    problem("left-out", `Line ${position} is credited in part, without the invoice's ${left}.`, addIt(), {
      severity: "warning",
    }),
  ];
}

function documentRemarks(invoice: SelfBilledDocument, whole: boolean, wish: CreditWish): Problem[] {
  const remarks: Problem[] = [];
  const say = (message: string, hint: string): void => {
    remarks.push(problem("left-out", message, hint, { severity: "warning" }));
  };
  const left = entriesIn(invoice);
  if (!whole && left) say(`The invoice is credited in part, without its ${left} on the whole document.`, addIt());
  if (!whole && isAmount(invoice.payable_rounding_amount))
    say(`The invoice's rounding of ${invoice.payable_rounding_amount} is left out.`, addIt());
  if (isAmount(invoice.prepaid_amount))
    say(
      `The invoice's prepaid amount of ${invoice.prepaid_amount} is left out.`,
      "It says what had been paid, not what was supplied. Add prepaid_amount if it belongs here.",
    );
  if (priceReasons.has(wish.reason))
    say(
      "The reason is a changed price, and the lines are credited at their whole price.",
      `That is correct if a corrected invoice follows. To credit the difference alone, write it as the price in a file: ${inFile()}`,
    );
  return remarks;
}

/** Names the entries that exist: `charges and allowances`; undefined if there are none. */
function entriesIn(of: {
  charges?: AllowanceOrCharge[] | undefined;
  allowances?: AllowanceOrCharge[] | undefined;
}): string | undefined {
  const names = [of.charges?.length ? "charges" : "", of.allowances?.length ? "allowances" : ""].filter(Boolean);
  return names.length === 0 ? undefined : names.join(" and ");
}

function isAmount(text: string | undefined): boolean {
  return text !== undefined && isDecimalText(text) && !money.isZero(amount(text));
}

/** Compares the sum of the lines with what can still be credited; the quantities have already been checked. */
function excessOf(
  invoice: SelfBilledDocument,
  document: SelfBilledDocument,
  earlier: readonly EarlierCredit[],
  wish: CreditWish,
): Problem | undefined {
  const counted = { number: wish.invoiceNumber, ...countedDocument(calculate(invoice)) };
  const sum = overCredited(document, counted, earlier).find((each) => each.path === "document_lines");
  return (
    sum &&
    problem("over-credited", sum.message, `Correct quantities, prices, charges and allowances in a file: ${inFile()}`)
  );
}

function notCountable(at: number, wish: CreditWish): Problem {
  const message =
    at < 0
      ? `The invoice ${wish.invoiceNumber} has no lines.`
      : `Line ${at + 1} of the invoice ${wish.invoiceNumber} has no quantity that can be counted.`;
  return problem("wrong-value", message, "Name the invoice as it was sent, or write the credit note as a file.");
}
