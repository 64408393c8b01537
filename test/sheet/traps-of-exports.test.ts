import { expect, test } from "vitest";
import { book, fils, importWith } from "../support/map-import.ts";

/**
 * Exports shaped as those of accounting programs, each with a trap about money: read with the amounts that a person
 * would work out, or asked or refused. None is wrong in silence.
 */
const trn = book[0]?.accounting_supplier_party?.party_tax_scheme?.company_id ?? "";
const name = book[0]?.accounting_supplier_party?.party_name ?? "";

interface Trap {
  readonly headings: string;
  readonly rows: readonly string[];
  /** Net amount and VAT in fils, as they must be where documents are made. */
  readonly net: bigint;
  readonly vat: bigint;
  readonly currency?: string;
}

const trap = (headings: string, rows: readonly string[], net: number, vat: number, currency = "AED"): Trap => ({
  ...{ headings, rows, currency },
  ...{ net: BigInt(Math.round(net * 100)), vat: BigInt(Math.round(vat * 100)) },
});

const b = "Bill No,Bill Date,Due Date,Vendor TRN,Item,HS Code";
const one = `B-1,2026-06-15,2026-07-31,${trn},Tile,69072100`;
const sap = "Document Number,Posting Date,Net due date,Supplier,Short Text,HS Code";
const ofSap = `B-1,2026-06-15,2026-07-31,${name},Tile,69072100`;
const german = "Belegnummer;Belegdatum;Fälligkeit;Lieferant;Bezeichnung;HS Code";
const french = "N° facture;Date facture;Date échéance;Fournisseur;Désignation;HS Code";
const semi = (row: string): string => row.replaceAll(",", ";");
const arabic = "رقم الفاتورة,تاريخ الفاتورة,تاريخ الاستحقاق,اسم المورد,الصنف,HS Code";

const traps: Readonly<Record<string, Trap>> = {
  "SAP: price per 1000": trap(`${sap},Qty,UoM,Net Price,Price Unit`, [`${ofSap},5000,EA,12.50,1000`], 62.5, 3.13),
  "SAP: S/H indicator takes back": trap(`${sap},Qty,Net Price,S/H`, [`${ofSap},1,100.00,H`], 100, 5),
  "SAP: tax code V0": trap(`${sap},Qty,Net Price,Tax Code`, [`${ofSap},1,100.00,V0`], 100, 0),
  "SAP: amount in local currency": trap(`${sap},Crcy,Amount in local cur.`, [`${ofSap},USD,367.25`], 367.25, 18.36),
  "SAP: amounts in both currencies": trap(
    `${sap},Crcy,Amount in doc. curr.,LC amount`,
    [`${ofSap},USD,100.00,367.25`],
    ...([100, 5, "USD"] as const),
  ),
  "SAP: reversed with": trap(`${sap},Qty,Net Price,Reversed with`, [`${ofSap},1,100.00,5100000012`], 0, 0),
  "SAP: quantity in two units": trap(
    `${sap},Order Qty,Order Unit,Qty in OPUn,Net Price`,
    [`${ofSap},10,CTN,120,9.00`],
    ...([1080, 54] as const),
  ),
  "SAP: planned delivery costs": trap(
    `${sap},Qty,Net Price,Planned del. costs`,
    [`${ofSap},1,100.00,15.00`],
    115,
    5.75,
  ),
  "Oracle: amount and tax amount": trap(`${b},Line Amount,Tax Amount`, [`${one},100.00,5.00`], 100, 5),
  "Oracle: functional amount": trap(`${b},Invoice Currency,Functional Amount`, [`${one},USD,367.25`], 367.25, 18.36),
  "Oracle: inclusive flag": trap(`${b},Qty,Unit Price,Tax Inclusive`, [`${one},1,105.00,Y`], 100, 5),
  "Oracle: prepayment applied": trap(`${b},Qty,Unit Price,Prepayment Applied`, [`${one},1,100.00,40.00`], 100, 5),
  "Oracle: retainage": trap(`${b},Qty,Unit Price,Retainage Amount`, [`${one},1,100.00,10.00`], 100, 5),
  "Dynamics: line discount %": trap(
    `Document No.,Posting Date,Due Date,Buy-from Vendor Name,Description,HS Code,Quantity,Direct Unit Cost Excl. VAT,Line Discount %`,
    [`${ofSap},10,10.00,10`],
    ...([90, 4.5] as const),
  ),
  "Dynamics: discount amount and percent": trap(
    `${b},Quantity,Unit Price,Discount,Discount percent,Net amount`,
    [`${one},10,10.00,5.00,10,85.00`],
    ...([85, 4.25] as const),
  ),
  "Dynamics: amount including VAT alone": trap(`${b},Quantity,Amount Including VAT`, [`${one},1,105.00`], 100, 5),
  "Dynamics: charge in the line": trap(`${b},Quantity,Unit Price,Misc. charges`, [`${one},1,100.00,7.00`], 107, 5.35),
  "Odoo: taxes column": trap(`${b},Quantity,Unit Price,Taxes`, [`${one},1,100.00,0% EX`], 100, 0),
  "Odoo: signed amounts of a refund": trap(`${b},Untaxed Amount Signed`, [`${one},-100.00`], 100, 5),
  "Odoo: disc.%": trap(`${b},Quantity,Unit Price,Disc.%`, [`${one},10,10.00,10`], 90, 4.5),
  "Zoho: exchange rate and USD": trap(
    `${b},Currency Code,Exchange Rate,Quantity,Rate`,
    [`${one},USD,3.6725,1,100.00`],
    100,
    5,
    "USD",
  ),
  "Zoho: adjustment": trap(`${b},Quantity,Rate,Adjustment`, [`${one},1,100.00,-3.00`], 97, 4.85),
  "Zoho: reverse charge applied": trap(
    `${b},Quantity,Rate,Is Reverse Charge Applied`,
    [`${one},1,100.00,true`],
    100,
    0,
  ),
  "Tally: debit and credit": trap(`${b},Debit,Credit`, [`${one},,105.00`], 100, 5),
  "Tally: amount with Cr": trap(`${b},Amount`, [`${one},105.00 Cr`], 100, 5),
  "Tally: purchase account says 0 %": trap(`${b},Qty,Rate,Purchase Ledger`, [`${one},1,100.00,Purchase @ 0%`], 100, 0),
  "Tally: cancelled": trap(`${b},Qty,Rate,Cancelled`, [`${one},1,100.00,Yes`], 0, 0),
  "ledger program: type Vendor Credit": trap(
    `${b},Qty,Rate,Transaction Type`,
    [`${one},1,100.00,Vendor Credit`],
    100,
    5,
  ),
  "ledger program: foreign amount": trap(`${b},Foreign Amount,Amount`, [`${one},100.00,367.25`], 367.25, 18.36),
  "ledger program: tax 5.00": trap(`${b},Qty,Rate,Tax`, [`${one},1,100.00,5.00`], 100, 5),
  "German: net and gross": trap(`${german};Netto;USt;Brutto`, [`${semi(ofSap)};100,00;5,00;105,00`], 100, 5),
  "German: comma and thousands": trap(`${german};Menge;Preis`, [`${semi(ofSap)};1,250;100,00`], 125, 6.25),
  "German: price per 100": trap(`${german};Menge;Preis je 100`, [`${semi(ofSap)};1000;12,50`], 125, 6.25),
  "German: Skonto": trap(`${german};Menge;Preis;Skonto`, [`${semi(ofSap)};1;100,00;2,00`], 100, 5),
  "German: tax-free": trap(`${german};Menge;Preis;Steuer`, [`${semi(ofSap)};1;100,00;steuerfrei`], 100, 0),
  "French: remise %": trap(`${french};Qté;Prix unitaire HT;Remise %`, [`${semi(ofSap)};10;10,00;10`], 90, 4.5),
  "French: TTC": trap(`${french};Qté;Prix unitaire TTC`, [`${semi(ofSap)};1;105,00`], 100, 5),
  "French: exonéré": trap(`${french};Qté;Prix unitaire HT;Régime`, [`${semi(ofSap)};1;100,00;exonéré`], 100, 0),
  "Arabic: discount": trap(`${arabic},الكمية,سعر الوحدة,قيمة الخصم`, [`${ofSap},10,10.00,10.00`], 90, 4.5),
  "Arabic: price with VAT": trap(`${arabic},الكمية,السعر شامل الضريبة`, [`${ofSap},1,105.00`], 100, 5),
  "Arabic: exempt": trap(`${arabic},الكمية,سعر الوحدة,الضريبة`, [`${ofSap},1,100.00,معفى`], 100, 0),
  "Arabic: in dollars": trap(`${arabic},الكمية,سعر الوحدة,العملة`, [`${ofSap},1,100.00,USD`], 100, 5, "USD"),
};

test("there are forty of them", () => {
  expect(Object.keys(traps).length).toBeGreaterThanOrEqual(40);
});

test.each(Object.entries(traps))("%s: not wrong in silence", async (_, { headings, rows, net, vat, currency }) => {
  const content = `${headings}\n${rows.join("\n")}\n`;
  const { errors, sums, proposed } = await importWith("list.csv", content, [], { zeroRate: "zero-rated" }, [
    "USD=3.6725",
  ]);
  const made = errors.length > 0 ? [] : sums;
  expect(
    made.map((each) => [fils(each.net), fils(each.vat), each.currency]),
    proposed,
  ).toEqual(made.map(() => [net, vat, currency]));
});
