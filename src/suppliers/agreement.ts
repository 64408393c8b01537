import { daysBetween, isDay } from "../document/index.ts";
import { type Problem, problem, type Spot, suggest } from "../problem/index.ts";
import { fieldWord } from "./missing.ts";
import type { Supplier } from "./supplier.ts";

/** How many days before the end or the yearly review of an agreement selfbill starts to warn about it. */
export const soon = 30;

export type AgreementState = "missing" | "not-yet" | "expired" | "to-check" | "ending" | "valid";

/**
 * Returns the state of the agreement for a document dated `day`; `today` determines whether it ends soon. Days are
 * YYYY-MM-DD.
 */
export function agreementState(supplier: Supplier, day: string, today: string = day): AgreementState {
  const { agreement_number: number, agreement_date: from, agreement_expiry: to } = supplier;
  const isUnclear = unclearDates(supplier).length > 0;
  if (number === undefined && from === undefined && !isUnclear) return "missing";
  if (from !== undefined && from > day) return "not-yet";
  if (to !== undefined && to < day) return "expired";
  if (isUnclear) return "to-check";
  return to !== undefined && daysBetween(today, to) <= soon ? "ending" : "valid";
}

/** Returns strings such as `last day of the agreement "31/02/2027"`. */
function unclearDates({ to_check: check = {} }: Supplier): string[] {
  return ["agreement_date", "agreement_expiry"].flatMap((field) =>
    check[field] === undefined ? [] : [`${fieldWord(field)} “${check[field]}”`],
  );
}

/** Returns the day one year after the start or the last review; undefined if neither is known. */
export function nextReview({ agreement_date: from, agreement_reviewed: reviewed }: Supplier): string | undefined {
  const last = [from, reviewed]
    .filter((each) => each !== undefined && isDay(each))
    .sort()
    .at(-1);
  return last && aYearAfter(last);
}

/** Returns the same day one year later; 1 March for 29 February. Days are YYYY-MM-DD. */
export function aYearAfter(day: string): string {
  const next = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
  return isDay(next) ? next : next.replace(/02-29$/, "03-01");
}

/** Returns one warning for all reviews due by `today` (YYYY-MM-DD) or within 30 days. */
export function reviewProblems(suppliers: readonly Supplier[], today: string): Problem[] {
  const due = suppliers.flatMap((each) => {
    const by = nextReview(each);
    const isOpen = by !== undefined && daysBetween(today, by) <= soon && agreementState(each, today) !== "expired";
    return isOpen ? [{ name: each.supplier, by }] : [];
  });
  if (due.length === 0) return [];
  const names = due.slice(0, 8).map(({ name, by }) => `${name} (${by})`);
  const more = due.length > names.length ? ` and ${due.length - names.length} more` : "";
  const message = `The yearly review of the self-billing agreement is due with ${names.join(", ")}${more}.`;
  const hint = `Check that it still holds; then: ${suggest`suppliers agreement NAME --reviewed`}`;
  return [problem("agreement-ending", message, hint, { severity: "warning" })];
}

const lost = "Without a valid agreement the buyer may lose the input VAT.";

/** Checks the agreement for a document dated `day`. Returns only warnings, because the book may be incomplete. */
export function agreementProblems(supplier: Supplier, day: string, today: string, where: Spot): Problem[] {
  const { supplier: name, agreement_date: from = "", agreement_expiry: to = "" } = supplier;
  const more = { where, severity: "warning" } as const;
  const edit = `${suggest`suppliers edit ${name} --set`}`;
  switch (agreementState(supplier, day, today)) {
    case "missing":
      return [
        problem(
          "agreement-missing",
          `The supplier book has no self-billing agreement with ${name}.`,
          `${lost} Agree in writing first; then: ${edit} agreement_number=NUMBER --set agreement_date=YYYY-MM-DD`,
          more,
        ),
      ];
    case "not-yet":
      return [
        problem(
          "agreement-not-valid",
          `The self-billing agreement with ${name} begins on ${from}, after the date of this document (${day}).`,
          `${lost} Check the date of the document; if the agreement is older: ${edit} agreement_date=YYYY-MM-DD`,
          more,
        ),
      ];
    case "expired":
      return [
        problem(
          "agreement-not-valid",
          `The self-billing agreement with ${name} ended on ${to}, before the date of this document (${day}).`,
          `${lost} Renew it first; then: ${edit} agreement_expiry=YYYY-MM-DD`,
          more,
        ),
      ];
    case "to-check":
      return [
        problem(
          "agreement-not-valid",
          `It is not known whether the self-billing agreement with ${name} is valid: ${unclearDates(supplier).join(", ")}.`,
          `${lost} Look at the agreement; then: ${edit} agreement_date=YYYY-MM-DD --set agreement_expiry=YYYY-MM-DD`,
          more,
        ),
      ];
    case "ending": {
      const left = daysBetween(today, to);
      const when =
        left < 0 ? "has ended" : left === 0 ? "ends today" : `ends in ${left} ${left === 1 ? "day" : "days"}`;
      return [
        problem(
          "agreement-ending",
          `The self-billing agreement with ${name} ${when} (${to}).`,
          `${left < 0 ? "It covers the date of this document, but not later ones. Renew it before the next invoice" : "Renew it in time"}; then: ${edit} agreement_expiry=YYYY-MM-DD`,
          more,
        ),
      ];
    }
    case "valid":
      return [];
  }
}
