import { expect, test } from "vitest";
import { isToldByName } from "../../src/document/fields/presence.ts";
import { presenceRules } from "../../src/document/fields/presence-rules.ts";
import { fieldLabel, namedField } from "../../src/document/index.ts";

test("every field that can be told as missing has a word that people know, and its name in the file", () => {
  const told = presenceRules.filter(({ says }) => says === undefined).map(({ at }) => at);
  expect(told.filter((at) => fieldLabel(at) === undefined)).toEqual([]);
  expect(namedField("issue_date")).toBe("The issue date (issue_date)");
  expect(namedField("document_lines[2].price.base_amount")).toBe("The price (base_amount)");
  expect(namedField("document_lines[2].allowances[0].base_amount")).toBe("The base amount (base_amount)");
  expect(namedField("accounting_supplier_party.company_legal_form")).toBe("company_legal_form");
});

test("one field is told by its name or by a sentence of its own, and never by both", () => {
  const own = presenceRules.filter(({ says }) => says !== undefined).map(({ at }) => at);
  const byName = presenceRules.filter(({ says }) => says === undefined).map(({ at }) => at);
  expect(own.filter((at) => byName.includes(at))).toEqual([]);
  expect(isToldByName("document_lines[3].classified_tax_category")).toBe(false);
  expect(isToldByName("document_lines[3].quantity")).toBe(true);
});
