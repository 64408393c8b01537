import { daysBetween, isDay } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { Prepared } from "./prepared.ts";

/** Maximum number of days from rate to supply; a weekend with holidays is shorter. */
const mostDays = 5;

/** Warns if the date of the rate is too far from the date of supply, on which the rate should be based. */
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
