import { expect, test } from "vitest";
import { accountOf } from "../../src/settings/index.ts";

test.each([
  ["https://einvoice.example", "BP-1", "https://einvoice.example BP-1"],
  ["http://127.0.0.1:8389", "SBX-1", "sandbox:SBX-1"],
  ["http://127.0.0.1:50123", "SBX-1", "sandbox:SBX-1"],
  // A tunnel may use a different port tomorrow, and must not count as a new account then.
  ["http://127.0.0.1:8443", "BP-1", "tunnel:BP-1"],
  ["https://[::1]:9443", "BP-1", "tunnel:BP-1"],
])("the account of %s and %s is %s", (origin, id, account) => {
  expect(accountOf({ origin }, id)).toBe(account);
});
