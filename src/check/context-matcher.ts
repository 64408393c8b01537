import type { UblElement } from "../ubl/index.ts";
import type { Condition, Context } from "./rule.ts";

/**
 * How a context is asked of elements of one name: "always" when the name decides it, undefined when it can never match them, else the
 * condition.
 */
export function contextMatcher(context: Context, name: string): Condition | "always" | undefined {
  const above: Condition[] = [];
  let placed = false;
  for (const path of context.paths) {
    const absolute = path.startsWith("/");
    const steps = (absolute ? path.slice(1) : path).split("/");
    const last = steps.pop() as string;
    if (last.startsWith("@") || !nameFits(last, name)) continue;
    if (steps.length === 0 && !absolute) placed = true;
    else above.push(ancestorCheck(steps, absolute));
  }
  if (!placed && above.length === 0) return undefined;
  const { where } = context;
  if (placed) return where ?? "always";
  const place = anyOf(above);
  return where === undefined ? place : (element, facts) => place(element, facts) && where(element, facts);
}

/** Does an element name fit a step: exactly, or with one `*` for any run of characters? */
function nameFits(step: string, name: string): boolean {
  const star = step.indexOf("*");
  if (star < 0) return step === name;
  const start = step.slice(0, star);
  const end = step.slice(star + 1);
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

/** Are the ancestors, from the parent up, those of the steps; and for an absolute path, is the first of them the root? */
function ancestorCheck(steps: readonly string[], absolute: boolean): Condition {
  if (steps.length === 1 && !absolute && steps[0] !== "*") {
    const [parentName] = steps;
    return (element) => element.parent !== undefined && element.parent.name === parentName;
  }
  return (element) => {
    let at: UblElement | undefined = element.parent;
    for (let step = steps.length - 1; step >= 0; step--) {
      if (at === undefined || (steps[step] !== "*" && steps[step] !== at.name)) return false;
      at = at.parent;
    }
    return !absolute || at === undefined;
  };
}

function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  if (conditions.length === 1 && only !== undefined) return only;
  return (element, facts) => conditions.some((condition) => condition(element, facts));
}
