import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type CreditWish,
  creditInvoice,
  type EarlierCredit,
  type SelfBilledDocument,
} from "../../src/document/index.ts";
import type { Problem } from "../../src/problem/index.ts";
import { makeStyle, renderProblems } from "../../src/render/index.ts";
import { invoice, line } from "../support/documents.ts";

const style = makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true });
const before: EarlierCredit = {
  number: "SBC-2026-0001",
  reason: "DL8.61.1.D",
  status: "PENDING",
  currency: "AED",
  shared: false,
  lines: [
    { name: "Ceramic floor tile", unitCode: "XBX", quantity: "4", netAmount: "1000" },
    { name: "Pallet", unitCode: "XPX", quantity: "1", netAmount: "10" },
  ],
};

/** The problems found when crediting an invoice after four of its boxes have been credited. */
function said(of: SelfBilledDocument, change: Partial<CreditWish> = {}): readonly Problem[] {
  const wish = {
    invoiceNumber: "SB-2026-0001",
    issueDate: "2026-06-20",
    reason: "DL8.61.1.D",
    reasonText: undefined,
    documentNumber: undefined,
    lines: [],
    ...change,
  };
  const credit = creditInvoice(of, wish, [before]);
  return credit.ok ? [...credit.value.remarks, ...(credit.value.excess ? [credit.value.excess] : [])] : credit.problems;
}

test.each<[string, readonly Problem[]]>([
  [
    "over-credited",
    [
      ...said(invoice(), { lines: [{ position: 1, quantity: "37" }] }),
      ...said(invoice({ document_lines: [line({ quantity: "4" })] })),
    ],
  ],
  ["credits-uncounted", said(invoice())],
  [
    "left-out",
    said(
      invoice({ document_lines: [line({ charges: [{ amount: "10", reason_code: "FC" }] })], prepaid_amount: "100" }),
    ),
  ],
])("%s looks as its screen shows", (code, problems) => {
  const screen = renderProblems(
    problems.filter((each) => each.code === code),
    style,
  );
  expect(readFileSync(`test/screens/${code}/screen.txt`, "utf8")).toBe(screen);
});
