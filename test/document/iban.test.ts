import { describe, expect, test } from "vitest";
import { ibanOf, ibansWithin, withPlainIbans } from "../../src/document/index.ts";

const iban = "AE560990000001234567890";

describe("an IBAN has one form", () => {
  test.each([
    ["blanks", "AE56 0990 0000 0123 4567 890"],
    ["dashes of any kind", "AE56-0990–0000‑0123−4567-890"],
    ["dots", "AE56.0990.0000.0123.4567.890"],
    ["lower case", "ae560990000001234567890"],
    ["hidden marks", "\u200eAE56\u200b0990\u00ad0000\ufeff0123\u20604567890\u202c"],
    ["blanks that do not break", "AE56\u00a00990\u202f0000 0123\u20074567 890"],
    ["wide letters and digits", "ＡＥ56 ０９９０ 0000 0123 4567 890"],
    ["Arabic digits", "AE٥٦ ٠٩٩٠ ٠٠٠٠ ٠١٢٣ ٤٥٦٧ ٨٩٠"],
    ["its name before it", "IBAN: ae56 0990 0000 0123 4567 890"],
  ])("with %s", (_, text) => {
    expect(ibanOf(text)).toBe(iban);
  });

  test("another number is none, and one with wrong check digits still is", () => {
    for (const text of [
      "12345678",
      "AE56099000000123456789",
      "AE5609900000012345678901",
      "XX560990000001234567890",
      "",
    ])
      expect([text, ibanOf(text)]).toEqual([text, undefined]);
    expect(ibanOf("AE57 0990 0000 0123 4567 890")).toBe("AE570990000001234567890");
    expect(ibanOf("gb29 nwbk 6016 1331 9268 19")).toBe("GB29NWBK60161331926819");
  });

  test("in the accounts to pay to, and nowhere else", () => {
    const document = {
      note: "ae56 0990 0000 0123 4567 890",
      payment_means: [
        { payee_financial_account: { id: "ae56 0990 0000 0123 4567 890", name: "a b" } },
        { payee_financial_account: { id: "1234 5678" } },
      ],
      payee_party: { financial_account: { id: "AE56-0990-0000-0123-4567-890" } },
    };
    expect(withPlainIbans(document)).toEqual({
      ...document,
      payment_means: [
        { payee_financial_account: { id: iban, name: "a b" } },
        { payee_financial_account: { id: "1234 5678" } },
      ],
      payee_party: { financial_account: { id: iban } },
    });
    const plain = { payment_means: [{ payee_financial_account: { id: iban } }], payee_party: { party_name: "A" } };
    expect(withPlainIbans(plain)).toBe(plain);
    const odd = { payment_means: [null, "x", { payee_financial_account: 5 }], payee_party: ["AE"] };
    expect(withPlainIbans(odd)).toBe(odd);
  });
});

describe("IBANs inside a text", () => {
  test.each([
    [`Pay to ${iban} from now on.`, [iban]],
    ["pay to ae56 0990 0000 0123 4567 890 until Friday", [iban]],
    [`new account:${iban},old GB29 NWBK 6016 1331 9268 19`, [iban, "GB29NWBK60161331926819"]],
    [`IBAN${iban}`, [iban]],
    ["AE56\n0990-0000\t0123.4567/890", [iban]],
    ["A\u200bE56 0990 00\u00ad00 0123 4567 890", [iban]],
    ["ادفع إلى AE٥٦٠٩٩٠٠٠٠٠٠١٢٣٤٥٦٧٨٩٠ الآن", [iban]],
    ["AE570990000001234567890", ["AE570990000001234567890"]],
  ])("%j", (text, found) => {
    expect(ibansWithin(text)).toEqual(found);
  });

  test.each([
    "Purchase order AE-2026-0004711 of 5 March 2026",
    "AE56 0990 0000",
    `1${iban}`,
    `${iban}1`,
    "GB30 NWBK 6016 1331 9268 19",
    "RF18 5390 0754 7034",
    "The TRN is 100234567400003, call +971 4 200 0111",
  ])("none in %j", (text) => {
    expect(ibansWithin(text)).toEqual([]);
  });

  test("a long text without any takes no long time", () => {
    expect(ibansWithin("AE12 ".repeat(100_000))).toEqual([]);
    expect(ibansWithin(`AE12${" ".repeat(500_000)}`)).toEqual([]);
  });
});
