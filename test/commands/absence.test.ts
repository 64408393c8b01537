import { describe, expect, test } from "vitest";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { invoice, line } from "../support/documents.ts";
import { lose, send, settle, shopOf, told } from "../support/doubts.ts";
import { type ListHabits, rewritings } from "../support/rewriting.ts";
import { rewritingService } from "../support/rewriting-service.ts";
import type { TestSandbox } from "../support/start-sandbox.ts";

const price = (base_amount: string) => ({ base_amount, base_quantity: "1" });
/** A document that every rewriting changes. */
const rich = invoice({
  document_lines: [
    line({ name: "Tiles & بلاط", description: "d".repeat(400), quantity: "2.4", price: price("99.6") }),
    line({ name: "Tiles & بلاط", description: "d".repeat(400), quantity: "2.4", price: price("99.6") }),
  ],
  allowances: [{ amount: "40.5", reason: "Discount", tax_category: { id: "S", percent: "5", tax_scheme: "VAT" } }],
  charges: [{ amount: "12.25", reason: "Freight", tax_category: { id: "S", percent: "5", tax_scheme: "VAT" } }],
});
const { document_number: _, ...unnumbered } = rich;

const count = async (sandbox: TestSandbox): Promise<number> =>
  (await sandbox.call("GET", "/api/purchase-invoices")).body.total_elements;

async function elsewhere(sandbox: TestSandbox, document: SelfBilledDocument): Promise<string> {
  const { status, body } = await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, document);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.id;
}

/** Seven minutes pass before the look-up: what was sent four minutes earlier is then known to be listed. */
const shopWith = (rewrite: string | undefined, habits?: ListHabits) =>
  shopOf((behind) => rewritingService(behind, rewrite === undefined ? undefined : rewritings[rewrite], habits), 7);

/** Sends, loses the answer, looks it up, and sends again as a person would; returns what the look-up said. */
async function lookedUp(shop: Awaited<ReturnType<typeof shopOf>>, document: SelfBilledDocument, processed = true) {
  const { behind, desk } = shop;
  const before = await count(behind);
  await lose(desk, behind, document, processed);
  const report = await settle(desk, { check: true });
  const { resolved, doubts } = told(report);
  await send(desk, document);
  return { report, resolved, doubts, made: (await count(behind)) - before };
}

describe("a document that exists is never called absent", () => {
  const all = Object.keys(rewritings);
  test.each(all.flatMap((name) => [[name, rich] as const, [name, unnumbered] as const]))(
    "%s",
    async (name, document) => {
      const found = await lookedUp(await shopWith(name), document);
      expect(found.made).toBe(1);
      expect(found.resolved).not.toContainEqual(expect.objectContaining({ verdict: "not-created" }));
    },
  );

  test.each<[string, ListHabits]>([
    ["the number", { blind: ["document_number"] }],
    ["the supplier", { blind: ["billed_by_vat"] }],
    ["anything", { blind: ["document_number", "billed_by_vat", "document_date"] }],
  ])("where a filter finds nothing: %s", async (_, habits) => {
    for (const document of [rich, unnumbered]) {
      const found = await lookedUp(await shopWith("the day of creation is the issue date", habits), document);
      expect([found.made, found.resolved]).toEqual([1, []]);
    }
  });

  test("where a filter finds nothing of a supplier that was known before", async () => {
    const shop = await shopWith("numbers are its own", { blind: ["billed_by_vat"] });
    await send(shop.desk, invoice({ document_number: "SB-2026-0009", issue_date: "2026-04-14" }));
    shop.clock.advance(4 * 60);
    expect(await lookedUp(shop, unnumbered)).toMatchObject({ made: 1, resolved: [] });
  });

  const failed = (each: { meta_info?: unknown }): void => {
    each.meta_info = { peppol_status: { overall_status: "VALIDATION_FAILED" } };
  };

  test.each<[string, ListHabits]>([
    ["but their ids of the day are", { hidesFailed: true }],
    ["unless they are asked for", { hidesFailed: "unless asked", lacks: ["ids"] }],
  ])("where failed documents are not listed, %s", async (_, habits) => {
    const found = await lookedUp(await shopOf((behind) => rewritingService(behind, failed, habits)), unnumbered);
    expect(found).toMatchObject({ made: 1, doubts: [{ candidates: [{ id: expect.any(String) }] }] });
  });

  test("where a document that is known to exist is not listed", async () => {
    const shop = await shopOf((behind) => rewritingService(behind, failed, { hidesFailed: true, lacks: ["ids"] }), 7);
    await send(shop.desk, invoice({ document_number: "SB-2026-0009", issue_date: "2026-04-14" }));
    shop.clock.advance(4 * 60);
    const found = await lookedUp(shop, rich);
    expect([found.made, found.resolved, found.report.problems[0]?.message]).toEqual([
      1,
      [],
      expect.stringContaining("the service's list does not show SB-2026-0009, which exists"),
    ]);
  });

  test("where more documents may be it than are compared, and the last one is it", async () => {
    const members = ["id", "document_number"];
    const shop = await shopOf((behind) => rewritingService(behind, rewritings["numbers are its own"], { members }));
    const { desk, behind } = shop;
    await lose(desk, behind, unnumbered, true);
    for (let each = 0; each < 200; each += 1)
      await elsewhere(behind, invoice({ document_number: `E-${each}`, prepaid_amount: "7000" }));
    const report = await settle(desk, { check: true });
    expect([told(report).resolved, report.problems[0]?.message]).toEqual([
      [],
      expect.stringContaining("more than 200 documents of the service may be it"),
    ]);
  });
});

describe("a document that does not exist is called absent", () => {
  const otherSupplier = invoice().accounting_supplier_party;
  const other: Record<string, (number: string) => SelfBilledDocument> = {
    "another supplier": (document_number) =>
      invoice({
        document_number,
        accounting_supplier_party: {
          ...otherSupplier,
          tin: "1001112229",
          endpoint_id: "1001112229",
          party_tax_scheme: { company_id: "100111222900003", tax_scheme: "VAT" },
        },
      }),
    "another amount": (document_number) => invoice({ document_number, prepaid_amount: "9000" }),
  };

  test.each(Object.keys(other))("beside documents with %s", async (name) => {
    const shop = await shopWith(undefined);
    for (let each = 0; each < 60; each += 1) await elsewhere(shop.behind, other[name]?.(`E-${each}`) ?? rich);
    expect(await lookedUp(shop, rich, false)).toMatchObject({ made: 1, resolved: [{ verdict: "not-created" }] });
  });

  test("beside an equal one with another number, once the service has shown a number that was sent", async () => {
    const shop = await shopWith(undefined);
    await send(shop.desk, invoice({ document_number: "SB-2026-0009", issue_date: "2026-04-14" }));
    await elsewhere(shop.behind, { ...rich, document_number: "E-1" });
    shop.clock.advance(4 * 60);
    expect(await lookedUp(shop, rich, false)).toMatchObject({ made: 1, resolved: [{ verdict: "not-created" }] });
  });

  test("not beside an equal one with another number, if the service numbers documents itself", async () => {
    const shop = await shopWith("numbers are its own");
    await elsewhere(shop.behind, { ...rich, document_number: "E-1" });
    const found = await lookedUp(shop, rich, false);
    expect(found).toMatchObject({ made: 0, resolved: [], doubts: [{ candidates: [{ different: ["number"] }] }] });
  });

  test("beside an equal one that was seen before it was sent, and not beside one that was seen later", async () => {
    for (const isBefore of [true, false]) {
      const shop = await shopWith(undefined);
      const id = await elsewhere(shop.behind, { ...rich, document_number: "E-1" });
      const account = `sandbox:${shop.behind.businessProfileId}`;
      const seen = () =>
        shop.desk.openedJournal.note("asked-elsewhere", { account, documents: [{ kind: "invoice", id }] });
      if (isBefore) await seen();
      await lose(shop.desk, shop.behind, rich, false);
      if (!isBefore) await seen();
      const { resolved } = told(await settle(shop.desk, { check: true }));
      expect(resolved).toMatchObject(isBefore ? [{ verdict: "not-created" }] : []);
      expect(resolved).toHaveLength(isBefore ? 1 : 0);
    }
  });
});
