import { describe, expect, test } from "vitest";
import { check } from "../../src/check/index.ts";
import { networkFailures } from "../../src/sandbox/documents/network-check.ts";
import { invoiceBody } from "../contract/bodies.ts";
import { creditNote, inDollars, invoice } from "../support/documents.ts";
import { remove } from "../support/edit-tree.ts";
import { treeOf } from "../support/rule-cases.ts";
import { SettableClock, startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";

test("a document that breaks a published rule fails, with the rule's id", () => {
  const failures = networkFailures(treeOf(invoice({ profile_execution_id: "00010000" })), "1.0.4");
  expect(failures.map(({ flag, reasonCode }) => [flag, reasonCode])).toEqual([["fatal", "IBR-138-AE"]]);
});

test("checks of our own fail nothing on the network, not even the fatal ones", () => {
  const root = treeOf(creditNote());
  remove(root, "cac:BillingReference");
  expect(check(root).map(({ id, flag }) => [id, flag])).toEqual([["SB-0101", "fatal"]]);
  expect(networkFailures(root, "1.0.4")).toEqual([]);
});

describe("editions", () => {
  const dollars = (number: string) => invoiceBody({ ...inDollars, document_number: number });
  /**
   * Sends an invoice in dollars: edition 1.0.3 required every amount to be in the document's currency, even the AED
   * amounts of a line.
   */
  async function verdict(sandbox: TestSandbox, number: string): Promise<string> {
    const { body } = await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, dollars(number));
    sandbox.clock.advance(10);
    const read = await sandbox.call("GET", `/api/purchase-invoices/${body.id}`);
    const { overall_status: overall, validation_results: results } = read.body.meta_info.peppol_status;
    return [overall, ...new Set(results.map(({ reasonCode }: { reasonCode: string }) => reasonCode))].join(" ");
  }

  test("a document is judged by the edition in force when it is received, by the sandbox's clock in the Emirates", async () => {
    const sandbox = await startTestSandbox({ clock: new SettableClock(Date.parse("2026-05-27T19:59:00Z")) });
    expect(await verdict(sandbox, "SB-1")).toBe("VALIDATION_FAILED IBR-126");
    sandbox.clock.advance(60);
    expect(await verdict(sandbox, "SB-2")).toBe("APPROVED");
  });

  test("an edition that is asked for counts at any time", async () => {
    const sandbox = await startTestSandbox({ rulesEdition: "1.0.3" });
    expect(await verdict(sandbox, "SB-1")).toBe("VALIDATION_FAILED IBR-126");
  });
});
