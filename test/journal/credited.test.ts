import { expect, test } from "vitest";
import type { CreatedDocument } from "../../src/journal/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

function journal() {
  return journalIn(temporaryFolder(), { now: () => Date.parse("2026-06-20T08:00:00Z") });
}

/** Records that a document with this id was sent; returns the facts to look for. */
async function sent(here: ReturnType<typeof journal>, id: string, change: Parameters<typeof intent>[0] = {}) {
  const what = intent({
    content: id,
    kind: "credit-note",
    file: "/books/credit.yaml",
    credits: { invoiceNumbers: ["SB-1"], reason: "DL8.61.1.D" },
    ...change,
  });
  const begun = await here.begin(what, { allowSimilar: true });
  if (!begun.ok || begun.value.is !== "begun") throw new Error(JSON.stringify(begun));
  await begun.value.attempt.armed();
  await begun.value.attempt.result(createdResult(id, { documentNumber: `N-${id}` }));
  const { account, kind, file, version, currency, lines, contentHash, credits } = what;
  const found: CreatedDocument = {
    ...{ account, kind, id, documentNumber: `N-${id}`, file, version, createdAt: "2026-06-20T08:00:00.000Z" },
    ...{ currency, payableAmount: "10500", lines, contentHash },
    ...(credits ? { credits } : {}),
  };
  return found;
}

test("credit notes are found by the number of the invoice they name, the newest first, as they were recorded", async () => {
  const here = journal();
  const first = await sent(here, "a");
  const both = await sent(here, "b", { credits: { invoiceNumbers: ["SB-1", "SB-2"], reason: "VD" } });
  await sent(here, "c", { account: "sandbox:SBX-2" });
  expect(given(await here.credited("sandbox:SBX-1", "SB-1"))).toEqual([both, first]);
  expect(given(await here.credited("sandbox:SBX-1", "SB-2"))).toEqual([both]);
  expect(given(await here.credited("sandbox:SBX-1", "SB-3"))).toEqual([]);
});

test("documents are found by the file they were written in", async () => {
  const here = journal();
  await sent(here, "a");
  const invoice = await sent(here, "i", { kind: "invoice", file: "/books/march.yaml", credits: undefined });
  expect(given(await here.ofFile("sandbox:SBX-1", "/books/march.yaml"))).toEqual([invoice]);
  expect(given(await here.ofFile("sandbox:SBX-2", "/books/march.yaml"))).toEqual([]);
});

test("a document that is sent in place of an earlier one takes its place", async () => {
  const here = journal();
  await sent(here, "a", { documentNumber: "N-a" });
  const corrected = await sent(here, "a", {
    content: "corrected",
    replaces: "a",
    documentNumber: "N-a",
    credits: { invoiceNumbers: ["SB-2"], reason: "VD" },
    totals: { payable_amount: "10500" },
  });
  expect(given(await here.credited("sandbox:SBX-1", "SB-1"))).toEqual([]);
  expect(given(await here.credited("sandbox:SBX-1", "SB-2"))).toEqual([corrected]);
});
