import { expect, test } from "vitest";
import { check } from "../../src/check/index.ts";
import { networkFailures } from "../../src/sandbox/network-check.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { remove } from "../support/edit-tree.ts";
import { treeOf } from "../support/rule-cases.ts";

test("a document that breaks a published rule fails, with the rule's id", () => {
  const failures = networkFailures(treeOf(invoice({ profile_execution_id: "00010000" })));
  expect(failures.map(({ flag, reasonCode }) => [flag, reasonCode])).toEqual([["fatal", "IBR-138-AE"]]);
});

test("checks of our own fail nothing on the network, not even the fatal ones", () => {
  const root = treeOf(creditNote());
  remove(root, "cac:BillingReference");
  expect(check(root).map(({ id, flag }) => [id, flag])).toEqual([["SB-0101", "fatal"]]);
  expect(networkFailures(root)).toEqual([]);
});
