import { daysBetween, isDay } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { Prepared } from "./prepared.ts";

/** Days between rate and supply; a weekend with holidays has fewer. */
const mostDays = 5;

/** The day of the rate should be that of the supply; a large difference is a warning. */
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
