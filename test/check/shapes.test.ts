import { readdirSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { atMost } from "../../src/check/conditions.ts";
import { documentRoot } from "../../src/check/contexts/contexts-shared.ts";
import { Engine } from "../../src/check/engine/engine.ts";
import { type RulesOfEdition, rulesOf } from "../../src/check/registry.ts";
import type { Finding, Rule } from "../../src/check/rule.ts";
import { UblElement } from "../../src/ubl/index.ts";
import { invoice, line } from "../support/documents.ts";
import { set } from "../support/edit-tree.ts";
import { opened, type RuleCases, rootOf, treeOf } from "../support/rule-cases.ts";

/**
 * Results that depend only on element names are computed once per shape; the findings must be the same as if everything
 * were evaluated each time.
 */

const folder = new URL("./rules/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".cases.ts"));
const modules = await Promise.all(
  files.map((file) => import(new URL(file, folder).href) as Promise<{ cases: RuleCases }>),
);
const givens = modules.flatMap(({ cases }) =>
  Object.values(cases).flatMap(({ holds, breaks, skips = {} }) => [
    ...Object.values({ ...holds, ...skips }).map((value) => opened(value).given),
    ...Object.values(breaks).map(({ given }) => given),
  ]),
);
const everything = Number.POSITIVE_INFINITY;

function engines({ patterns, all }: RulesOfEdition, familiar: number) {
  const [known, never] = [new Engine(patterns, all, familiar), new Engine(patterns, all, everything)];
  return (root: UblElement, most = everything): readonly [Finding[], Finding[]] => [
    known.check(root, most),
    never.check(root, most),
  ];
}

test.each(["1.0.4", "1.0.2"] as const)("the cases of every rule, by edition %s", (edition) => {
  const both = engines(rulesOf(edition), 1);
  let broken = 0;
  for (const given of givens) {
    const [known, never] = both(rootOf(given));
    expect(known).toEqual(never);
    broken += never.length;
  }
  expect(broken).toBeGreaterThan(500);
});

test("a document that was checked often is asked as little as possible, and still everything that matters", () => {
  const both = engines(rulesOf("1.0.4"), 3);
  const lines = Array.from({ length: 5 }, () => line({}));
  for (let round = 0; round < 5; round++) expect(both(treeOf(invoice({ document_lines: lines })))).toEqual([[], []]);
  const wrong = treeOf(invoice({ document_lines: lines }));
  set(wrong, "cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID", "X");
  set(wrong, "cbc:IssueDate", "2026-13-01");
  const [known, never] = both(wrong);
  expect(known.length).toBeGreaterThan(2);
  expect(known).toEqual(never);
  for (const most of [1, 2, 3]) {
    const [few, asMany] = both(wrong, most);
    expect(few).toEqual(asMany);
  }
});

test("a rule about the number of lines is asked of each number", () => {
  const { patterns, all } = rulesOf("1.0.4");
  const [own] = all.filter(({ of }) => of === documentRoot).map(({ when: _, before: __, ...rule }) => rule);
  const twoLines: Rule = { ...(own as Rule), id: "SB-9999", holds: atMost("cac:InvoiceLine", 2) };
  const both = engines({ patterns, official: [], all: [twoLines] }, 1);
  for (const count of [1, 2, 3, 2, 1, 63, 64, 65, 1]) {
    const root = treeOf(invoice({ document_lines: Array.from({ length: count }, () => line({})) }));
    const found = both(root).map((findings) => findings.length);
    expect(found).toEqual(count > 2 ? [1, 1] : [0, 0]);
  }
});

const below = (element: UblElement): UblElement[] => [element, ...element.children.flatMap(below)];

function copyOf({ name, text, attributes, children }: UblElement): UblElement {
  const copy = new UblElement(name, text, attributes);
  for (const child of children) copy.append(copyOf(child));
  return copy;
}

type Edit = (element: UblElement, other: UblElement) => void;
const edits: readonly Edit[] = [
  (element) => {
    if (element.parent) element.parent.children = element.parent.children.filter((each) => each !== element);
  },
  (element) => element.parent?.append(copyOf(element)),
  (element, other) => element.append(copyOf(other)),
  (element) => {
    element.text = " ";
  },
  (element) => {
    element.text = "0";
  },
  (element, other) => {
    element.text = other.text;
  },
  (element, other) => {
    element.attributes = other.attributes;
  },
  (element) => {
    element.children = [...element.children].reverse();
  },
  (element) => {
    element.children = [];
  },
];

// SELFBILL_SHAPE_CASES sets the number of cases: 300 by default, 20000 for a long run.
test("whatever is changed in a tree, nothing else is found", () => {
  let both = engines(rulesOf("1.0.4"), 1);
  let count = 0;
  const edit = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...edits));
  fc.assert(
    fc.property(fc.constantFrom(...givens), fc.array(edit, { minLength: 1, maxLength: 4 }), (given, changes) => {
      // An engine keeps only a limited number of shapes, so a new one is made after every 50 cases.
      count += 1;
      if (count % 50 === 0) both = engines(rulesOf("1.0.4"), 1);
      const root = copyOf(rootOf(given));
      for (const [at, from, change] of changes) {
        const all = below(root);
        change(all[at % all.length] as UblElement, all[from % all.length] as UblElement);
      }
      const [known, never] = both(root);
      expect(known).toEqual(never);
    }),
    { numRuns: Number(process.env.SELFBILL_SHAPE_CASES ?? 300) },
  );
});
