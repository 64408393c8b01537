import { expect, test } from "vitest";
import { meaningOf, moneyTopicsOf } from "../../src/sheet/propose/headings.ts";

/**
 * Headings written down by somebody who did not know the tables of words: the role that each must have, or `ask` where
 * its column may only be asked about. None is left out in silence.
 */
const headings = `
trn: Supplier's TRN # | TRN/VAT Regn. No. | Vend. TRN | رقم ضريبي المورد
supplierName: Supp. Name | Vendor Nm | M/s. (Supplier) | إسم المورّد | Payee / Vendor
supplierCode: Vendor A/C No. | Supp. Acct Code | Vndr ID
quantity: Qty. (Nos.) | QTY RCVD. | Recvd Qnty | Quantity [pcs] | الكميّة | Qty Invd
unit: U.O.M. | UoM (Purchase) | وحدة القياس | Unit of Msr
unitPrice: Unit Price (AED) | U/Price | P.O. Unit Rate | Price/Unit | سعر الوحدة (درهم) | Basic Unit Rate (Dhs)
net: Taxable Amt. (AED) | Amt. before VAT | Net Amt excl. VAT | Value Excl. Tax | المبلغ قبل ضريبة القيمة المضافة
vat: VAT Amt. (AED) | 5% VAT | Input VAT (AED) | VAT Amount @5% | مبلغ ض.ق.م
gross: Total incl. VAT | Invoice Amt. (Incl. VAT) | Gross Amt. | الإجمالي شامل الضريبة (درهم)
taxRate: VAT Rate(%) | Tax Pct. | % of VAT
discount: Disc. Amt. | Discount (AED) | Less: Trade Disc. | ask: Special Disc Allowed
discountPercent: Disc (%) | Line Disc. Pct | نسبة الخصم %
charge: Freight Chgs. | Delivery Chrg | P&F Charges | ask: Cartage Inward
retention: Retention (10%) | Less Retention Amt
prepaid: Adv. Paid | Advance Deducted
currency: Curr. Code | Inv. Currency | عملة الفاتورة
`;

test("each heading is recognised or asked about, none is taken for something else", () => {
  const found = headings
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, role = "", list = ""] = /^(\w+): (.*)$/.exec(line) ?? [];
      return list.split(" | ").map((each) => {
        const heading = each.replace(/^ask: /, "");
        const meaning = meaningOf(heading);
        const isAsked = meaning?.role === undefined && meaning?.isIdle !== true && moneyTopicsOf(heading).length > 0;
        const isNet = meaning?.role === "amount" && meaning.withVat === false;
        return {
          heading,
          role,
          is: isNet ? "net" : (meaning?.role ?? (meaning?.isIdle ? "idle" : isAsked ? "asked" : "silent")),
        };
      });
    });
  expect(found.length).toBeGreaterThanOrEqual(60);
  expect(found.filter(({ role, is }) => is !== role && is !== "asked")).toEqual([]);
});
