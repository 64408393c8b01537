import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { validate } from "../../src/commands/validate.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { check } from "../../src/library/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { type Change, withChanges } from "../planted-errors/changes.ts";
import { invoice } from "../support/documents.ts";
import { edited } from "../support/edited-text.ts";
import { runCommand } from "../support/run-command.ts";
import { runValidate } from "../support/run-validate.ts";
import { shop } from "../support/shop.ts";
import { testFiles } from "../support/test-files.ts";

const { file } = testFiles();
const supplier = "accounting_supplier_party";
const address = `${supplier}.postal_address`;
const category = "document_lines[0].classified_tax_category";

interface Case {
  readonly planted: readonly Change[];
  readonly fix: readonly (readonly [path: string, from: string | null, to: string | null])[];
  readonly safe: boolean;
}

const one = (planted: Change, from: string | null, to: string | null, safe = true): Case => ({
  planted: [planted],
  fix: [[planted[0], from, to]],
  safe,
});

/** What is wrong in a sound invoice, and its only answer. */
const answered: Readonly<Record<string, Case>> = {
  "a name that the code tells": one([`${address}.country`, undefined], null, "United Arab Emirates"),
  "a code that the name tells": one([`${address}.country_code`, undefined], null, "AE"),
  "an emirate that the city tells": one([`${address}.country_subentity`, undefined], null, "DXB"),
  "a TIN that address and TRN tell": one([`${supplier}.tin`, undefined], null, "1002345674"),
  "a network address that the TIN tells": one([`${supplier}.endpoint_id`, undefined], null, "1002345674"),
  "the scheme of a TIN": one([`${supplier}.endpoint_scheme_id`, undefined], null, "0235"),
  "the tax scheme": one([`${supplier}.party_tax_scheme.tax_scheme`, undefined], null, "VAT"),
  "the rate of the standard category": one([`${category}.percent`, undefined], null, "5", false),
  "a value in a group of its own": one(["document_lines[0].name", { value: "Tile" }], '{"value":"Tile"}', "Tile"),
  "an amount in a group of its own": one(
    ["document_lines[0].quantity", { value: "40" }],
    '{"value":"40"}',
    "40",
    false,
  ),
  "a value in a list": one(["document_lines[0].unit_code", ["XBX"]], '["XBX"]', "XBX"),
  "what the service calculates": one(["totals", { payable_amount: "5" }], '{"payable_amount":"5"}', null, false),
  "a misspelt name with the value of the right one": one(
    [`${supplier}.telefone`, "+97142000111"],
    "+97142000111",
    null,
  ),
  "a misspelt name": {
    planted: [
      [`${supplier}.telefone`, "+97142000111"],
      [`${supplier}.telephone`, undefined],
    ],
    fix: [
      [`${supplier}.telefone`, "+97142000111", null],
      [`${supplier}.telephone`, null, "+97142000111"],
    ],
    safe: true,
  },
  "a misspelt name of an amount": {
    planted: [
      ["document_lines[0].quantitty", "40"],
      ["document_lines[0].quantity", undefined],
    ],
    fix: [
      ["document_lines[0].quantitty", "40", null],
      ["document_lines[0].quantity", null, "40"],
    ],
    safe: false,
  },
};

/** What has no answer, or several. */
const unanswered: Readonly<Record<string, readonly Change[]>> = {
  "an emirate, of a town": [
    [`${address}.country_subentity`, undefined],
    [`${address}.city_name`, "Al Ain"],
  ],
  "a region abroad": [
    [`${address}.country_subentity`, undefined],
    [`${address}.country_code`, "OM"],
  ],
  "a TIN, of the TRN of a VAT group": [
    [`${supplier}.tin`, undefined],
    [`${supplier}.party_tax_scheme.company_id`, "100999888700003"],
  ],
  "a network address without a TIN": [
    [`${supplier}.tin`, undefined],
    [`${supplier}.endpoint_id`, undefined],
    [`${supplier}.party_tax_scheme`, undefined],
  ],
  "a rate of the reverse charge": [
    [`${category}.percent`, undefined],
    [`${category}.id`, "AE"],
  ],
  "a date of supply": [["tax_point_date", "2026-06-01"]],
  "a misspelt name with another value": [["document_lines[0].quantitty", "4"]],
  "a group of two values": [["document_lines[0].name", { value: "Tile", text: "Slab" }]],
  "a group that holds another field": [["document_lines[0].quantity", { unit_code: "XBX" }]],
  "a supplier's name": [[`${supplier}.name`, undefined]],
  "a number that no field is similar to": [["zzqx", "1"]],
  "a name of its own, a few letters from a date": [["cut_date", "2026-06-30"]],
  "a name of its own with one word more": [["old_due_date", "2026-06-30"]],
  "a planned day": [
    ["delivery.actual_delivery_date", undefined],
    ["delivery.planned_delivery_date", "2026-09-20"],
  ],
  "short names of one's own": [
    ["document_lines[0].lot", "4711"],
    ["document_lines[0].node", "cost centre 9"],
  ],
  "a currency with a word less": [["currency_code", "AED"]],
  "two names that could be one field": [
    ["document_lines[0].unit_code", undefined],
    ["document_lines[0].unit_cod", "XBX"],
    ["document_lines[0].unitcode", "KGM"],
  ],
};

/** What has one likely answer that a person must agree to. */
const unsafe: Readonly<Record<string, readonly Change[]>> = {
  "the currency, of a rate that may be left over": [
    ["document_currency_code", undefined],
    ["tax_exchange_rate", { source_currency_code: "USD", target_currency_code: "AED", calculation_rate: "3.6725" }],
  ],
  "a country whose name and region differ": [
    [`${address}.country`, "Georgia"],
    [`${address}.country_code`, undefined],
    [`${address}.country_subentity`, "US-GA"],
  ],
  "a country, of the region alone": [
    [`${address}.country`, undefined],
    [`${address}.country_code`, undefined],
  ],
  "a mistyped name of a day": [
    ["due_date", undefined],
    ["due_dat", "2026-07-30"],
  ],
};

/** A number counts as its text. */
const asPlain = (text: string): unknown =>
  JSON.parse(text, (_, value) => (typeof value === "number" ? String(value) : value));

async function fixed(text: string, name: string, unsafe: boolean): Promise<string> {
  const { desk } = await shop();
  const path = desk.file(name, text);
  await runCommand(validate, desk, [path], { fix: true, unsafe });
  return readFileSync(path, "utf8");
}

describe.each(Object.entries(answered))("%s", (_, { planted, fix, safe }) => {
  const document = withChanges(invoice(), planted);
  const repaired = withChanges(
    document,
    fix.map(([path, , to]) => [path, to ?? undefined]),
  );
  const wanted = { safe, edits: fix.map(([path, from, to]) => ({ path, from, to })) };

  test("is said by the library and by --json", async () => {
    expect(check(document).findings.flatMap((each) => each.fix ?? [])).toEqual([wanted]);
    const { out } = await runValidate([file("a.yaml", writeYaml(document, "invoice"))], { format: "json" });
    expect(JSON.parse(out).results[0].findings.flatMap((each: { fix: unknown }) => each.fix ?? [])).toEqual([wanted]);
    expect(check(repaired).findings).toEqual([]);
  });

  test.each([
    ["a.json", (value: SelfBilledDocument) => JSON.stringify(value)],
    ["b.json", (value: SelfBilledDocument) => `${JSON.stringify(value, undefined, 2)}\n`],
  ] as const)("is written: %s", async (name, write) => {
    const text = write(document);
    expect(await fixed(text, name, false)).toBe(safe ? await fixed(text, name, true) : text);
    expect(asPlain(await fixed(text, name, true))).toEqual(asPlain(JSON.stringify(repaired)));
  });

  test.each(["\n", "\r\n"])("is written in YAML, and all other lines stay: %j", async (end) => {
    const text = `# head\n${writeYaml(document, "invoice").replaceAll("\nd", "\n\n# note\nd")}`.replaceAll("\n", end);
    const after = await fixed(text, "a.yaml", true);
    const lines = text.split(end);
    const now = after.split(end);
    expect(now.filter((line) => !lines.includes(line)).length).toBeLessThanOrEqual(1);
    expect(lines.filter((line) => !now.includes(line)).length).toBeLessThanOrEqual(2);
    expect(now.filter((line) => /^(?:#|$)/.test(line))).toEqual(lines.filter((line) => /^(?:#|$)/.test(line)));
    expect(after.includes("\r")).toBe(end === "\r\n");
  });
});

test.each(Object.entries(unanswered))("%s is not said", (_, planted) => {
  const { findings } = check(withChanges(invoice(), planted));
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.flatMap((each) => each.fix ?? [])).toEqual([]);
});

test.each(Object.entries(unsafe))("%s is said, and never safe", (_, planted) => {
  const fixes = check(withChanges(invoice(), planted)).findings.flatMap((each) => each.fix ?? []);
  expect(fixes.length).toBeGreaterThan(0);
  expect(fixes.filter(({ safe }) => safe)).toEqual([]);
});

describe("the form of the file stays", () => {
  const sound = writeYaml(invoice(), "invoice");
  const country = "country_code: AE";

  test.each([
    [
      "quotes and a comment behind the field before",
      `country_code: 'AE' # here`,
      `country: "United Arab Emirates" # so`,
    ],
    ["a blank value", "country_code:", undefined],
    ["a blank value in quotes", 'country_code: ""', undefined],
    ["null", "country_code: null # none", undefined],
  ])("%s", async (_, written, before) => {
    const blank = before === undefined;
    const text = edited(sound, blank ? country : "country: United Arab Emirates", blank ? written : (before as string));
    const planted = blank ? text : text.replace(/\n +country_code: AE/, "");
    const value = written.includes('""') ? '"AE"' : "AE";
    const after = blank ? written.replace(/: ?(?:""|null)?/, `: ${value}`) : country;
    const wanted = blank ? edited(text, written, after) : edited(planted, before, `${before}\n    ${country}`);
    expect(await fixed(planted, "a.yaml", false)).toBe(wanted);
  });

  test("braces, with and without quotes", async () => {
    const block = /postal_address:\n(?: {4}.*\n)+/;
    const braces = (more: string) =>
      sound.replace(
        block,
        `postal_address: {street_name: "Al Quoz, 14", city_name: Dubai, country_subentity: DXB, country: United Arab Emirates${more}} # braces\n`,
      );
    expect(await fixed(braces(""), "a.yaml", false)).toBe(braces(", country_code: AE"));
    const quoted = (more: string) =>
      sound.replace(
        block,
        `postal_address: {"street_name": "Al Quoz, 14", "city_name": "Dubai",\n    "country_subentity": "DXB", "country": "United Arab Emirates"${more}}\n`,
      );
    expect(await fixed(quoted(""), "a.yaml", false)).toBe(quoted(', "country_code": AE'));
  });

  test("the last line has no end, and a removed one is the last", async () => {
    const text = `${sound}telefon: "1"\n# end\ntotals:\n  payable_amount: 5\n\n  tax_amount: 1`;
    expect(await fixed(text, "a.yaml", true)).toBe(`${sound}telefon: "1"\n# end\n`);
  });

  test("a text block with a mark of a comment is left, and told", async () => {
    const text = edited(sound, "country: United Arab Emirates", "country: |-\n      United Arab Emirates").replace(
      /\n +country_code: AE/,
      "",
    );
    expect(await fixed(text, "a.yaml", false)).toContain("      United Arab Emirates\n    country_code: AE\n");
  });
});

test("what a value in place of a wrong one tells is not written before that value", async () => {
  const planted: Change[] = [["document_currency_code", "$"]];
  const text = JSON.stringify(withChanges(invoice(), planted));
  expect(await fixed(text, "a.json", false)).toBe(text);
  expect(JSON.parse(await fixed(text, "a.json", true))).toMatchObject({
    document_currency_code: "USD",
    tax_currency_code: "AED",
  });
});

test("--diff shows fields that are added and removed", async () => {
  const { desk } = await shop();
  const text = edited(writeYaml(invoice(), "invoice"), "    country_code: AE\n", "").replace(
    "document_currency_code",
    "totals:\n  payable_amount: 5\ndocument_currency_code",
  );
  const path = desk.file("a.yaml", text);
  desk.written.length = 0;
  await runCommand(validate, desk, [path], { diff: true, unsafe: true });
  const lines = desk.written.join("").split("\n");
  expect(lines.filter((line) => /^[-+](?![-+])/.test(line))).toEqual([
    "-totals:",
    "-  payable_amount: 5",
    "+    country_code: AE",
  ]);
  expect(lines.filter((line) => line.startsWith("@@"))).toHaveLength(2);
  expect(readFileSync(path, "utf8")).toBe(text);
});
