import { expect, test } from "vitest";
import { factsAt, quietDesk, supplier, type Typed, tiles, transfer, walkThrough } from "../support/wizard-answers.ts";

test("going back offers the default that follows from the changed answer, where the earlier one was accepted", async () => {
  const typed: Typed = [
    ["Registered name", "Alpha LLC"],
    ["Name in Arabic", "<"],
    ["Name for daily use", "<"],
    ["Registered name", "Beta LLC"],
    ...supplier.slice(1),
    ["Date of issue", "2026-06-20"],
    ["Date of supply", "<"],
    ["Date on which payment is due", "<"],
    ["Date of issue", "2026-06-01"],
    ...tiles,
    ...transfer,
  ];
  const { asked, written } = await walkThrough(typed, await factsAt(quietDesk()));
  const offered = (words: string) =>
    asked.filter(({ question }) => question.message.startsWith(words)).map(({ question }) => question.usual);
  expect(offered("Name for daily use")).toEqual(["Alpha LLC", "Alpha LLC", "Beta LLC"]);
  expect(offered("Date on which payment is due")).toEqual(["2026-07-20", "2026-07-20", "2026-07-01"]);
  expect(written?.document).toMatchObject({
    accounting_supplier_party: { party_name: "Beta LLC", name: "Beta LLC" },
    issue_date: "2026-06-01",
    due_date: "2026-07-01",
  });
});

test("a changed answer asks again what was accepted because of it, and not what was typed", async () => {
  const typed: Typed = [
    ...supplier,
    ["Date on which payment is due", "2026-07-31"],
    ...tiles,
    ...transfer,
    ["What now?", "Change an answer"],
    ["Which answer?", "The supplier, Registered name"],
    ["Registered name", "Beta LLC"],
    ["Account holder", "Gamma LLC"],
    ["What now?", "Change an answer"],
    ["Which answer?", "Number and dates, Date of issue"],
    ["Date of issue", "2026-06-01"],
    ["What now?", "Change an answer"],
    ["Which answer?", "The supplier, Registered name"],
    ["Registered name", "Delta LLC"],
    ["What now?", "Correct: save"],
  ];
  const { asked, written } = await walkThrough(typed, await factsAt(quietDesk()));
  const review = asked.findIndex(({ question }) => question.message === "What now?");
  expect(asked.slice(review).map(({ question, reply }) => `${question.message} ${reply}`)).toEqual([
    "What now? change",
    "Which answer? supplier.legalName",
    "Registered name: Beta LLC",
    "Name for daily use: Beta LLC",
    "Account holder: Gamma LLC",
    "What now? change",
    "Which answer? dates.issue",
    "Date of issue: 2026-06-01",
    "What now? change",
    "Which answer? supplier.legalName",
    "Registered name: Delta LLC",
    "Name for daily use: Delta LLC",
    "What now? write",
  ]);
  expect(written?.document).toMatchObject({
    accounting_supplier_party: { name: "Delta LLC" },
    due_date: "2026-07-31",
    payment_means: [{ payee_financial_account: { name: "Gamma LLC" } }],
  });
});
