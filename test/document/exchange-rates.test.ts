import { expect, test } from "vitest";
import { amount, countedInAed, formatAmount, isRateDoubtful, lowestRates } from "../../src/document/index.ts";

const counted = (gross: string, currency: string, rate?: string): string | undefined => {
  const found = countedInAed(amount(gross), currency, rate === undefined ? undefined : amount(rate));
  return found && formatAmount(found);
};

test("an amount counts at the stated rate or at the lowest plausible one, whichever is more", () => {
  expect(counted("1050000", "USD", "0.001")).toBe("3780000");
  expect(counted("1000", "USD", "3.6725")).toBe("3672.5");
  expect(counted("1000", "USD", "9.5")).toBe("9500");
  expect(counted("1000", "USD")).toBe("3600");
  expect(counted("1000", "EUR", "1.01")).toBe("3000");
  expect(counted("1000", "EUR", "4.28")).toBe("4280");
  expect(counted("1000", "AZN", "0.5")).toBe("1000");
  expect(counted("1000.005", "AED", "9")).toBe("1000.01");
  expect(counted("1000", "PLN", "0.99")).toBe("990");
  expect(counted("1000", "PLN")).toBeUndefined();
});

test("a rate is doubtful that cannot be one, that the dollar does not have, or of which nobody can tell", () => {
  const doubtful = (currency: string, ...rates: (string | undefined)[]) =>
    rates.filter((rate) => isRateDoubtful(currency, rate));
  const dollar = ["3.66", "3.6699", "3.67", "3.6725", "3.68", "3.6801", "0.2723", "-3.6725", "3,6725", undefined];
  expect(doubtful("USD", ...dollar)).toEqual(["3.66", "3.6699", "3.6801", "0.2723", "-3.6725", "3,6725", undefined]);
  expect(doubtful("SAR", "0.95", "0.96", "0.9793", "1.00", "1.01")).toEqual(["0.95", "1.01"]);
  expect(doubtful("EUR", "0.99", "1", "1.01", "4.28", "15", "15.01")).toEqual(["0.99", "1", "15.01"]);
  expect(doubtful("INR", "0", "0.0436", "0.99", "1", "23.1")).toEqual(["0", "1", "23.1"]);
  expect(doubtful("PLN", "0.99")).toEqual(["0.99"]);
  expect(doubtful("AED", undefined, "9")).toEqual([]);
  // A rate equal to the lowest plausible one is plausible.
  expect([...lowestRates].filter(([currency, rate]) => isRateDoubtful(currency, rate) && rate !== "1")).toEqual([
    ["USD", "3.60"],
  ]);
});
