import { describe, expect, test } from "vitest";
import { codeInWords, codeMeant, codes, codesMaybeMeant, quantityWords, withCodes } from "../../src/document/index.ts";
import { documentShape } from "../../src/document/shapes.ts";

describe("a name leads to its code", () => {
  test.each([
    [codes.currencyCodes, "DHS", "AED"],
    [codes.currencyCodes, "dirham", "AED"],
    [codes.currencyCodes, "Saudi Riyal", "SAR"],
    [codes.currencyCodes, "eur", "EUR"],
    [codes.countryCodes, "Oman", "OM"],
    [codes.countryCodes, "عمان", "OM"],
    [codes.countryCodes, "  united arab EMIRATES ", "AE"],
    [codes.countryCodes, "U.A.E.", "AE"],
    [codes.unitCodes, "boxes", "XBX"],
    [codes.unitCodes, "pcs", "H87"],
    [codes.unitCodes, "sq. m", "MTK"],
    [codes.unitCodes, "Kilograms", "KGM"],
    [codes.unitCodes, "kgs", "KGM"],
    [codes.unitCodes, "ctn", "XCT"],
    [codes.unitCodes, "metric tons", "TNE"],
    [codes.unitCodes, "كيلو", "KGM"],
    [codes.currencyCodes, "Omani rials", "OMR"],
    [codes.currencyCodes, "US dollars", "USD"],
    [codes.countryCodes, "Sultanate of Oman", "OM"],
    [codes.countryCodes, "the Netherlands", "NL"],
    [codes.countryCodes, "U.S.A.", "US"],
    [codes.countryCodes, "Kingdom of Saudi Arabia", "SA"],
    [codes.emirates, "Abu Dhabi", "AUH"],
    [codes.emirates, "دبي", "DXB"],
    [codes.paymentMeansCodes, "bank transfer", "30"],
    [codes.vatCategories, "zero rated", "Z"],
  ])("%#: %s", (list, word, code) => {
    expect(codeMeant(list, word)).toBe(code);
  });

  test.each([
    ["nothing", codes.currencyCodes, "gold coins"],
    ["more than one code", codes.currencyCodes, "riyal"],
    ["many codes", codes.currencyCodes, "dollars"],
    ["one code more than another", codes.currencyCodes, "rupees"],
    ["a tonne or another ton", codes.unitCodes, "ton"],
    ["an empty text", codes.countryCodes, " - "],
    ["a name of the object", codes.vatCategories, "constructor"],
  ])("that means %s leads to none", (_, list, word) => {
    expect(codeMeant(list, word)).toBeUndefined();
  });
});

test.each([
  [codes.currencyCodes, "dollar", ["USD", "AUD"]],
  [codes.currencyCodes, "rupees", ["INR", "LKR"]],
  [codes.unitCodes, "Tons", ["TNE", "STN", "LTN"]],
  [codes.countryCodes, "Congo", ["CD", "CG"]],
  [codes.currencyCodes, "gold coins", []],
  [codes.currencyCodes, "", []],
])("%#: %s may mean several", (list, word, first) => {
  expect(codesMaybeMeant(list, word).slice(0, Math.max(first.length, 1))).toEqual(first);
});

test("a unit that is typed as its exact code is that code", () => {
  expect(withCodes({ document_lines: [{ unit_code: "KGS" }] }, documentShape("invoice"))).toEqual({
    document_lines: [{ unit_code: "KGS" }],
  });
});

test("codes are shown with their words", () => {
  expect(quantityWords("40", "XBX")).toBe("40 boxes (XBX)");
  expect(quantityWords("1.0", "HUR")).toBe("1.0 hour (HUR)");
  expect(quantityWords("2", "4K")).toBe("2 4K");
  expect(codeInWords(codes.emirates, "DXB")).toBe("Dubai (DXB)");
  expect(codeInWords(codes.countryCodes, "OM")).toBe("Oman (OM)");
  expect(codeInWords(codes.emirates, "NOWHERE")).toBe("NOWHERE");
});

test("names become codes in the fields that take codes, and in no others", () => {
  const given = {
    document_currency_code: "dirham",
    note: "Oman",
    accounting_supplier_party: {
      postal_address: { country_code: "UAE", country_subentity: "Dubai", city_name: "Dubai" },
    },
    document_lines: [{ name: "box", unit_code: "box" }, { unit_code: "who knows" }],
  };
  expect(withCodes(given, documentShape("invoice"))).toEqual({
    document_currency_code: "AED",
    note: "Oman",
    accounting_supplier_party: { postal_address: { country_code: "AE", country_subentity: "DXB", city_name: "Dubai" } },
    document_lines: [{ name: "box", unit_code: "XBX" }, { unit_code: "who knows" }],
  });
});

test("a region abroad stays as it is written", () => {
  const address = { country_code: "Oman", country_subentity: "Dubai" };
  const given = { accounting_supplier_party: { postal_address: address } };
  expect(withCodes(given, documentShape("invoice"))).toEqual({
    accounting_supplier_party: { postal_address: { country_code: "OM", country_subentity: "Dubai" } },
  });
});

test("every unit with words of its own is in the list of units", () => {
  expect(Object.keys(codes.usualUnits).filter((code) => !codes.unitCodes.has(code))).toEqual([]);
});
