import { type Amount, amount, isDecimalText, money } from "../money.ts";
import { hasFlag } from "../scenario-flags.ts";
import type { SelfBilledDocument, TaxCategory } from "../shapes.ts";
import type { CheckContext, FieldProblem } from "./field-problem.ts";
import { isRecord } from "./fields.ts";
import { isPresent } from "./is-present.ts";
import type { Tier } from "./refined.ts";

export function findConflicts(document: SelfBilledDocument, context: CheckContext): FieldProblem[] {
  return [
    typeCode(document, context),
    summaryPeriod(document),
    ...mixedRates(document),
    ...exemptCharges(document),
    rateOfAnotherCurrency(document),
    finerThanPayable(document),
  ].filter((found) => found !== undefined);
}

const wrong = (path: string, tier: Tier, message: string, hint: string): FieldProblem => ({
  path,
  code: "wrong-value",
  tier,
  absent: false,
  always: true,
  message,
  hint,
});

/** Version 20260101 requires 389; version 20260507 overwrites any value (Decision 11). */
function typeCode(document: SelfBilledDocument, context: CheckContext): FieldProblem | undefined {
  const code = document.invoice_type_code;
  if (context.kind !== "invoice" || context.version !== "20260101" || !isPresent(code) || code === "389")
    return undefined;
  return wrong(
    "invoice_type_code",
    "T1",
    `${String(code)} is not the type code of a self-billed invoice.`,
    "Write 389, or leave it out.",
  );
}

/** The rate must convert the document's currency into AED; any other rate would make every amount wrong. */
function rateOfAnotherCurrency({
  document_currency_code: currency,
  tax_exchange_rate: rate,
}: SelfBilledDocument): FieldProblem | undefined {
  const source = isRecord(rate) ? rate.source_currency_code : undefined;
  if (!isPresent(source) || !isPresent(currency) || currency === "AED" || source === currency) return undefined;
  const message = `The exchange rate is that of ${String(source)}, and the document is in ${String(currency)}.`;
  return wrong("tax_exchange_rate.source_currency_code", "T2", message, `Write ${String(currency)}, and its rate.`);
}

/**
 * The amount to pay has at most two decimals (IBR-091), so further decimals of the prepaid amount and the rounding must
 * cancel out.
 */
function finerThanPayable(document: SelfBilledDocument): FieldProblem | undefined {
  const amountOf = (name: "prepaid_amount" | "payable_rounding_amount") => {
    const text = document[name];
    return amount(typeof text === "string" && isDecimalText(text) ? text : "0");
  };
  const isFine = (value: Amount): boolean => !money.equal(money.round2(value), value);
  const prepaid = amountOf("prepaid_amount");
  if (!isFine(money.subtract(amountOf("payable_rounding_amount"), prepaid))) return undefined;
  const path = isFine(prepaid) ? "prepaid_amount" : "payable_rounding_amount";
  const message = `${document[path]} has more than two decimals, and so has the amount to pay.`;
  return wrong(path, "T3", message, "Round it to two decimals.");
}

/** In a summary document (flag 4) a billing frequency alone is not a period: at least one date is needed (§4.12). */
function summaryPeriod(document: SelfBilledDocument): FieldProblem | undefined {
  const period = document.invoice_period;
  if (!hasFlag(document.profile_execution_id, 4) || !isRecord(period) || !isPresent(period)) return undefined;
  if (isPresent(period.start_date) || isPresent(period.end_date)) return undefined;
  return {
    ...wrong("invoice_period", "T1", "The period of a summary document needs a date.", "Add start_date or end_date."),
    code: "scenario-field-missing",
  };
}

/** The breakdown has one group for AE and one for N, so a document can contain only one rate of each (Decision 23). */
function mixedRates(document: SelfBilledDocument): FieldProblem[] {
  const lines = Array.isArray(document.document_lines) ? document.document_lines : [];
  const first = new Map<string, string>();
  return lines.flatMap((line, index) => {
    const category: TaxCategory | undefined = isRecord(line)
      ? (line.classified_tax_category as TaxCategory | undefined)
      : undefined;
    const { id, percent } = category ?? {};
    if ((id !== "AE" && id !== "N") || typeof percent !== "string" || !isDecimalText(percent)) return [];
    const rate = percent.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
    const before = first.get(id) ?? rate;
    first.set(id, before);
    if (before === rate) return [];
    const path = `document_lines[${index}].classified_tax_category.percent`;
    return [
      wrong(
        path,
        "T2",
        `Category ${id} has rate ${percent} here and ${before} before.`,
        "Write one document for each rate.",
      ),
    ];
  });
}

/** A document-level exempt charge or allowance needs its reason code (Decision 23; IBR-168-AE, IBR-169-AE). */
function exemptCharges(document: SelfBilledDocument): FieldProblem[] {
  return (["charges", "allowances"] as const).flatMap((list) => {
    const entries = Array.isArray(document[list]) ? document[list] : [];
    return entries.flatMap((entry, index) =>
      isRecord(entry) && isRecord(entry.tax_category) && entry.tax_category.id === "E" && !isPresent(entry.reason_code)
        ? [
            {
              ...wrong(
                `${list}[${index}].reason_code`,
                "T2",
                "An exempt charge or allowance needs its reason code.",
                "Add reason_code.",
              ),
              code: "missing-field" as const,
              absent: true,
              always: false,
            },
          ]
        : [],
    );
  });
}
