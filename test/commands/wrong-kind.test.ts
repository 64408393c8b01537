import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepare } from "../../src/prepare/index.ts";
import { palmLedger } from "../support/documents.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const invoice = readFileSync("templates/standard-invoice.yaml", "utf8");
const creditNote = readFileSync("templates/credit-note.yaml", "utf8");
const version = "20260101";

/** `code at path: message` for each finding in a file that is checked as this kind. */
async function findings(kind: "invoice" | "credit-note", text: string, name = "march.yaml"): Promise<string[]> {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  const { problems } = await prepare(file, { kind, version, profile: undefined }, offlineDesk({ buyer: palmLedger }));
  return problems.map(({ code, where, message }) => `${code} ${where?.path ?? ""}: ${message}`);
}

const without = (text: string, ...fields: string[]): string =>
  fields.reduce((left, field) => left.replace(new RegExp(`\n${field}:.*`), ""), text);

test("a credit note without its reason code is not asked for what would make an invoice of it", async () => {
  const looksLike = "wrong-value billing_reference: This document looks like a self-billed credit note.";
  expect(await findings("invoice", without(creditNote, "discrepancy_response"))).toEqual([looksLike]);
  expect(await findings("invoice", without(creditNote, "discrepancy_response", "reason"))).toEqual([looksLike]);
});

test("an invoice is not asked for what would make a credit note of it", async () => {
  expect(await findings("credit-note", invoice)).toEqual([
    "wrong-value payment_means: This document looks like a self-billed invoice.",
  ]);
});

test("what is wrong for either kind is told beside it", async () => {
  const wrong = without(creditNote, "discrepancy_response", "issue_date");
  expect(await findings("invoice", wrong)).toEqual(
    expect.arrayContaining([expect.stringContaining("looks like"), expect.stringContaining("issue_date")]),
  );
});

test("a document that says what it is, or has what its kind needs, is checked as that kind", async () => {
  const said = `${without(creditNote, "discrepancy_response", "reason")}invoice_type_code: 389\n`;
  expect(await findings("invoice", said)).toEqual(
    expect.arrayContaining([
      expect.stringContaining("missing-field due_date"),
      expect.stringContaining("payment_means"),
    ]),
  );
  expect(await findings("invoice", invoice, "credit-note-3.yaml")).toEqual([]);
});
