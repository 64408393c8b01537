import { describe, expect, test } from "vitest";
import type { Report } from "../../src/report/index.ts";
import type { Passing } from "../support/changing-service.ts";
import { invoice, line } from "../support/documents.ts";
import { send, settle, shop, told } from "../support/doubts.ts";
import { rewritings } from "../support/rewriting.ts";

const isCreate = ({ method }: Passing): boolean => method === "POST";

/** A gateway that lets the create request arrive, and passes on the refusal of its own repetition. */
const repeats = (status: number, body: unknown) => (passing: Passing) => {
  if (isCreate(passing)) Object.assign(passing, { status, body });
};
const taken = { errors: { document_number: "The document number already exists." } };

const problemsOf = (report: Report) =>
  report.view.view === "submissions" ? (report.view.results[0]?.problems ?? []) : [];

const emptyList = { content: [], page_number: 0, total_pages: 1, total_elements: 0 };

describe("a gateway that sends a document twice", () => {
  test.each([400, 409, 422])("and passes on that its number is taken (%d): it may exist", async (status) => {
    const { desk, behind } = await shop(5, {}, repeats(status, taken));
    const report = await send(desk, invoice());
    expect([report.outcome, problemsOf(report)[0]?.message]).toEqual([
      "in_doubt",
      expect.stringContaining("may or may not exist"),
    ]);
    expect(JSON.stringify(report)).not.toContain("Nothing was created");
    expect((await send(desk, invoice())).outcome).toBe("in_doubt");
    const { resolved } = told(await settle(desk, { check: true }));
    expect(resolved).toMatchObject([{ verdict: "created" }]);
    expect((await behind.call("GET", "/api/purchase-invoices")).body.total_elements).toBe(1);
  });

  test.each(["texts are cut", "signs are kept as entities", "Arabic is lost"])(
    "to a service where %s: it may exist",
    async (name) => {
      const { desk } = await shop(5, {}, (passing) => {
        repeats(409, taken)(passing);
        if (passing.method === "GET" && passing.body.document_lines) rewritings[name]?.(passing.body);
      });
      const [only] = invoice().document_lines ?? [];
      const odd = { ...only, name: "Paper & toner \u0648\u0631\u0642", description: "x".repeat(400) };
      expect((await send(desk, invoice({ document_lines: [odd] }))).outcome).toBe("in_doubt");
    },
  );

  test("and whose lists are behind: it may exist", async () => {
    const { desk } = await shop(5, {}, (passing) => {
      repeats(400, taken)(passing);
      if (passing.method === "GET") passing.body = { content: [], page_number: 0, total_pages: 1, total_elements: 0 };
    });
    expect((await send(desk, invoice())).outcome).toBe("in_doubt");
  });

  test("and whose lists cannot be asked: its word is taken, and nothing is said to be certain", async () => {
    const { desk } = await shop(5, { extras: false }, repeats(400, taken));
    const report = await send(desk, invoice());
    expect([report.outcome, problemsOf(report)[0]?.code]).toEqual(["duplicate", "number-taken"]);
    expect(problemsOf(report)[0]?.hint).toMatch(/^The service could not be asked whose number it is/);
    expect(JSON.stringify(report)).not.toContain("Nothing was created");
  });
});

describe("a number that another document has", () => {
  test.each([
    ["another text in the same place", invoice({ buyer_reference: "PO-OTHER" })],
    ["a note that was not written here", invoice({ buyer_reference: "PO-77", note: "Another delivery." })],
    ["another amount", invoice({ document_lines: [line({ quantity: "7" })] })],
    [
      "another supplier",
      invoice({
        accounting_supplier_party: {
          ...invoice().accounting_supplier_party,
          tin: "1001112229",
          endpoint_id: "1001112229",
          party_tax_scheme: { company_id: "100111222900003", tax_scheme: "VAT" },
        },
      }),
    ],
  ])("%s: refused", async (_, other) => {
    const { desk, behind } = await shop();
    await behind.call("POST", `/api/purchase-invoices/${behind.businessProfileId}`, other);
    const report = await send(desk, invoice({ buyer_reference: "PO-77" }));
    expect([report.outcome, problemsOf(report)[0]?.code]).toEqual(["duplicate", "number-taken"]);
  });

  test("a member that was not written here: it may exist, and only a person can say so", async () => {
    const { desk, behind } = await shop();
    const other = invoice({ contract_document_reference: { id: "FRAME-7" } });
    await behind.call("POST", `/api/purchase-invoices/${behind.businessProfileId}`, other);
    expect((await send(desk, invoice())).outcome).toBe("in_doubt");
    const report = await settle(desk, { check: true });
    expect([report.outcome, told(report).resolved]).toEqual(["in_doubt", []]);
  });

  test("a credit note that has it: refused", async () => {
    const { desk } = await shop(5, {}, (passing) => {
      if (isCreate(passing)) Object.assign(passing, { status: 409, body: taken });
      if (passing.path.endsWith("/purchase-invoices")) passing.body = emptyList;
      if (passing.path.endsWith("/purchase-credit-notes"))
        passing.body = { ...emptyList, total_elements: 1, content: [{ id: "cn-1", document_number: "SB-2026-0001" }] };
    });
    const report = await send(desk, invoice({ document_number: "SB-2026-0001" }));
    expect([report.outcome, problemsOf(report)[0]?.code]).toEqual(["duplicate", "number-taken"]);
  });
});

test("a number that the service does not like, and that no document has: refused", async () => {
  const { desk } = await shop(5, {}, (passing) => {
    if (isCreate(passing))
      Object.assign(passing, { status: 400, body: { errors: { document_number: "must match ^[A-Z]+$" } } });
    else if (passing.method === "GET") passing.body = emptyList;
  });
  expect((await send(desk, invoice())).outcome).toBe("duplicate");
});
