import type { AllowanceOrCharge } from "../../../src/document/index.ts";
import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, invoice, line } from "../../support/documents.ts";
import { double, remove, set } from "../../support/edit-tree.ts";
import { type CasesOfRule, type RuleCases, xml } from "../../support/rule-cases.ts";

const standard = { id: "S", percent: "5" };
const plain = { "a document without any": invoice(), "a credit note without any": creditNote() };
const changed = (document: ReturnType<typeof invoice>, edit: (root: UblElement) => void) => xml(document, edit);
const onDocument = (list: "allowances" | "charges", change: Partial<AllowanceOrCharge> = {}) => {
  const reason_code = list === "charges" ? "FC" : "95";
  return invoice({ [list]: [{ reason_code, reason: "Freight", amount: "50.00", tax_category: standard, ...change }] });
};
const onLine = (list: "allowances" | "charges", change: Partial<AllowanceOrCharge> = {}) => {
  const reason_code = list === "charges" ? "AAA" : "95";
  return invoice({
    document_lines: [line({ [list]: [{ reason_code, reason: "Finish", amount: "1.50", ...change }] })],
  });
};
const noReason = { reason_code: "", reason: "" };
const documentEntry = "cac:AllowanceCharge";
const lineEntry = "cac:InvoiceLine/cac:AllowanceCharge";
const documentPlace = "/Invoice/cac:AllowanceCharge";
const linePlace = "/Invoice/cac:InvoiceLine[1]/cac:AllowanceCharge";

/**
 * Cases for a document-level allowance or charge without its amount, which also makes the rules about the sums fail.
 */
function documentAmount(list: "allowances" | "charges", total: string): CasesOfRule {
  return {
    holds: { "an amount": onDocument(list) },
    breaks: {
      "no amount": {
        given: changed(onDocument(list), (root) => remove(root, `${documentEntry}/cbc:Amount`)),
        at: [documentPlace],
        also: ["ALIGNED-IBRP-S-08", total],
      },
    },
    skips: { ...plain, "one of the line": onLine(list) },
  };
}

function lineAmount(list: "allowances" | "charges"): CasesOfRule {
  return {
    holds: { "an amount": onLine(list) },
    breaks: {
      "no amount": {
        given: changed(onLine(list), (root) => remove(root, `${lineEntry}/cbc:Amount`)),
        at: [linePlace],
        also: ["IBR-147-AE"],
      },
    },
    skips: { ...plain, "one of the document": onDocument(list) },
  };
}

function documentReason(list: "allowances" | "charges", ...also: string[]): CasesOfRule {
  return {
    holds: {
      "a code": onDocument(list, { reason: "" }),
      words: onDocument(list, { reason_code: "" }),
    },
    breaks: { "no reason": { given: onDocument(list, noReason), at: [`${list}[0]`], also } },
    skips: { ...plain, "one of the line": onLine(list) },
  };
}

function oneReason(list: "allowances" | "charges"): CasesOfRule {
  return {
    holds: { "one reason": onDocument(list), "one on the line": onLine(list) },
    breaks: {
      "two reasons on the document": {
        given: changed(onDocument(list), (root) => double(root, `${documentEntry}/cbc:AllowanceChargeReason`)),
        at: [documentPlace],
      },
      "two reasons on the line": {
        given: changed(onLine(list), (root) => double(root, `${lineEntry}/cbc:AllowanceChargeReason`)),
        at: [linePlace],
      },
    },
  };
}

const indicated = (text: string) =>
  changed(onDocument("charges"), (root) => set(root, `${documentEntry}/cbc:ChargeIndicator`, text));

export const cases: RuleCases = {
  "IBR-082": {
    holds: {},
    breaks: {
      "another word": {
        given: indicated("yes"),
        at: [documentPlace],
        also: ["ALIGNED-IBRP-S-08", "IBR-CO-12"],
      },
      "no indicator": {
        given: changed(onDocument("charges"), (root) => remove(root, `${documentEntry}/cbc:ChargeIndicator`)),
        at: [documentPlace],
        also: ["ALIGNED-IBRP-S-08", "IBR-CO-12"],
      },
    },
    skips: { ...plain, "a charge": onDocument("charges"), "an allowance": onDocument("allowances") },
  },
  "IBR-031": documentAmount("allowances", "IBR-CO-11"),
  "IBR-036": documentAmount("charges", "IBR-CO-12"),
  "IBR-041": lineAmount("allowances"),
  "IBR-043": lineAmount("charges"),
  "IBR-033": documentReason("allowances"),
  "IBR-038": documentReason("charges", "IBR-044"),
  "IBR-042": {
    holds: {
      "a code": onLine("allowances", { reason: "" }),
      words: onLine("allowances", { reason_code: "" }),
    },
    breaks: {
      "no reason": { given: onLine("allowances", noReason), at: ["document_lines[0].allowances[0]"] },
    },
    skips: { ...plain, "one of the document": onDocument("allowances") },
  },
  "IBR-044": {
    holds: {
      "a code on the line": onLine("charges", { reason: "" }),
      "words on the document": onDocument("charges", { reason_code: "" }),
    },
    breaks: {
      "no reason on the line": { given: onLine("charges", noReason), at: ["document_lines[0].charges[0]"] },
      "no reason on the document": {
        given: onDocument("charges", noReason),
        at: ["charges[0]"],
        also: ["IBR-038"],
      },
    },
    skips: plain,
  },
  "IBR-SR-30": oneReason("allowances"),
  "IBR-SR-31": oneReason("charges"),
};
