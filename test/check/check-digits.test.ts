import fc from "fast-check";
import { expect, test } from "vitest";
import { isIban } from "../../src/document/index.ts";

const signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Computes the remainder of ISO 13616: letters become two digits, and the whole number is divided by 97. */
function remainder(text: string): bigint {
  const moved = text.slice(4) + text.slice(0, 4);
  return BigInt([...moved].map((sign) => signs.indexOf(sign)).join("")) % 97n;
}

test("an account number is an IBAN where the whole number leaves 1 when divided by 97", () => {
  const rest = fc.string({ unit: fc.constantFrom(...signs), minLength: 11, maxLength: 30 });
  fc.assert(
    fc.property(fc.constantFrom("AE", "GB", "ZZ", "SA"), rest, fc.boolean(), (country, account, right) => {
      const digits = String(98n - remainder(`${country}00${account}`)).padStart(2, "0");
      const text = `${country}${right ? digits : "11"}${account}`;
      expect(isIban(text), text).toBe(remainder(text) === 1n);
    }),
    { numRuns: 2_000 },
  );
});
