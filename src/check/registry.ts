import { aePatterns } from "./contexts-ae.ts";
import { sharedPatterns } from "./contexts-shared.ts";
import type { Context, Rule } from "./rule.ts";
import * as typeCodes from "./rules/type-codes.ts";

/** The modules of rules; every rule (or list of rules) they export is asked. */
const sharedModules: readonly object[] = [typeCodes];
const aeModules: readonly object[] = [];

function rulesIn(modules: readonly object[]): Rule[] {
  return modules.flatMap((module) => Object.values(module)).flat() as Rule[];
}

/** Every published rule, shared layer first. */
export const officialRules: readonly Rule[] = rulesIn([...sharedModules, ...aeModules]);

/** Every pattern of contexts; within one, an element goes to the first context that matches it. */
export const officialPatterns: ReadonlyArray<readonly Context[]> = [...sharedPatterns, ...aePatterns];
