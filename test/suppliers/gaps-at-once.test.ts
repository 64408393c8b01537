import { expect, test } from "vitest";
import { gapSentence, missingIn, type Supplier, setFields, withUsual } from "../../src/suppliers/index.ts";

/** Values for the gaps; the keys are the ends of field paths. */
const answers: Readonly<Record<string, string>> = {
  name: "Desert Lime",
  party_name: "Desert Lime Trading LLC",
  email: "billing@desertlime.example",
  telephone: "+97142000111",
  company_id: "CN-1029384",
  authority_name: "Dubai Department of Economy and Tourism",
  passport_issuing_country_code: "IN",
  street_name: "Al Quoz Street 14",
  city_name: "Dubai",
  country_subentity: "DXB",
  country: "United Arab Emirates",
  country_code: "AE",
  "party_tax_scheme.company_id": "100234567400003",
  tax_scheme: "VAT",
  tin: "1002345674",
  endpoint_id: "1002345674",
  endpoint_scheme_id: "0235",
};

function answerTo(path: string, kind: string): string {
  if (path.endsWith(".scheme_agency_id")) return kind;
  const end = path.endsWith("party_tax_scheme.company_id")
    ? "party_tax_scheme.company_id"
    : (path.split(".").at(-1) ?? "");
  const found = answers[end];
  if (found === undefined) throw new Error(`no answer to ${path}`);
  return found;
}

/** Fills in all the named gaps, as a clerk or a workbook would. */
function filled(entry: Supplier, paths: readonly string[], kind: string): Supplier {
  const set = paths.map((path) => `${path}=${answerTo(path, kind)}`);
  const draft = setFields(entry, set);
  if (!draft.ok) throw new Error(draft.problems[0].message);
  return withUsual(draft.value) as unknown as Supplier;
}

function entryOf(...fields: string[]): Supplier {
  const draft = setFields({ supplier: "desert-lime" }, fields);
  if (!draft.ok) throw new Error(draft.problems[0].message);
  return withUsual(draft.value) as unknown as Supplier;
}

const given: readonly (readonly [string, readonly string[]])[] = [
  ["only its name", []],
  ["a name and a TRN", ["party_name=Desert Lime", "trn=100234567400003"]],
  ["a part of an address", ["party_name=Desert Lime", "city_name=Dubai"]],
  ["an account", ["party_name=Desert Lime", "iban=AE560990000001234567890"]],
  ["a country abroad", ["party_name=Muscat Lime", "country_code=OM"]],
  ["a country abroad, and a city", ["party_name=Muscat Lime", "country_code=OM", "city_name=Muscat"]],
  ["the kind of a registration", ["party_name=Desert Lime", "trn=100234567400003", "scheme_agency_id=PAS"]],
  ["the number of a registration", ["party_name=Desert Lime", "trn=100234567400003", "company_id=CN-1"]],
  ["an address on the network", ["party_name=Desert Lime", "endpoint_id=1002345674", "endpoint_scheme_id=0235"]],
  ["an e-mail address", ["email=billing@desertlime.example"]],
];

test("a supplier abroad lacks a tax number, not a TRN of the UAE", () => {
  const entry = entryOf("party_name=Muscat Lime", "country_code=OM");
  expect(gapSentence(entry)).toContain("tax number of its own country");
  expect(gapSentence(entry)).not.toContain("TRN");
});

test.each(given.flatMap(([what, fields]) => ["TL", "PAS", "EID", "CD"].map((kind) => [what, kind, fields] as const)))(
  "of an entry with %s (%s) all gaps are told at once",
  (_, kind, fields) => {
    const entry = entryOf(...fields);
    const own = fields.find((each) => each.startsWith("scheme_agency_id="))?.split("=")[1] ?? kind;
    const after = filled(entry, missingIn(entry), own);
    expect([missingIn(after), gapSentence(after)], JSON.stringify(missingIn(entry))).toEqual([[], undefined]);
  },
);
