import type { Problem } from "../../problem/index.ts";

/** Repeats the check with valid values in these fields. */
export type Rechecked = (paths: readonly string[]) => Promise<readonly Problem[]>;

/**
 * Removes findings that are only consequences of another error, so that one wrong cell is reported once. `spoilt` lists
 * the fields whose cells could not be read. A finding stays if it also occurs with valid values.
 */
export async function withoutEchoes(
  problems: readonly Problem[],
  spoilt: readonly string[],
  recheck: Rechecked,
): Promise<readonly Problem[]> {
  const wrong = problems.filter(isSpoilt);
  const others = problems.filter((each) => !isSpoilt(each));
  const first = unique([...spoilt, ...wrong.flatMap(pathOf)]);
  if (others.length === 0 || (first.length === 0 && !others.some(isMissing))) return problems;
  const mended = first.length === 0 ? others : remaining(others, await recheck(first));
  const missing = mended.filter(isMissing);
  if (missing.length === 0) return [...wrong, ...mended];
  const rules = mended.filter((each) => !isMissing(each));
  const second = rules.length === 0 ? [] : await recheck(unique([...first, ...missing.flatMap(pathOf)]));
  return [...wrong, ...missing, ...remaining(rules, second)];
}

/** Whether the value is invalid; a value with only a warning is used as it is. */
const isSpoilt = ({ code, severity }: Problem): boolean => code === "wrong-value" && severity === "error";
const pathOf = ({ where }: Problem): string[] => (where?.path === undefined ? [] : [where.path]);
const unique = (paths: readonly string[]): string[] => [...new Set(paths)];
const isMissing = ({ code }: Problem): boolean => code === "missing-field" || code === "scenario-field-missing";

/** Returns the earlier problems that also occur in the repeated check. */
function remaining(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  const keyOf = ({ code, where }: Problem): string => `${code} ${where?.path ?? ""}`;
  const still = new Set(after.map(keyOf));
  return before.filter((each) => still.has(keyOf(each)));
}
