import { expect, test } from "vitest";
import { report } from "../../../src/extras/reports/command.ts";
import { renderJson } from "../../../src/render/index.ts";
import { invoice, line } from "../../support/documents.ts";
import { runCommand } from "../../support/run-command.ts";
import { create, from, shop } from "../../support/shop.ts";

/** A supplier in Oman, outside the network; `taxNumber` is an Omani number or a TRN from the UAE. */
function abroad(taxNumber: string) {
  const { tin: _, ...party } = from("1100000001").accounting_supplier_party ?? {};
  return {
    ...party,
    ...{ name: "Muscat Stone", party_name: "Muscat Stone SAOC", endpoint_id: "9900000098", telephone: "+96824000111" },
    party_tax_scheme: { company_id: taxNumber, tax_scheme: "VAT" },
    postal_address: {
      street_name: "Way 1",
      city_name: "Muscat",
      country_subentity: "MA",
      country: "Oman",
      country_code: "OM",
    },
  } as never;
}

const reverse = line({
  classified_tax_category: { id: "AE", percent: "5", tax_scheme: "VAT" },
  commodity_classification: {
    ...{ commodity_code: "G", item_classification_code: "85171300", item_classification_list_id: "HS" },
    nature_code: "DL8.48.8.2",
  },
  standard_item_identification: { id: "6291041500213", scheme_id: "0160" },
} as never);

test("a purchase from abroad under the reverse charge is in boxes 3 and 10; VAT that a supplier without a TRN charged is warned of", async () => {
  const { desk } = await shop({}, { sameClock: true });
  await create(
    desk,
    invoice({ document_number: "OM-1", accounting_supplier_party: abroad("OM1100012345"), document_lines: [reverse] }),
  );
  const boxes = async (): Promise<Record<string, string[]>> => {
    const made = await runCommand(report, desk, [], { month: "2026-06" });
    const lines = renderJson(made).vat_return as { box: string | null; label: string; amount: string; vat: string }[];
    return Object.fromEntries(lines.map(({ box, label, amount, vat }) => [box ?? label, [amount, vat]]));
  };
  expect(await boxes()).toEqual({ "3": ["10000.00", "500.00"], "10": ["10000.00", "500.00"] });
  expect((await runCommand(report, desk, [], { month: "2026-06" })).problems).toEqual([]);

  await create(desk, invoice({ document_number: "OM-2", accounting_supplier_party: abroad("OM1100012345") }));
  await create(desk, invoice({ document_number: "OM-3", accounting_supplier_party: abroad("100632446900003") }));
  await create(desk, invoice({ document_number: "SB-1" }));
  expect((await boxes())["9"]).toEqual(["30000.00", "1500.00"]);
  const { problems } = await runCommand(report, desk, [], { month: "2026-06" });
  expect(problems).toMatchObject([
    { severity: "warning", message: expect.stringContaining("OM-2 (Muscat Stone SAOC, OM1100012345)") },
  ]);
  expect(problems[0]?.message).not.toMatch(/OM-1|OM-3|SB-1/);
});
