import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allRules, check, officialRules, ownRules } from "../../src/check/index.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { readDocument } from "../../src/read/index.ts";
import { readXml, toXml } from "../../src/ubl/index.ts";
import { creditNote, inDollars } from "../support/documents.ts";
import { treeOf } from "../support/rule-cases.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

const ids = (document: SelfBilledDocument): string[] => check(treeOf(document)).map(({ id }) => id);

test.each(Object.entries(scenarioInvoices))("%s gives no warning", (_, document) => {
  expect(ids(document)).toEqual([]);
});

test("credit notes give no warning", () => {
  expect(ids(creditNote())).toEqual([]);
  expect(ids(creditNote({ ...inDollars, discrepancy_response: "VD" }))).toEqual([]);
});

const templates = join(import.meta.dirname, "../../templates");

test.each(readdirSync(templates).filter((name) => /\.(?:yaml|json)$/.test(name)))(
  "the template %s gives no warning",
  (name) => {
    const file = join(templates, name);
    const read = readDocument(readFileSync(file), file);
    if (!read.ok) throw new Error(read.problems[0].message);
    const { document, kind } = read.value;
    const typed = kind === "credit-note" ? { ...document, credit_note_type_code: "261" } : document;
    expect(ids(typed)).toEqual([]);
  },
);

test("ids have one form, and none is used twice", () => {
  const all = ownRules.map(({ id }) => id);
  for (const id of all) expect(id).toMatch(/^SB-(?:0[1-9]|10)\d\d$/);
  expect(new Set(all).size).toBe(all.length);
  expect(allRules).toHaveLength(officialRules.length + ownRules.length);
});

test("what a check is meant to complete is a published rule", () => {
  const published = new Set(officialRules.map(({ id }) => id));
  const named = ownRules.flatMap(({ says }) => says.match(/\b(?:ALIGNED-)?IBR[P]?-[A-Z0-9-]*\d[A-Z0-9-]*/g) ?? []);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((id) => !published.has(id))).toEqual([]);
});

test("checks of ours are warnings, save those for which the service always answers 400, and demands of the UBL schema", () => {
  expect(
    ownRules
      .filter(({ flag }) => flag === "fatal")
      .map(({ id }) => id)
      .sort(),
  ).toEqual([
    "SB-0101",
    "SB-0102",
    "SB-0103",
    "SB-0210",
    "SB-0803",
    ...["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((each) => `SB-090${each}`),
  ]);
});

test.each([
  ["xsi:schemaLocation='a b'", []],
  ["xsi:type='b'", []],
  ["xsi:nil='false'", ["SB-0908"]],
  ["xml:lang='en'", ["SB-0908"]],
  ["other:mark='1'", ["SB-0908"]],
])("of attributes in another namespace, %s, only hints for readers are UBL's", (attribute, found) => {
  const named = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:other="urn:other:example"';
  const written = toXml(treeOf(creditNote())).replace("<cbc:ID>", `<cbc:ID ${named} ${attribute}>`);
  const read = readXml(Buffer.from(written), "note.xml");
  if (!read.ok) throw new Error(read.problems[0].message);
  expect(check(read.value).map(({ id }) => id)).toEqual(found);
});

test("with the published rules alone, ours are silent", () => {
  const early = creditNote({ issue_date: "2026-06-01" });
  expect(ids(early)).toEqual(["SB-0104"]);
  expect(check(treeOf(early), { rules: officialRules })).toEqual([]);
});
