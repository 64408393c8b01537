import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, invoice } from "../../support/documents.ts";
import { add, double, make, remove } from "../../support/edit-tree.ts";
import { type CasesOfRule, type RuleCases, xml } from "../../support/rule-cases.ts";

const means = "cac:PaymentMeans";
const terms = "cac:PaymentTerms";
const both = { "an invoice": invoice(), "a credit note": creditNote() };
const changed = (edit: (root: UblElement) => void, document = invoice()) => xml(document, edit);
const byCard = invoice({
  payment_means: [
    { payment_means_code: "54", card_account: { primary_account_number_id: "XXXX1234", network_id: "VISA" } },
  ],
});
const byMandate = invoice({ payment_means: [{ payment_means_code: "49", payment_mandate: { id: "M-1" } }] });
const withTerms = invoice({ payment_terms: { note: "Within 30 days", payment_means_id: "pm-1" } });
const atBranch = invoice({
  payment_means: [
    {
      payment_means_code: "30",
      payee_financial_account: {
        id: "AE560990000001234567890",
        address: { street_name: "Bank Street 1", address_line: "Floor 3", country_code: "AE" },
      },
    },
  ],
});
const branchAddress = `${means}/cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cac:Address`;

function once(given: ReturnType<typeof invoice>, path: string, at: string, ...also: string[]): CasesOfRule {
  return {
    holds: { "one of them": given },
    breaks: { "two of them": { given: changed((root) => double(root, path), given), at: [at], also } },
  };
}

const named = (root: UblElement, times: number) => {
  for (let count = 0; count < times; count++)
    add(root, means, make("cbc:PaymentMeansCode", "30", { name: "Transfer" }));
};

export const cases: RuleCases = {
  "IBR-049": {
    holds: {
      "a code": invoice(),
      "two ways to pay": invoice({ payment_means: [{ payment_means_code: "10" }, { payment_means_code: "20" }] }),
    },
    breaks: {
      "no code": {
        given: changed((root) => remove(root, `${means}/cbc:PaymentMeansCode`)),
        at: [`/Invoice/${means}`],
        also: ["IBR-191-AE"],
      },
    },
  },
  "IBR-SR-46": {
    holds: {
      "a code without a name": invoice(),
      "a code with a name": changed((root) => {
        remove(root, `${means}/cbc:PaymentMeansCode`);
        named(root, 1);
      }),
    },
    breaks: {
      "two codes with names": {
        given: changed((root) => {
          remove(root, `${means}/cbc:PaymentMeansCode`);
          named(root, 2);
        }),
        at: [`/Invoice/${means}`],
        also: ["IBR-SR-27"],
      },
    },
  },
  "IBR-SR-27": once(invoice(), `${means}/cbc:PaymentMeansCode`, `/Invoice/${means}`),
  "IBR-SR-28": once(byMandate, `${means}/cac:PaymentMandate`, `/Invoice/${means}`, "IBR-067"),
  "IBR-066": once(byCard, `${means}/cac:CardAccount`, "/Invoice"),
  "IBR-067": {
    holds: { ...both, "one mandate": byMandate },
    breaks: {
      "two ways to pay with a mandate each": {
        given: invoice({
          payment_means: [
            { payment_means_code: "49", payment_mandate: { id: "M-1" } },
            { payment_means_code: "49", payment_mandate: { id: "M-2" } },
          ],
        }),
        at: ["payment_means[0].payment_mandate"],
      },
    },
  },
  "IBR-SR-59": once(atBranch, `${branchAddress}/cac:AddressLine`, `/Invoice/${branchAddress}`),
  "IBR-SR-05": once(withTerms, `${terms}/cbc:Note`, `/Invoice/${terms}`),
  "IBR-SR-60": once(withTerms, `${terms}/cbc:PaymentMeansID`, `/Invoice/${terms}`),
};
