import { daysBetween, isDay } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { Prepared } from "./prepared.ts";

/** More days between rate and supply than a weekend with holidays has. */
const mostDays = 5;

/** A remark on the day of the rate: it should be that of the supply. */
export function rateDateOff({ document, rateDate, spot }: Prepared): Problem[] {
  const supplied = document?.delivery?.actual_delivery_date ?? document?.issue_date ?? "";
  if (rateDate === undefined || !isDay(supplied)) return [];
  const late = daysBetween(rateDate, supplied);
  if (late >= 0 && late <= mostDays) return [];
  const named = document?.delivery?.actual_delivery_date === undefined ? "the document is dated" : "the supply was on";
  const message = `The exchange rate is for ${rateDate}, but ${named} ${supplied}.`;
  const hint = "Use the rate that the Central Bank published for the date of supply.";
  return [
    problem("rate-date-off", message, hint, {
      where: spot?.("tax_exchange_rate.calculation_rate"),
      severity: "warning",
    }),
  ];
}
