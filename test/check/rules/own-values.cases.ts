import { creditNote, invoice } from "../../support/documents.ts";
import { add, at, make, set } from "../../support/edit-tree.ts";
import { type Given, type RuleCases, xml } from "../../support/rule-cases.ts";
import { reverseChargeLine } from "../../support/vat-lines.ts";

/** The invoice with an additional element at a path. */
const adding = (path: string, name: string, text: string, attributes?: Readonly<Record<string, string>>): Given =>
  xml(invoice(), (root) => add(root, path, make(name, text, attributes)));

const inAed = { currencyID: "AED" };
const pdf = { mimeCode: "application/pdf", filename: "note.pdf" };

/** The invoice with an attached file. */
const attaching = (content: string): Given =>
  xml(invoice(), (root) => {
    const file = make("cac:Attachment", [make("cbc:EmbeddedDocumentBinaryObject", content, pdf)]);
    add(root, "", make("cac:AdditionalDocumentReference", [make("cbc:ID", "note"), file]));
  });

/** The invoice with terms of payment. */
const terms = (name: string, text: string): Given =>
  xml(invoice(), (root) =>
    add(root, "", make("cac:PaymentTerms", [make(name, text, name.endsWith("Amount") ? inAed : undefined)])),
  );

const extension = "cac:InvoiceLine/cac:ItemPriceExtension";

export const cases: RuleCases = {
  "SB-0903": {
    holds: {
      "an invoice as it is written": invoice(),
      "a credit note as it is written": creditNote(),
      "a sign, a point at the end and blanks around": adding(
        "cac:InvoiceLine/cac:Item",
        "cbc:PackSizeNumeric",
        " +12. ",
      ),
      "an empty number, which IBR-079 reports": {
        given: adding("cac:InvoiceLine/cac:Item", "cbc:PackSizeNumeric", ""),
        also: ["IBR-079"],
      },
    },
    breaks: {
      "a comma in the amount of a line in AED": {
        given: xml(invoice(), (root) => set(root, `${extension}/cbc:Amount`, "1,000.00")),
        at: [`/Invoice/cac:InvoiceLine[1]/cac:ItemPriceExtension/cbc:Amount`],
      },
      "an empty amount, which IBR-079 does not see": {
        given: xml(invoice(), (root) => set(root, `${extension}/cac:TaxTotal/cbc:TaxAmount`, "")),
        at: ["/Invoice/cac:InvoiceLine[1]/cac:ItemPriceExtension/cac:TaxTotal/cbc:TaxAmount"],
        also: ["SB-0706"],
      },
      "an amount of the terms of payment that is a word": {
        given: terms("cbc:Amount", "abc"),
        at: ["/Invoice/cac:PaymentTerms/cbc:Amount"],
      },
      "a rate in words under reverse charge, which no published rule reads": {
        given: xml(invoice({ document_lines: [reverseChargeLine()] }), (root) =>
          set(root, "cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent", "nil"),
        ),
        at: ["/Invoice/cac:InvoiceLine[1]/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent"],
      },
      "a percentage with its sign": {
        given: terms("cbc:PaymentPercent", "30%"),
        at: ["/Invoice/cac:PaymentTerms/cbc:PaymentPercent"],
      },
      "a quantity with an exponent, which the published test reads": {
        given: xml(invoice(), (root) => {
          const quantity = at(root, "cac:InvoiceLine/cbc:InvoicedQuantity");
          quantity.text += "E0";
        }),
        at: ["/Invoice/cac:InvoiceLine[1]/cbc:InvoicedQuantity"],
      },
    },
  },
  "SB-0904": {
    holds: {
      "a day": terms("cbc:PaymentDueDate", "2026-07-31"),
    },
    skips: {
      "an empty date, which IBR-079 reports": { given: terms("cbc:PaymentDueDate", ""), also: ["IBR-079"] },
    },
    breaks: {
      "a day that the calendar does not have": {
        given: terms("cbc:PaymentDueDate", "2026-06-31"),
        at: ["/Invoice/cac:PaymentTerms/cbc:PaymentDueDate"],
      },
      "a day written the other way round": {
        given: terms("cbc:InstallmentDueDate", "31/07/2026"),
        at: ["/Invoice/cac:PaymentTerms/cbc:InstallmentDueDate"],
      },
    },
  },
  "SB-0905": {
    holds: {
      "a word": adding("", "cbc:CopyIndicator", "false"),
      "a digit": adding("", "cbc:CopyIndicator", "1"),
    },
    skips: {
      "an empty indicator, which IBR-079 reports": { given: adding("", "cbc:CopyIndicator", ""), also: ["IBR-079"] },
    },
    breaks: {
      "a yes": { given: adding("", "cbc:CopyIndicator", "yes"), at: ["/Invoice/cbc:CopyIndicator"] },
      capitals: {
        given: adding("cac:InvoiceLine", "cbc:FreeOfChargeIndicator", "TRUE"),
        at: ["/Invoice/cac:InvoiceLine[1]/cbc:FreeOfChargeIndicator"],
      },
    },
  },
  "SB-0906": {
    holds: {
      "a file": attaching("JVBERi0xLjQK"),
      "a file in lines": attaching("JVBE\nRi0x\nLjQK\n"),
    },
    breaks: {
      "a file that was cut": {
        given: attaching("JVBERi0xLjQ"),
        at: ["/Invoice/cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject"],
      },
      "other characters": {
        given: attaching("JVBE*i0xLjQK"),
        at: ["/Invoice/cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject"],
      },
    },
  },
  "SB-0907": {
    holds: { "an amount with its currency": terms("cbc:PenaltyAmount", "10.00") },
    breaks: {
      "an amount without a currency": {
        given: xml(invoice(), (root) => add(root, "", make("cac:PaymentTerms", [make("cbc:PenaltyAmount", "10.00")]))),
        at: ["/Invoice/cac:PaymentTerms/cbc:PenaltyAmount"],
      },
    },
  },
};
