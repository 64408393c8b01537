import { amount, formatAmount, isDecimalText } from "../money.ts";
import { lineKey } from "./credit-lines.ts";
import type { CreditedLine } from "./credited.ts";

/** Whether two credit notes take back the same: the same items, quantities and net amounts, in whatever order. */
export function creditsTheSame(one: readonly CreditedLine[], other: readonly CreditedLine[]): boolean {
  if (one.length === 0 || one.length !== other.length) return false;
  const [here, there] = [one, other].map((lines) => lines.map(keyOf).sort());
  return here?.every((each, at) => each === there?.[at]) === true;
}

/** Quantities and amounts are compared by their value: `2.00` is `2`. */
function keyOf({ name, unitCode, quantity, netAmount }: CreditedLine): string {
  const values = [quantity, netAmount].map((text) => (isDecimalText(text) ? formatAmount(amount(text)) : text));
  return JSON.stringify([lineKey(name, unitCode), ...values]);
}
