import { atMost, exists } from "../conditions.ts";
import { bankAddress, documentRoot, paymentMeans, paymentTerms } from "../contexts/contexts-shared.ts";
import { type Context, defineRule, pintAe, type Rule } from "../rule.ts";
import { attribute, path } from "../xpath.ts";

const code = path("cbc:PaymentMeansCode");

export const paymentMeansHasACode = defineRule({
  id: "IBR-049",
  says: "A way to pay must have a payment means code.",
  hint: "Add payment_means_code, such as 30 for a credit transfer.",
  source: pintAe("IBT-081"),
  of: paymentMeans,
  holds: exists("cbc:PaymentMeansCode"),
});

/** The UBL schema allows only one anyway; 1.0.4 dropped the rule. */
export const paymentMeansHasOneDueDate = defineRule({
  id: "IBR-SR-45",
  says: "A way to pay must not state more than one due date.",
  hint: "In an XML file of another program keep one PaymentDueDate.",
  source: pintAe("IBT-009"),
  of: paymentMeans,
  holds: atMost("cbc:PaymentDueDate"),
  because: ["cbc:PaymentDueDate"],
  until: "1.0.3",
});

export const paymentMeansHasOneCodeName = defineRule({
  id: "IBR-SR-46",
  says: "A way to pay must not name its code more than once.",
  hint: "In an XML file of another program keep one PaymentMeansCode with a name attribute.",
  source: pintAe("IBT-082"),
  of: paymentMeans,
  test: "count(cbc:PaymentMeansCode[@name]) <= 1",
  holds: (means) =>
    code.count(means) <= 1 || code.all(means).filter((one) => attribute(one, "name") !== undefined).length <= 1,
  because: ["cbc:PaymentMeansCode"],
});

function once(id: string, of: Context, says: string, hint: string, term: string, steps: string): Rule {
  return defineRule({
    id,
    says,
    hint,
    source: pintAe(term),
    of,
    holds: atMost(steps),
    because: [steps],
  });
}

export const paymentMeansHasOneCode = once(
  "IBR-SR-27",
  paymentMeans,
  "A way to pay must not have more than one code.",
  "Write one entry of payment_means per code.",
  "IBT-081",
  "cbc:PaymentMeansCode",
);

export const paymentMeansHasOneMandate = once(
  "IBR-SR-28",
  paymentMeans,
  "A way to pay must not name more than one mandate.",
  "Keep one payment_mandate.",
  "IBT-089",
  "cac:PaymentMandate/cbc:ID",
);

export const documentHasOneCard = once(
  "IBR-066",
  documentRoot,
  "The document must not name more than one payment card.",
  "Keep one card_account.",
  "IBG-18",
  "cac:PaymentMeans/cac:CardAccount",
);

export const documentHasOneMandate = once(
  "IBR-067",
  documentRoot,
  "The document must not name more than one payment mandate.",
  "Keep one payment_mandate.",
  "IBG-19",
  "cac:PaymentMeans/cac:PaymentMandate",
);

export const bankAddressHasOneExtraLine = once(
  "IBR-SR-59",
  bankAddress,
  "The address of the bank branch must not have more than one extra line.",
  "Put the extra lines into one.",
  "IBT-174",
  "cac:AddressLine/cbc:Line",
);

export const paymentTermsHaveOneNote = once(
  "IBR-SR-05",
  paymentTerms,
  "Payment terms must not have more than one note.",
  "Put everything into one note.",
  "IBT-020",
  "cbc:Note",
);

export const paymentTermsHaveOneMeans = once(
  "IBR-SR-60",
  paymentTerms,
  "Payment terms must not name more than one way to pay.",
  "Keep one payment_means_id.",
  "IBT-187",
  "cbc:PaymentMeansID",
);
