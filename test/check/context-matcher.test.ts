import { expect, test } from "vitest";
import { contextMatcher, contextsByName } from "../../src/check/contexts/context-matcher.ts";
import { rulesOf } from "../../src/check/registry.ts";
import type { Context } from "../../src/check/rule.ts";
import { editions } from "../../src/document/index.ts";

test.each(editions.map(({ id }) => id))(
  "edition %s: every name finds the contexts that it may go to, in their order",
  (id) => {
    const { patterns } = rulesOf(id);
    const steps = patterns.flat().flatMap(({ paths }) => paths.flatMap((path) => path.split("/")));
    const names = new Set([...steps.map((step) => step.replace("*", "Any")), "cbc:IssueTime", "unknown", ""]);
    const parents = ["", ...names];
    const byName = contextsByName(patterns);
    for (const name of names) {
      const fitting = (of: ReadonlyArray<readonly Context[]>) =>
        of
          .map((contexts) =>
            contexts.filter((context) => parents.some((parent) => contextMatcher(context, name, parent) !== undefined)),
          )
          .filter((contexts) => contexts.length > 0);
      expect(fitting(byName(name))).toEqual(fitting(patterns));
    }
  },
);
