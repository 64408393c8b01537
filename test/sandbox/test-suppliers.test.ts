import { expect, test } from "vitest";
import { outcomeFor, testSuppliers } from "../../src/sandbox/test-suppliers.ts";

test("a test supplier is recognised by its TIN, else by its TRN, else by its network address", () => {
  expect(outcomeFor({ tin: "1999999913", endpoint_id: "1999999921" })).toBe("c3-rejects");
  expect(outcomeFor({ party_tax_scheme: { company_id: "199999991300003" }, endpoint_id: "1999999921" })).toBe(
    "c3-rejects",
  );
  expect(outcomeFor({ endpoint_id: "1999999913" })).toBe("c3-rejects");
  expect(outcomeFor({ tin: "1002345674", endpoint_id: "1999999913" })).toBe("approved");
  expect(outcomeFor(undefined)).toBe("approved");
});

test("every test supplier has a TIN of its own and the TRN that begins with it", () => {
  expect(new Set(testSuppliers.map(({ tin }) => tin)).size).toBe(testSuppliers.length);
  for (const { tin, trn } of testSuppliers)
    expect([tin, trn]).toEqual([expect.stringMatching(/^1\d{9}$/), `${tin}00003`]);
});
