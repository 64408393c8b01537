import { type Problem, problem, type Spot } from "../problem/index.ts";

export const callFirst =
  "Call the supplier on a telephone number that you knew before, never on a number from the message that announced the change.";
/** With this option, a script confirms that the change was verified. */
export const acceptFlag = "--accept-changed-supplier";
const hint = `${callFirst} Then answer yes, or add ${acceptFlag}.`;

export function fraudWarning(message: string, where: Spot): Problem {
  return problem("supplier-changed", message, hint, { where, severity: "warning" });
}

/** Says how much changed, because a single changed digit is easily overlooked. */
export function howMuch(a: string, b: string): string {
  if (a.length !== b.length || a === "") return "";
  const places = [...a].flatMap((sign, at) => (sign === b[at] ? [] : [ordinal(at + 1)]));
  if (places.length > 3) return "";
  return places.length === 1
    ? ` Only the ${places[0]} character differs.`
    : ` Only the ${places.join(" and the ")} characters differ.`;
}

function ordinal(place: number): string {
  const ending = place % 100 >= 11 && place % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}
