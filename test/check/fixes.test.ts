import { expect, test } from "vitest";
import { allRules } from "../../src/check/index.ts";

/** Remedies that say what to write, and yet have no fix: each must say why in one of these ways. */
const why: Readonly<Record<string, RegExp>> = {
  "selfbill writes it, or another program does":
    /selfbill (?:calculates|writes|then writes)|\bXML\b|\b(?:the|another) program\b/,
  "there are several answers": /\bor\b|\bone of\b|\bTo? ?[GSB], [GSB]|S Z E O|:\s*\w+ \(/,
  "the value is an example": /\bfor example\b|\bsuch as\b|\blike\b|\bunrounded: /,
  "a person must know it":
    /\bif\b|\bunless\b|\bwhere\b|\bTRN\b|\bnumber of the original\b|Central Bank|business profile|\bwithout a minus\b|\bregion\b/i,
};

/** What needs a reason of its own. */
const others: Readonly<Record<string, string>> = {
  "IBR-004": "the type of a document in a file comes from its kind",
  "IBR-CL-01": "the type of a document in a file comes from its kind",
  "IBR-SR-27": "entries of a list are divided",
  "IBR-SR-06": "entries of a list are divided",
  "IBR-157-AE": "the flags say what kind of supply it is",
  "IBR-SR-63": "the address of the specification is in XML alone",
  "IBR-027": "what a price below zero means, a person must say",
  "IBR-154-AE": "the flags say what kind of supply it is",
  "SB-0301": "the field itself is checked first, and has the fix",
  "SB-0603": "there are several answers",
  "IBR-140-AE": "the field itself is checked first, and has the fix",
  "IBR-133-AE": "the field itself is checked first, and has the fix",
  "IBR-139-AE": "the field itself is checked first, and has the fix",
};

test("a remedy that says what to write has a fix, or there is a reason", () => {
  const without = allRules.filter(
    ({ hint, fix, unreachable }) => fix === undefined && unreachable === undefined && /\b(?:set|write)\b/i.test(hint),
  );
  const unexplained = without.filter(
    ({ id, hint }) => others[id] === undefined && !Object.values(why).some((each) => each.test(hint)),
  );
  expect(unexplained.map(({ id, hint }) => `${id} ${hint}`)).toEqual([]);
  expect(Object.keys(others).filter((id) => !without.some((rule) => rule.id === id))).toEqual([]);
});

test("a fix is of a rule that a document can break, in a field", () => {
  expect(allRules.filter(({ fix, unreachable }) => fix && unreachable !== undefined)).toEqual([]);
});
