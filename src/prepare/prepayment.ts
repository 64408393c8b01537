import { amount, isDecimalText, money } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { Prepared } from "./prepared.ts";

/** An amount that was paid before belongs to an invoice of its own, which the document is to name. */
export function unnamedPrepayment({ document, kind, spot }: Prepared): Problem[] {
  const { prepaid_amount: prepaid, billing_reference: named = [] } = document ?? {};
  if (kind !== "invoice" || prepaid === undefined || !isDecimalText(prepaid) || money.isZero(amount(prepaid)))
    return [];
  if (named.some(({ id }) => id?.trim())) return [];
  const message = `prepaid_amount is ${prepaid}, and billing_reference does not name the invoice of the prepayment.`;
  const hint = "Add billing_reference with the number and date of that invoice.";
  return [problem("prepayment-unnamed", message, hint, { severity: "warning", where: spot?.("prepaid_amount") })];
}
