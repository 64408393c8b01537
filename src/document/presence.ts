import type { CheckContext, FieldProblem } from "./check-fields.ts";
import { isRecord, pathText } from "./fields.ts";
import { type Group, isPresent, type Presence, presenceRules } from "./presence-rules.ts";
import type { SelfBilledDocument } from "./shapes.ts";

/** Every mandatory field that is absent or blank. */
export function findMissing(document: SelfBilledDocument, context: CheckContext): FieldProblem[] {
  return presenceRules
    .filter((rule) => rule.only === undefined || rule.only === context.kind)
    .flatMap((rule) =>
      placesOf(document as Group, rule).flatMap(({ steps, group, name }): FieldProblem[] => {
        if (isPresent(group[name]) || !(rule.when?.(group, document) ?? true)) return [];
        const { code = "missing-field", tier, always = tier === "T1", hint, says } = rule;
        const message = says ?? `${name} is missing.`;
        return [{ path: pathText([...steps, name]), code, tier, absent: true, always, message, hint }];
      }),
    );
}

interface Place {
  readonly steps: readonly PropertyKey[];
  readonly group: Group;
  readonly name: string;
}

/** The groups a rule speaks of. A scenario's field is demanded even where the group above it is absent. */
function placesOf(document: Group, rule: Presence): Place[] {
  const names = rule.at.split(".");
  const name = names.pop() as string;
  let places: Place[] = [{ steps: [], group: document, name }];
  for (const step of names) {
    const list = step.endsWith("[]");
    const key = list ? step.slice(0, -2) : step;
    places = places.flatMap(({ steps, group }): Place[] => {
      const value = group[key];
      if (list && Array.isArray(value)) {
        return value.flatMap((item, index) =>
          isRecord(item) ? [{ steps: [...steps, key, index], group: item, name }] : [],
        );
      }
      // One list of the request may also be written as a single group; elsewhere a group in place of a list is a fault of its own.
      if (isRecord(value) && (!list || key === "additional_item_property"))
        return [{ steps: [...steps, key], group: value, name }];
      const demanded = rule.code === "scenario-field-missing" && value === undefined;
      return demanded ? [{ steps: [...steps, key], group: {}, name }] : [];
    });
  }
  return places;
}
