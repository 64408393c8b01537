import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type CreatedDocument, openJournal } from "../../src/journal/index.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

function journal(path = join(temporaryFolder(), "journal.db")) {
  const opened = openJournal(path);
  if (!opened.ok) throw new Error(opened.problems[0].message);
  onTestFinished(() => opened.value.close());
  return opened.value;
}

function credit(id: string, change: Partial<CreatedDocument> = {}): CreatedDocument {
  return {
    account: "sandbox:SBX-1",
    kind: "credit-note",
    id,
    documentNumber: `N-${id}`,
    file: "/books/credit.yaml",
    version: "20260101",
    createdAt: "2026-06-20T08:00:00.000Z",
    currency: "AED",
    payableAmount: "1050",
    lines: [{ name: "Tile", quantity: "4", unitCode: "XBX", netAmount: "1000" }],
    credits: { invoiceNumbers: ["SB-1"], reason: "DL8.61.1.D" },
    ...change,
  };
}

test("credit notes are found by the number of the invoice they name, the newest first, as they were recorded", () => {
  const here = journal();
  const both = credit("b", { credits: { invoiceNumbers: ["SB-1", "SB-2"], reason: "VD" } });
  for (const each of [credit("a"), both, credit("c", { account: "sandbox:SBX-2" })]) here.record(each);
  expect(here.credited("sandbox:SBX-1", "SB-1")).toEqual([both, credit("a")]);
  expect(here.credited("sandbox:SBX-1", "SB-2")).toEqual([both]);
  expect(here.credited("sandbox:SBX-1", "SB-3")).toEqual([]);
});

test("documents are found by the file they were written in", () => {
  const here = journal();
  const { credits: _, ...invoice } = credit("i", { kind: "invoice", file: "/books/march.yaml" });
  here.record(credit("a"));
  here.record(invoice);
  expect(here.ofFile("sandbox:SBX-1", "/books/march.yaml")).toEqual([invoice]);
  expect(here.ofFile("sandbox:SBX-2", "/books/march.yaml")).toEqual([]);
});

test("recording the same document again changes nothing", () => {
  const here = journal();
  for (const each of [credit("a"), credit("a")]) expect(here.record(each).ok).toBe(true);
  expect(here.credited("sandbox:SBX-1", "SB-1")).toEqual([credit("a")]);
});
