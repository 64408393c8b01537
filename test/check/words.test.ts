import { expect, test } from "vitest";
import { allRules } from "../../src/check/index.ts";

const asked = allRules.filter(({ unreachable }) => unreachable === undefined);
const say = (rules: typeof asked): string[] => rules.map(({ id, says, hint }) => `${id} ${says} → ${hint}`);

/** Names of UBL elements, which users who write YAML do not know: ItemPriceExtension, TaxTotal. */
const element = /\b(?:[A-Z][a-z]+){2,}(?:ID|Code)?\b|\bcurrencyID\b/;

test("every rule says in a sentence what must be true, and what to do", () => {
  expect(say(asked.filter(({ says, hint }) => !/^[A-Z].{15,}\.$/.test(says) || !/^\S.{10,}\.$/.test(hint)))).toEqual(
    [],
  );
});

test("an element of the XML is named only to those who have an XML file", () => {
  expect(say(asked.filter(({ hint }) => element.test(hint) && !/XML|program that wrote/.test(hint)))).toEqual([]);
});

test("the letter of a VAT category does not stand in a sentence without its name", () => {
  const bare = /\bcategor(?:y|ies) (?:AE|[SZEON])\b(?! \()/;
  expect(
    say(
      asked.filter(
        ({ says }) =>
          bare.test(says) &&
          !/\((?:standard rate|zero rated|exempt|out of scope|reverse charge|margin scheme)\)/.test(says),
      ),
    ),
  ).toEqual([]);
});

test("no sentence speaks of subdivisions and endpoints", () => {
  expect(say(asked.filter(({ says, hint }) => /subdivision|UAE endpoint/.test(says + hint)))).toEqual([]);
});
