import { expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { logs } from "../../src/commands/logs.ts";
import { status } from "../../src/commands/status.ts";
import { ok } from "../../src/problem/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { create, from, resultsOf } from "../support/shop.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

const problemsOf = ({ view, problems }: Report) => [
  ...problems,
  ...(view.view === "statuses" ? view.results.flatMap((each) => each.problems) : []),
];
const reference = [{ id: "N-1", issue_date: "2026-06-15" }];

/** Two services that the journal takes for one account, so that both may have a document of the same number. */
async function twoServices() {
  const account = "two services";
  const one = serviceDesk(await startTestSandbox(), { account });
  const other = serviceDesk(await startTestSandbox(), { account, journal: one.openedJournal });
  return { one, other };
}

test("a number of an invoice and of a credit note is refused in scripts with both ids, and asked at a terminal", async () => {
  const { one: desk, other } = await twoServices();
  const invoiceId = await create(desk, invoice({ document_number: "N-1" }));
  const noteId = await create(other, creditNote({ document_number: "N-1", billing_reference: reference }));
  for (const command of [() => runCommand(status, desk, ["N-1"]), () => runCommand(logs, desk, ["N-1"])]) {
    const report = await command();
    expect(report.outcome).toBe("usage");
    const [first] = problemsOf(report);
    expect(first).toMatchObject({ code: "bad-usage", hint: expect.stringContaining(`${invoiceId} or ${noteId}`) });
    expect(first?.message).toContain("2 documents have the number N-1: ");
    expect(first?.message).toContain("invoice of Desert Lime Trading");
  }
  expect(resultsOf(await runCommand(status, desk, [invoiceId]))).toMatchObject([{ id: invoiceId }]);
  expect(resultsOf(await runCommand(status, desk, ["N-1"], { invoice: true }))).toMatchObject([{ id: invoiceId }]);
  const terminal = {
    ...desk,
    ask: { ...desk.ask, possible: true, question: async () => ok({ is: "answer" as const, value: noteId }) },
  };
  expect(resultsOf(await runCommand(status, terminal as typeof desk, ["N-1"]))).toMatchObject([{ id: noteId }]);
});

test("a number of invoices of two suppliers is never credited without a word", async () => {
  const { one, other } = await twoServices();
  const first = await create(one, invoice({ document_number: "N-1" }));
  const second = await create(other, invoice({ document_number: "N-1", ...from("1999999939") }));
  const report = await runCommand(createCreditNote, one, [], { yes: true, from: "N-1", reason: "DL8.61.1.D" });
  expect(report.outcome).toBe("usage");
  expect(report.problems[0]?.hint).toContain(first);
  expect(report.problems[0]?.hint).toContain(second);
});
