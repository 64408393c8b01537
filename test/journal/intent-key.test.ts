import { expect, test } from "vitest";
import { intentKey } from "../../src/journal/index.ts";
import { JsonNumber, type JsonObject } from "../../src/json/index.ts";

const whose = { account: "https://einvoice.example BP-1", businessProfileId: "BP-1", kind: "invoice" as const };
const body = (change: JsonObject = {}): JsonObject => ({
  profile_execution_id: "00010000",
  price: { base_amount: new JsonNumber("250.00"), base_quantity: new JsonNumber("1") },
  attachments: [{ file_name: "scan.png", file_content: "aGVsbG8=" }],
  ...change,
});

test.each([
  [
    "members in another order",
    { attachments: body().attachments, price: body().price, profile_execution_id: "00010000" },
  ],
  [
    "decimals with other zeros",
    body({ price: { base_quantity: new JsonNumber("1.0"), base_amount: new JsonNumber("250") } }),
  ],
  [
    "an attachment's bytes in other Base64",
    body({ attachments: [{ file_content: "aGVsbG8", file_name: "scan.png" }] }),
  ],
])("the same content: %s", (_, other) => {
  expect(intentKey(whose, other as JsonObject)).toBe(intentKey(whose, body()));
});

test.each([
  [
    "a fils more",
    whose,
    body({ price: { base_amount: new JsonNumber("250.01"), base_quantity: new JsonNumber("1") } }),
  ],
  ["a flag that looks like the same number", whose, body({ profile_execution_id: "10000" })],
  [
    "an attachment with other bytes",
    whose,
    body({ attachments: [{ file_name: "scan.png", file_content: "aGVsbG9v" }] }),
  ],
  ["another kind", { ...whose, kind: "credit-note" as const }, body()],
  ["another business profile", { ...whose, businessProfileId: "BP-2" }, body()],
  ["another service", { ...whose, account: "https://other.example BP-1" }, body()],
])("another content: %s", (_, other, content) => {
  expect(intentKey(other, content)).not.toBe(intentKey(whose, body()));
});
