import { atMost, contextIsTheFault, exists, existsOneOf, saying } from "../conditions.ts";
import { allowance, allowanceOrCharge, charge } from "../contexts/contexts-shared.ts";
import { type Context, defineRule, pintAe, type Rule } from "../rule.ts";
import { inLine } from "../xpath.ts";

/**
 * Applies only to an entry that is neither an allowance nor a charge: the published test can never pass, but the schema
 * rejects such an entry first.
 */
export const indicatorIsTrueOrFalse = defineRule({
  id: "IBR-082",
  says: "An allowance or charge must say which of the two it is: its indicator must be true (charge) or false (allowance).",
  hint: "selfbill writes it; in an XML file of another program set ChargeIndicator to true or false.",
  source: pintAe("IBG-20", "IBG-21"),
  of: allowanceOrCharge,
  test: "cbc:ChargeIndicator castable as xs:boolean",
  holds: contextIsTheFault,
  because: ["cbc:ChargeIndicator"],
});

interface Kind {
  readonly of: Context;
  readonly name: string;
  readonly list: string;
}
const allowances: Kind = { of: allowance, name: "allowance", list: "allowances" };
const charges: Kind = { of: charge, name: "charge", list: "charges" };
type Level = "document" | "line" | "any";

const isOn: Readonly<Record<Level, Rule["when"]>> = {
  document: saying("empty(ancestor::cac:InvoiceLine | ancestor::cac:CreditNoteLine)", (element) => !inLine(element)),
  line: saying("exists(ancestor::cac:InvoiceLine | ancestor::cac:CreditNoteLine)", inLine),
  any: undefined,
};

function atLevel(rule: Omit<Rule, "flag" | "layer">, level: Level): Rule {
  const when = isOn[level];
  return defineRule({ ...rule, ...(when === undefined ? {} : { when }) });
}

function withAmount(id: string, { of, name, list }: Kind, level: "document" | "line", term: string): Rule {
  return atLevel(
    {
      id,
      says: `A ${level} ${name} must have an amount.`,
      hint: `Add amount to the entry of ${list}.`,
      source: pintAe(term),
      of,
      holds: exists("cbc:Amount"),
    },
    level,
  );
}

function withReason(id: string, { of, name, list }: Kind, level: Level, ...terms: string[]): Rule {
  return atLevel(
    {
      id,
      says: `A ${level === "any" ? "document or line" : level} ${name} must give a reason, in words or as a code.`,
      hint: `Add reason or reason_code to the entry of ${list}.`,
      source: pintAe(...terms),
      of,
      holds: existsOneOf("cbc:AllowanceChargeReason", "cbc:AllowanceChargeReasonCode"),
    },
    level,
  );
}

function withOneReason(id: string, { of, name }: Kind, ...terms: string[]): Rule {
  return defineRule({
    id,
    says: `A document or line ${name} must not give more than one reason in words.`,
    hint: "Put the reasons into one.",
    source: pintAe(...terms),
    of,
    holds: atMost("cbc:AllowanceChargeReason"),
    because: ["cbc:AllowanceChargeReason"],
  });
}

export const documentAllowanceHasAnAmount = withAmount("IBR-031", allowances, "document", "IBT-092");
export const documentAllowanceHasAReason = withReason("IBR-033", allowances, "document", "IBT-097", "IBT-098");
export const allowanceHasOneReason = withOneReason("IBR-SR-30", allowances, "IBT-097", "IBT-139");
export const lineAllowanceHasAnAmount = withAmount("IBR-041", allowances, "line", "IBT-136");
export const lineAllowanceHasAReason = withReason("IBR-042", allowances, "line", "IBT-139", "IBT-140");
export const documentChargeHasAnAmount = withAmount("IBR-036", charges, "document", "IBT-099");
export const documentChargeHasAReason = withReason("IBR-038", charges, "document", "IBT-104", "IBT-105");
export const chargeHasOneReason = withOneReason("IBR-SR-31", charges, "IBT-104", "IBT-144");
export const lineChargeHasAnAmount = withAmount("IBR-043", charges, "line", "IBT-141");
/**
 * Intended for lines, but document charges are tested too; those without a reason break both this rule and IBR-038.
 */
export const chargeHasAReason = withReason("IBR-044", charges, "any", "IBT-144", "IBT-145");
