import { describe, expect, test } from "vitest";
import { check } from "../../src/check/index.ts";
import {
  amount,
  type CreditWish,
  calculate,
  checkFields,
  codes,
  creditInvoice,
  customerPartyOf,
  type EarlierCredit,
  formatAmount,
  type SelfBilledDocument,
} from "../../src/document/index.ts";
import { toUbl } from "../../src/ubl/index.ts";
import { inDollars, invoice, line, palmLedger } from "../support/documents.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

function wish(change: Partial<CreditWish> = {}): CreditWish {
  return {
    invoiceNumber: "SB-2026-0001",
    issueDate: "2026-06-20",
    reason: "DL8.61.1.D",
    reasonText: undefined,
    documentNumber: undefined,
    lines: [],
    ...change,
  };
}

function earlier(change: Partial<EarlierCredit> = {}): EarlierCredit {
  const lines = [{ name: "Ceramic floor tile", unitCode: "XBX", quantity: "4", netAmount: "1000" }];
  return { number: "SBC-1", reason: "DL8.61.1.D", status: undefined, currency: "AED", shared: false, lines, ...change };
}

function credited(of: SelfBilledDocument, how: Partial<CreditWish> = {}, before: EarlierCredit[] = []) {
  const credit = creditInvoice(of, wish(how), before);
  if (!credit.ok) throw new Error(credit.problems[0].message);
  return credit.value;
}

const sums = (net: string, vat: string): EarlierCredit["sums"] => ({
  ...{ net: amount(net), vat: amount(vat) },
  ...{ netInAed: amount(net), vatInAed: amount(vat) },
});

/** All of selfbill's findings for a credit note. */
function found(document: SelfBilledDocument): string[] {
  const fields = checkFields(document, { kind: "credit-note", version: "20260101", profile: palmLedger });
  const calculation = calculate(document);
  const uuid = "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33";
  const tree = toUbl(document, { kind: "credit-note", customer: customerPartyOf(palmLedger), uuid, calculation });
  return [...fields.map((each) => each.path), ...check(tree).map((each) => each.id)];
}

describe("a credit note of any invoice breaks no rule", () => {
  test.each(Object.entries(scenarioInvoices))("%s, credited wholly and in part", (_, of) => {
    const whole = credited(of);
    expect(found(whole.document)).toEqual([]);
    expect(found(credited(of, { lines: [{ position: 1, quantity: "0.5" }] }).document)).toEqual([]);
    const payable = calculate({ ...of, prepaid_amount: "0" }).totals.payable_amount;
    expect(formatAmount(calculate(whole.document).totals.payable_amount)).toBe(formatAmount(payable));
    expect(whole.excess).toBeUndefined();
  });

  test.each(Object.keys(codes.discrepancyReasons))("for the reason %s", (reason) => {
    expect(found(credited(invoice(), { reason }).document)).toEqual([]);
  });
});

describe("what is taken over", () => {
  test("currency and rate, parties and the supply; nothing of payment, no date of the invoice, no attachment", () => {
    const of = scenarioInvoices["everything the request can carry"] ?? {};
    const { document } = credited({ ...of, tax_point_date: "2026-06-15" } as SelfBilledDocument);
    expect(document).toMatchObject(inDollars);
    expect(document).toMatchObject({
      issue_date: "2026-06-20",
      billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-15" }],
      accounting_supplier_party: of.accounting_supplier_party,
      tax_representative_party: of.tax_representative_party,
      delivery: of.delivery,
      document_lines: of.document_lines,
    });
    for (const name of [
      "due_date",
      "payment_means",
      "payee_party",
      "attachments",
      "tax_point_date",
      "document_number",
    ]) {
      expect(document).not.toHaveProperty(name);
    }
  });

  test("the price stays digit for digit, also with a discount for each piece", () => {
    const price = {
      base_amount: "99.995",
      base_quantity: "100",
      allowance: { amount: "0.005", base_amount: "99.995" },
    };
    const { document } = credited(invoice({ document_lines: [line({ price })] }), {
      lines: [{ position: 1, quantity: "7" }],
    });
    expect(document.document_lines).toMatchObject([{ price, quantity: "7" }]);
  });
});

describe("what is left", () => {
  const left = (of: SelfBilledDocument, before: EarlierCredit[]) =>
    (credited(of, {}, before).document.document_lines ?? []).map((each) => each.quantity);

  test.each<[string, EarlierCredit, string]>([
    ["a return", earlier(), "36"],
    ["a credit note whose reason is not known", earlier({ reason: undefined }), "36"],
    ["a lower price", earlier({ reason: "DL8.61.1.C" }), "40"],
    ["a volume discount", earlier({ reason: "VD" }), "40"],
  ])("after %s", (_, before, quantity) => {
    expect(left(invoice(), [before])).toEqual([quantity]);
  });

  test("decimals are exact: three thirds of 0.3 leave nothing", () => {
    const of = invoice({ document_lines: [line({ quantity: "0.3" })] });
    const part = { name: "Ceramic floor tile", unitCode: "XBX", quantity: "0.1", netAmount: "25" };
    const before = [earlier({ lines: [part, part, part] })];
    expect(creditInvoice(of, wish(), before)).toMatchObject({ ok: false, problems: [{ code: "over-credited" }] });
  });

  test("lines of one name and unit share what was credited; no line gives more than it had", () => {
    const of = invoice({ document_lines: [line({ quantity: "3" }), line({ quantity: "5" })] });
    expect(left(of, [earlier()])).toEqual(["3", "1"]);
    const lines = [{ position: 1, quantity: "4" }];
    expect(creditInvoice(of, wish({ lines }), [])).toMatchObject({ ok: false, problems: [{ code: "over-credited" }] });
  });

  test("lines of one name and different prices ask for --line once some of them are credited", () => {
    const of = invoice({ document_lines: [line(), line({ price: { base_amount: "300" } })] });
    expect(credited(of, {}, [earlier()]).remarks.map((each) => each.code)).toEqual(["credits-uncounted"]);
    expect(credited(of, { lines: [{ position: 2, quantity: "1" }] }, [earlier()]).remarks).toEqual([]);
  });

  test("a line that the invoice does not have is told, unless the credit note names other invoices too", () => {
    const lines = [{ name: "Pallet", unitCode: "XPX", quantity: "1", netAmount: "10" }];
    expect(credited(invoice(), {}, [earlier({ lines })]).remarks.map((each) => each.code)).toEqual([
      "credits-uncounted",
    ]);
    expect(credited(invoice(), {}, [earlier({ lines, shared: true })]).remarks).toEqual([]);
  });

  test("the sum of all credit notes stays within the invoice, but for the rounding of parts", () => {
    const before = earlier({
      reason: "VD",
      lines: [{ ...(earlier().lines[0] as EarlierCredit["lines"][0]), netAmount: "0.02" }],
    });
    expect(credited(invoice(), {}, [before]).excess).toBeUndefined();
    const more = { ...before, lines: before.lines.map((each) => ({ ...each, netAmount: "0.03" })) };
    expect(credited(invoice(), {}, [more]).excess?.message).toBe(
      "The lines come to 10,000.00 AED, after 0.03 credited before; the lines of SB-2026-0001 were 10,000.00.",
    );
  });

  test("an invoice without lines or without quantities cannot be counted", () => {
    for (const document_lines of [[], [line({ quantity: undefined })], [line({ quantity: "1,5" })]]) {
      expect(creditInvoice(invoice({ document_lines }), wish(), [])).toMatchObject({
        ok: false,
        problems: [{ code: "wrong-value" }],
      });
    }
  });
});

test("the rest of an invoice with an allowance on the document exceeds what is left of its total", () => {
  const allowance = { amount: "2000", reason: "Discount", tax_category: { id: "S", percent: "5", tax_scheme: "VAT" } };
  const of = invoice({ allowances: [allowance] });
  const lines = [{ name: "Ceramic floor tile", unitCode: "XBX", quantity: "15", netAmount: "3750" }];
  expect(credited(of).excess).toBeUndefined();
  const before = earlier({ lines, sums: sums("3750", "187.50") });
  expect(credited(of, {}, [before]).excess?.message).toBe(
    "With VAT, the credit note comes to 6,562.50 AED, after 3,937.50 credited before; SB-2026-0001 came to 8,400.00.",
  );
  expect(credited(of, {}, [{ ...before, currency: "USD" }]).excess).toBeUndefined();
  expect(credited(of, {}, [{ ...before, sums: undefined }]).excess).toBeUndefined();
});

test("an amount in another currency is not added to those in the invoice's", () => {
  const lines = [{ name: "Ceramic floor tile", unitCode: "XBX", quantity: "1", netAmount: "900" }];
  const rest = { lines: [{ position: 1, quantity: "39" }] };
  expect(credited(invoice(), rest, [earlier({ lines })]).excess?.message).toContain("after 900.00 credited before");
  expect(credited(invoice(), rest, [earlier({ lines, currency: "USD" })]).excess).toBeUndefined();
});

test("VAT that was rounded up in earlier credit notes is taken out of the last one", () => {
  const of = invoice({ document_lines: [line({ quantity: "5", price: { base_amount: "0.10", base_quantity: "1" } })] });
  const lines = [{ name: "Ceramic floor tile", unitCode: "XBX", quantity: "1", netAmount: "0.1" }];
  const four = Array.from({ length: 4 }, () => earlier({ lines, sums: sums("0.10", "0.01") }));
  const last = credited(of, { lines: [{ position: 1, quantity: "1" }] }, four);
  expect(last.excess).toBeUndefined();
  const { tax_exclusive_amount: net, tax_amount: vat } = calculate(last.document).totals;
  expect([net, vat].map(formatAmount)).toEqual(["0.09", "0"]);
  expect(last.remarks.map(({ message }) => message)).toEqual([
    "An allowance of 0.01 AED is added for rounding, so that net and VAT agree with what SB-2026-0001 has left.",
    "After it, 0.01 AED net and -0.01 AED VAT of SB-2026-0001 are left by rounding.",
  ]);
});
