import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, invoice, line } from "../../support/documents.ts";
import { double, remove, set, setAttribute } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const first = "cac:InvoiceLine";
const place = "/Invoice/cac:InvoiceLine[1]";
const price = `${first}/cac:Price`;
const discount = `${price}/cac:AllowanceCharge`;
const both = { "an invoice": invoice(), "a credit note": creditNote() };
const changed = (edit: (root: UblElement) => void, document = invoice()) => xml(document, edit);
const withLine = (change: Parameters<typeof line>[0]) => invoice({ document_lines: [line(change)] });
const gtin = withLine({ standard_item_identification: { id: "6291041500213", scheme_id: "0160" } });
const coloured = withLine({ additional_item_property: [{ name: "Colour", value: "Sand" }] });
/** Makes the price and its base amount negative but consistent, so that only the sign is wrong. */
const negative = (root: UblElement) => {
  set(root, `${price}/cbc:PriceAmount`, "-250");
  set(root, `${discount}/cbc:BaseAmount`, "-250");
};

export const cases: RuleCases = {
  "IBR-025": {
    holds: both,
    breaks: {
      "no name": { given: withLine({ name: "" }), at: ["document_lines[0]"] },
      "a blank name": {
        given: changed((root) => set(root, `${first}/cac:Item/cbc:Name`, "\t")),
        at: [place],
        also: ["IBR-079"],
      },
    },
  },
  "IBR-SR-50": {
    holds: both,
    breaks: {
      "two descriptions": {
        given: changed((root) => double(root, `${first}/cac:Item/cbc:Description`)),
        at: [place],
      },
    },
  },
  "IBR-054": {
    holds: { "a name and a value": coloured },
    breaks: {
      "no value": {
        given: withLine({ additional_item_property: [{ name: "Colour" }] }),
        at: ["document_lines[0].additional_item_property[0]"],
      },
      "no name": {
        given: withLine({ additional_item_property: { value: "Sand" } }),
        at: ["document_lines[0].additional_item_property"],
      },
    },
  },
  "IBR-026": {
    holds: both,
    breaks: {
      "no price amount": {
        given: changed((root) => remove(root, `${price}/cbc:PriceAmount`)),
        at: [place],
        also: ["ALIGNED-IBRP-004", "IBR-027", "IBR-147-AE"],
      },
    },
  },
  "IBR-027": {
    holds: { ...both, "a price of 0": changed((root) => set(root, `${price}/cbc:PriceAmount`, "0"), free()) },
    breaks: {
      "a negative price": { given: changed(negative), at: [place], also: ["IBR-028", "IBR-147-AE"] },
      "a price that is no number": {
        given: changed((root) => set(root, `${price}/cbc:PriceAmount`, "250 AED")),
        at: [place],
        also: ["ALIGNED-IBRP-004", "IBR-147-AE"],
      },
    },
  },
  "IBR-028": {
    holds: { ...both, "a discount of everything": free() },
    breaks: {
      "a negative gross price": {
        given: changed((root) => {
          set(root, `${discount}/cbc:BaseAmount`, "-1");
          set(root, `${discount}/cbc:Amount`, "-251");
        }),
        at: [place],
      },
    },
    skips: {
      "no gross price": {
        given: changed((root) => remove(root, `${discount}/cbc:BaseAmount`)),
        also: ["IBR-126-AE"],
      },
    },
  },
  "IBR-083": {
    holds: {
      ...both,
      "blanks around the word": changed((root) => set(root, `${discount}/cbc:ChargeIndicator`, " false ")),
    },
    breaks: {
      "a charge on the price": {
        given: changed((root) => set(root, `${discount}/cbc:ChargeIndicator`, "true")),
        at: [`${place}/cac:Price/cac:AllowanceCharge`],
      },
      "0 instead of the word": {
        given: changed((root) => set(root, `${discount}/cbc:ChargeIndicator`, "0")),
        at: [`${place}/cac:Price/cac:AllowanceCharge`],
      },
    },
  },
  "IBR-111": {
    holds: both,
    breaks: {
      "two discounts": { given: changed((root) => double(root, discount)), at: [place] },
    },
  },
  "IBR-087": {
    holds: { ...both, "a price for a hundred": withLine({ price: { base_amount: "250", base_quantity: "100" } }) },
    breaks: {
      "a price for none": {
        given: changed((root) => set(root, `${price}/cbc:BaseQuantity`, "0")),
        at: [place],
        also: ["IBR-147-AE"],
      },
      "a price for less than none": {
        given: changed((root) => set(root, `${price}/cbc:BaseQuantity`, "-1")),
        at: [place],
        also: ["IBR-147-AE"],
      },
    },
    skips: {
      "no base quantity": {
        given: changed((root) => remove(root, `${price}/cbc:BaseQuantity`)),
        also: ["IBR-126-AE", "IBR-147-AE"],
      },
    },
  },
  "IBR-088": {
    holds: both,
    breaks: {
      "a price per piece for boxes": {
        given: changed((root) => setAttribute(root, `${price}/cbc:BaseQuantity`, "unitCode", "H87")),
        at: [`${place}/cac:Price/cbc:BaseQuantity`],
      },
    },
    skips: {
      "no unit beside the base quantity": changed((root) =>
        setAttribute(root, `${price}/cbc:BaseQuantity`, "unitCode", undefined),
      ),
    },
  },
  "IBR-064": {
    holds: { "a GTIN with its scheme": gtin },
    breaks: {
      "a number without a scheme": {
        given: withLine({ standard_item_identification: { id: "6291041500213" } }),
        at: ["document_lines[0].standard_item_identification.id"],
      },
    },
  },
  "IBR-065": {
    holds: both,
    breaks: {
      "a code without its list": {
        given: changed((root) =>
          setAttribute(
            root,
            `${first}/cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode`,
            "listID",
            undefined,
          ),
        ),
        at: [`${place}/cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode`],
        also: ["IBR-188-AE"],
      },
    },
  },
};

/** An item that costs nothing: 250 less a discount of 250. */
function free() {
  return withLine({ price: { base_amount: "250", allowance: { amount: "250" } } });
}
