import { expect, test } from "vitest";
import { askedOf } from "../../src/journal/approving/approved-sums.ts";
import type { Intent } from "../../src/journal/index.ts";
import { intent } from "../support/intents.ts";

const gross = (amount: string) => ({ totals: { tax_inclusive_amount: amount } });

const rows: readonly [what: string, intent: Partial<Intent>, told: string | undefined, counted: string | undefined][] =
  [
    ["what the record says", gross("10500"), undefined, "10500"],
    ["who sends it, where that is more", gross("10500"), "10500.01", "10500.01"],
    ["the record, where that is more", gross("10500"), "999", "10500"],
    ["who sends it, where the record has no amount", { totals: {} }, "999", "999"],
    ["the record, where the other amount is none", gross("10500"), "a lot", "10500"],
    ["nothing, where nobody says anything", { totals: {} }, undefined, undefined],
    ["nothing, where neither is an amount", gross("a lot"), "", undefined],
    [
      "the stated rate, where that is more than the lowest plausible one",
      { ...gross("100"), currency: "USD", exchangeRate: { rate: "5" } },
      undefined,
      "500",
    ],
    [
      "nothing of a currency without a rate",
      { ...gross("100"), currency: "ZZZ", exchangeRate: { rate: "many" } },
      undefined,
      undefined,
    ],
  ];

test.each(rows)("the amount that four eyes are asked about is that of %s", (_, change, sum, counted) => {
  const what = intent(change);
  const asked = askedOf(what, sum === undefined ? undefined : { grossInAed: sum });
  expect(asked).toEqual({
    account: what.account,
    businessProfileId: what.businessProfileId,
    key: what.key,
    ...(counted === undefined ? {} : { grossInAed: counted }),
    changedSupplier: false,
    doubtfulRate: what.currency === "ZZZ" || what.exchangeRate?.rate === "5",
  });
});

test("a supplier is changed where the record says so", () => {
  const accepted = intent({ overridden: ["--send-anyway", "--accept-changed-supplier"] });
  expect(askedOf(accepted).changedSupplier).toBe(true);
  expect(askedOf(intent({ overridden: ["--send-anyway"] })).changedSupplier).toBe(false);
});
