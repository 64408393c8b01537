import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { rulesOf } from "../../src/check/registry.ts";
import { editions } from "../../src/document/index.ts";
import type { EditionCases } from "../support/edition-cases.ts";
import { type Fingerprints, fingerprintsOf } from "./schematron.ts";
import { workList } from "./work-list.ts";

const folder = new URL("./known/", import.meta.url);
const recorded = (id: string): Fingerprints => JSON.parse(readFileSync(new URL(`${id}.json`, folder), "utf8"));

/** Builds a Schematron file from rules, each given as [id, context, test, message]. */
function schematron(...rules: readonly (readonly [string, string, string, string])[]): string {
  const text = (value: string): string =>
    value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const written = rules.map(
    ([id, context, test, says]) =>
      `<rule context="${text(context)}"><assert id="${id}" flag="fatal" test="${text(test)}">[${id}]-${text(says)}</assert></rule>`,
  );
  return `<schema xmlns="http://purl.oclc.org/dsdl/schematron"><pattern>${written.join("")}</pattern></schema>`;
}

describe("the recorded editions", () => {
  test("are those that selfbill knows", () => {
    expect(readdirSync(folder).sort()).toEqual(editions.map(({ id }) => `${id}.json`));
  });

  test.each(editions.map(({ id }) => id))("%s has exactly the rules that selfbill has for it", (id) => {
    const ours = new Set(rulesOf(id).official.map((rule) => rule.id));
    expect([...ours].sort()).toEqual(Object.keys(recorded(id)).sort());
  });

  test.each(editions.slice(1).map(({ id }, at) => [editions[at]?.id ?? id, id] as const))(
    "nothing is left to do between %s and %s",
    async (before, edition) => {
      const { cases } = (await import(new URL(`../check/editions/${before}.cases.ts`, import.meta.url).href)) as {
        cases: EditionCases;
      };
      const entries = workList(recorded(before), recorded(edition), { before, edition, cases });
      expect(entries.filter(({ missing }) => missing.length > 0)).toEqual([]);
      const work = entries.filter(({ changed }) => changed.some((each) => each !== "text"));
      expect(work.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(cases)));
    },
  );
});

test("the work list names what came, went and changed, code by code", () => {
  const before = fingerprintsOf([
    schematron(
      ["a-1", "cbc:ID", "string-length(.) > 0", "An id."],
      ["a-2", "cbc:Code", "contains(' AA BB ', concat(' ', ., ' '))", "A code."],
      ["a-3", "cbc:Old", "true()", "Old."],
      ["a-4", "cbc:Note", "true()", "Words."],
    ),
  ]);
  const after = fingerprintsOf([
    schematron(
      ["a-1", "cbc:ID[1]", "string-length(.)   > 0", "An id."],
      ["a-2", "cbc:Code", "contains(' BB CC ', concat(' ', ., ' '))", "A code."],
      ["a-4", "cbc:Note", "true()", "Better words."],
      ["a-5", "cbc:New", "true()", "New."],
    ),
  ]);
  const todo = ["the edition in src/document/editions.ts", "the rule", "cases"];
  expect(workList(before, after, { before: "1.0.4", cases: {} })).toEqual([
    { id: "A-1", changed: ["context"], missing: todo },
    { id: "A-2", changed: ["code list"], codes: { added: ["CC"], removed: ["AA"] }, missing: todo },
    { id: "A-3", changed: ["removed"], missing: todo },
    { id: "A-4", changed: ["text"], missing: [] },
    { id: "A-5", changed: ["added"], missing: todo },
  ]);
});

test("an override alone is not enough: it wants a case, and a case wants its override", () => {
  const change = (before: string, after: string) =>
    [
      fingerprintsOf([schematron(["ibr-192-ae", "c", before, "s"], ["ibr-003", "c", before, "s"])]),
      fingerprintsOf([schematron(["ibr-192-ae", "c", after, "s"], ["ibr-003", "c", after, "s"])]),
    ] as const;
  const [before, after] = change("false()", "true()");
  const missing = workList(before, after, { before: "1.0.3", edition: "1.0.4", cases: {} }).map((each) => each.missing);
  expect(missing).toEqual([['how 1.0.3 asked it (before: [{ until: "1.0.3", … }])', "cases"], ["cases"]]);
});
