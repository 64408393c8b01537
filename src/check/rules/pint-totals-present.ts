import { atMostTwoDecimals, exists } from "../conditions.ts";
import { firstPrepaidPayment, invoiceTaxTotal, totalsContext } from "../contexts/contexts-shared.ts";
import { type Context, defineRule, pintAe, type Rule } from "../rule.ts";
import { path } from "../xpath.ts";

function present(id: string, name: string, what: string, term: string): Rule {
  return defineRule({
    id,
    says: `The document must state ${what}.`,
    hint: `selfbill calculates it from the lines; in an XML file of another program add ${name} to LegalMonetaryTotal.`,
    source: pintAe(term),
    of: totalsContext,
    holds: exists(`cbc:${name}`),
  });
}

export const lineTotalIsStated = present(
  "IBR-012",
  "LineExtensionAmount",
  "the sum of the line net amounts",
  "IBT-106",
);
export const netTotalIsStated = present("IBR-013", "TaxExclusiveAmount", "the total without VAT", "IBT-109");
export const grossTotalIsStated = present("IBR-014", "TaxInclusiveAmount", "the total with VAT", "IBT-112");
export const payableIsStated = present("IBR-015", "PayableAmount", "the amount to pay", "IBT-115");

function twoDecimals(id: string, of: Context, name: string, what: string, term: string): Rule {
  return defineRule({
    id,
    says: `${what} must not have more than two decimals, written zeros included.`,
    hint: `selfbill rounds it; in an XML file of another program round ${name} to two decimals: 10.50, not 10.500.`,
    source: pintAe(term),
    of,
    holds: atMostTwoDecimals(`cbc:${name}`),
    because: [`cbc:${name}`],
  });
}

export const payableHasTwoDecimals = twoDecimals(
  "IBR-091",
  totalsContext,
  "PayableAmount",
  "The amount to pay",
  "IBT-115",
);
export const allowanceTotalHasTwoDecimals = twoDecimals(
  "IBR-121",
  totalsContext,
  "AllowanceTotalAmount",
  "The total of allowances",
  "IBT-107",
);
export const chargeTotalHasTwoDecimals = twoDecimals(
  "IBR-122",
  totalsContext,
  "ChargeTotalAmount",
  "The total of charges",
  "IBT-108",
);
export const netTotalHasTwoDecimals = twoDecimals(
  "IBR-123",
  totalsContext,
  "TaxExclusiveAmount",
  "The total without VAT",
  "IBT-109",
);
export const grossTotalHasTwoDecimals = twoDecimals(
  "IBR-125",
  totalsContext,
  "TaxInclusiveAmount",
  "The total with VAT",
  "IBT-112",
);
export const vatTotalHasTwoDecimals = twoDecimals(
  "IBR-124",
  invoiceTaxTotal,
  "TaxAmount",
  "The VAT total of an invoice",
  "IBT-110",
);

const prepaidAmount = path("cac:LegalMonetaryTotal/cbc:PrepaidAmount");

export const prepaymentsHaveATotal = defineRule({
  id: "IBR-093",
  says: "A document that lists a payment already made must state the amount prepaid.",
  hint: "Add prepaid_amount.",
  source: pintAe("IBT-180", "IBT-113"),
  of: firstPrepaidPayment,
  test: "exists(../cac:LegalMonetaryTotal/cbc:PrepaidAmount)",
  holds: (payment) => payment.parent !== undefined && prepaidAmount.in(payment.parent),
});
