import { invoice } from "../../support/documents.ts";
import { add, double, make, remove, set } from "../../support/edit-tree.ts";
import { type CasesOfRule, type RuleCases, xml } from "../../support/rule-cases.ts";

const totals = "cac:LegalMonetaryTotal";
const place = `/Invoice/${totals}`;
const aed = { currencyID: "AED" };
const withEntries = invoice({
  charges: [{ reason_code: "FC", amount: "50.00", tax_category: { id: "S", percent: "5" } }],
  allowances: [{ reason_code: "95", amount: "10.00", tax_category: { id: "S", percent: "5" } }],
});
const without = (name: string) => xml(invoice(), (root) => remove(root, `${totals}/cbc:${name}`));

function present(name: string, ...also: string[]): CasesOfRule {
  return {
    holds: { "a calculated document": invoice() },
    breaks: { "the amount left out": { given: without(name), at: [place], also } },
  };
}

/** Cases for an amount with an unnecessary third decimal: the value does not change, so no other rule fails. */
function twoDecimals(path: string, value: string, context: string): CasesOfRule {
  return {
    holds: {
      "two decimals": withEntries,
      "one decimal": xml(withEntries, (root) => set(root, path, value.replace(/0$/, ""))),
    },
    breaks: {
      "a needless third decimal": {
        given: xml(withEntries, (root) => set(root, path, `${value}0`)),
        at: [context],
      },
    },
  };
}

const prepayment = () => make("cac:PrepaidPayment", [make("cbc:PaidAmount", "100.00", aed)]);

export const cases: RuleCases = {
  "IBR-012": present("LineExtensionAmount", "IBR-CO-10", "IBR-CO-13"),
  "IBR-013": present("TaxExclusiveAmount", "IBR-CO-13", "IBR-CO-15"),
  "IBR-014": present("TaxInclusiveAmount", "IBR-CO-15", "IBR-CO-16"),
  "IBR-015": present("PayableAmount", "IBR-CO-16"),
  "IBR-091": twoDecimals(`${totals}/cbc:PayableAmount`, "10542.00", place),
  "IBR-121": twoDecimals(`${totals}/cbc:AllowanceTotalAmount`, "10.00", place),
  "IBR-122": twoDecimals(`${totals}/cbc:ChargeTotalAmount`, "50.00", place),
  "IBR-123": twoDecimals(`${totals}/cbc:TaxExclusiveAmount`, "10040.00", place),
  "IBR-125": twoDecimals(`${totals}/cbc:TaxInclusiveAmount`, "10542.00", place),
  "IBR-124": twoDecimals("cac:TaxTotal/cbc:TaxAmount", "502.00", "/Invoice/cac:TaxTotal"),
  "IBR-093": {
    holds: {
      "a payment and its total": xml(invoice({ prepaid_amount: "100.00" }), (root) => add(root, "", prepayment())),
    },
    breaks: {
      "a payment without a total": {
        given: xml(invoice(), (root) => add(root, "", prepayment())),
        at: ["/Invoice/cac:PrepaidPayment"],
      },
      "two payments without a total, said once": {
        given: xml(invoice(), (root) => {
          add(root, "", prepayment());
          double(root, "cac:PrepaidPayment");
        }),
        at: ["/Invoice/cac:PrepaidPayment[1]"],
      },
    },
  },
};
