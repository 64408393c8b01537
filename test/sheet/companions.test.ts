import { expect, test } from "vitest";
import { importRows, row } from "../support/sheet-rows.ts";

test.each(["certain financial services", "DL8.46.1"])(
  "an exemption given as %s has its code and its words",
  async (given) => {
    const exempt = { "VAT category": "exempt", "VAT rate": "", "Exemption reason": given };
    const { errors, document } = await importRows([row(exempt)]);
    expect(errors).toEqual([]);
    expect(document("SB-1").document_lines?.[0]?.classified_tax_category).toMatchObject({
      id: "E",
      tax_exemption_reason_code: "DL8.46.1",
      tax_exemption_reason: "certain financial services",
    });
  },
);
