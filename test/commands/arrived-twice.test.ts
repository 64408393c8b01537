import { describe, expect, test } from "vitest";
import type { Passing } from "../support/changing-service.ts";
import { invoice, line } from "../support/documents.ts";
import { send, settle, shop, told } from "../support/doubts.ts";

const isCreate = ({ method }: Passing): boolean => method === "POST";

/** A gateway that lets the create request arrive, and passes on the refusal of its own repetition. */
const repeats = (status: number, body: unknown) => (passing: Passing) => {
  if (isCreate(passing)) Object.assign(passing, { status, body });
};
const taken = { errors: { document_number: "The document number already exists." } };

describe("a gateway that sends a document twice", () => {
  test.each([400, 409, 422])("and passes on that its number is taken (%d): it may exist", async (status) => {
    const { desk, behind } = await shop(5, {}, repeats(status, taken));
    const report = await send(desk, invoice());
    expect([report.outcome, report.problems[0]?.message]).toEqual(["in_doubt", expect.stringContaining("is taken")]);
    expect(JSON.stringify(report)).not.toContain("Nothing was created");
    expect((await send(desk, invoice())).outcome).toBe("in_doubt");
    const { resolved } = told(await settle(desk, { check: true }));
    expect(resolved).toMatchObject([{ verdict: "created" }]);
    expect((await behind.call("GET", "/api/purchase-invoices")).body.total_elements).toBe(1);
  });

  test("and whose lists are behind: it may exist", async () => {
    const { desk } = await shop(5, {}, (passing) => {
      repeats(400, taken)(passing);
      if (passing.method === "GET") passing.body = { content: [], page_number: 0, total_pages: 1, total_elements: 0 };
    });
    expect((await send(desk, invoice())).outcome).toBe("in_doubt");
  });

  test.each(["id", "document", "data"])(
    "and passes on a refusal that names a document (%s): it may exist",
    async (name) => {
      const named = name === "id" ? { id: "D-77" } : { [name]: { id: "D-77" } };
      const { desk } = await shop(5, {}, repeats(400, { ...named, errors: { message: "Validation failed." } }));
      const report = await send(desk, invoice());
      expect([report.outcome, report.problems[0]?.message]).toEqual(["in_doubt", expect.stringContaining("D-77")]);
    },
  );
});

describe("a number that another document has", () => {
  test.each([
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
    const report = await send(desk, invoice());
    expect([report.outcome, report.problems[0]?.code]).toEqual(["duplicate", "number-taken"]);
  });
});
