import { describe, expect, test } from "vitest";
import { parseJson } from "../../src/json/index.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { codesIn, submitterTo } from "../support/submission.ts";

type Echo = Record<string, unknown>;

/** Answers a create with what was sent and this change; returns the submission of an invoice. */
async function echoing(change: (echo: Echo) => unknown) {
  const server = await startRawServer((socket, { body }) => {
    const sent = parseJson(body.toString());
    if (!sent.ok) throw new Error("not JSON");
    const echo = { id: "id-1", document_sequence: 1, ...(JSON.parse(body.toString()) as Echo) };
    socket.end(http(201, JSON.stringify(change(echo) ?? echo)));
  });
  const { send } = await submitterTo(server);
  return send({ document_number: "SB-1" });
}

describe("a 201 about another document is in doubt, with its id first", () => {
  const cases: Record<string, (echo: Echo) => unknown> = {
    "another supplier": (echo) => {
      const party = echo.accounting_supplier_party as Echo;
      echo.accounting_supplier_party = {
        ...party,
        party_tax_scheme: { company_id: "100999999900003", tax_scheme: "VAT" },
      };
    },
    "another kind": (echo) => {
      const { invoice_type_code: _, ...rest } = echo;
      return { ...rest, credit_note_type_code: "261" };
    },
    "another currency": (echo) => ({ ...echo, document_currency_code: "USD" }),
    "date and lines": (echo) => ({ ...echo, issue_date: "2026-01-01", document_lines: [{}, {}, {}, {}] }),
    "date and amounts": (echo) => ({ ...echo, issue_date: "2026-01-01", payable_amount: 1 }),
    "errors in the body": (echo) => ({ ...echo, errors: { message: "could not be stored" } }),
  };
  test.each(Object.entries(cases))("%s", async (_, change) => {
    const submission = await echoing(change);
    expect(submission.outcome).toBe("in_doubt");
    expect(codesIn(submission)).toEqual(["answer-contradicts"]);
    expect(submission.problems[0]?.message).toMatch(/^id-1: /);
  });

  test("a ticket of a queue", async () => {
    const submission = await echoing(() => ({ id: "job-1", status: "QUEUED" }));
    expect(submission.outcome).toBe("in_doubt");
    expect(codesIn(submission)).toEqual(["answer-unclear"]);
    expect(submission.problems[0]?.message).toMatch(/^job-1: .*QUEUED/);
  });
});

test.each([
  ["nothing", (echo: Echo) => echo],
  [
    "names, numbers of units and spelling",
    (echo: Echo) => ({ ...echo, document_currency_code: " aed ", errors: {}, note: "other" }),
  ],
  ["an issue date with a time", (echo: Echo) => ({ ...echo, issue_date: `${String(echo.issue_date)}T00:00:00Z` })],
])("what changes %s is created without a warning", async (_, change) => {
  const submission = await echoing(change);
  expect([submission.outcome, codesIn(submission)]).toEqual(["done", []]);
});

test.each([
  ["date", (echo: Echo) => ({ ...echo, issue_date: "2026-01-01" }), "answer-changed"],
  ["lines", (echo: Echo) => ({ ...echo, document_lines: [{}, {}, {}, {}] }), "answer-changed"],
  [
    "account",
    (echo: Echo) => ({ ...echo, payment_means: [{ payee_financial_account: { id: "AE070331234567890123456" } }] }),
    "answer-changed",
  ],
  ["amounts", (echo: Echo) => ({ ...echo, payable_amount: 1 }), "totals-differ"],
])("another %s alone is created, with a loud warning", async (_, change, code) => {
  const submission = await echoing(change);
  expect([submission.outcome, codesIn(submission)]).toEqual(["done", [code]]);
  expect(submission.problems[0]).toMatchObject({ severity: "warning", message: expect.stringMatching(/THE SERVICE/) });
});

test("a thin answer is created, and says what was not compared; totals in another form count as such", async () => {
  const thin = await echoing(() => ({ id: "id-1", document_sequence: 0 }));
  expect(thin.outcome).toBe("done");
  expect(thin.created?.notCompared).toEqual([
    "supplier's TRN",
    "kind",
    "currency",
    "issue date",
    "number of lines",
    "amounts",
  ]);
  const commas = await echoing((echo) => ({ ...echo, payable_amount: "10,500.00" }));
  expect(commas.created?.notCompared).toEqual(["amounts"]);
});
