import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bookText, type Supplier } from "../../src/suppliers/index.ts";
import { desertLime } from "./suppliers.ts";

/** Complete suppliers that the lists refer to. */
const parties = [
  ["Desert Lime Trading LLC", "100234567400003"],
  ["Blue Dhow Logistics FZE", "100345678500003"],
  ["Sahara Office Supplies LLC", "100456789500003"],
] as const;

export function bookEntry(name: string, trn: string): Supplier {
  const entry = desertLime({ supplier: name });
  const { party_name_in_local_language: _, ...party } = entry.accounting_supplier_party ?? {};
  const tin = trn.slice(0, 10);
  return {
    ...entry,
    accounting_supplier_party: {
      ...party,
      name,
      party_name: name,
      tin,
      endpoint_id: tin,
      party_tax_scheme: { company_id: trn, tax_scheme: "VAT" },
    },
  };
}

export function writeBook(
  home: string,
  suppliers: readonly Supplier[] = parties.map(([name, trn]) => bookEntry(name, trn)),
): void {
  mkdirSync(join(home, "config"), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, "config", "suppliers.yaml"), bookText(suppliers), { mode: 0o600 });
}

/** A QuickBooks export: three bills with four lines; net 2,175.00, VAT 108.75, total 2,283.75. */
export const quickBooks = `Date,Transaction Type,Num,Vendor,Memo/Description,Account,Qty,Rate,Amount,VAT Amount,Total
02/11/2026,Bill,B-1001,Desert Lime Trading LLC,Ceramic floor tile 60x60,Cost of Goods Sold,40,25.00,1000.00,50.00,1050.00
02/11/2026,Bill,B-1001,Desert Lime Trading LLC,Tile adhesive 20 kg,Cost of Goods Sold,10,18.50,185.00,9.25,194.25
05/11/2026,Bill,B-1002,Blue Dhow Logistics FZE,Transport Dubai - Abu Dhabi,Freight,1,750.00,750.00,37.50,787.50
15/11/2026,Bill,B-1003,Sahara Office Supplies LLC,Printer paper A4,Office Expenses,20,12.00,240.00,12.00,252.00
`;

/** A Zoho Books export: a bill in dirhams, one in dollars with an exchange rate of 1, and a draft. */
export const zoho = `Bill Date,Due Date,Bill Number,Bill Status,Vendor Name,Tax Registration Number,Currency Code,Exchange Rate,Item Name,Description,Account,Quantity,Usage Unit,Rate,Item Tax %,Item Tax Amount,Item Total,Is Inclusive Tax,Total,Balance
2026-11-03,2026-12-03,BILL-00231,Open,Desert Lime Trading LLC,100234567400003,AED,1.00,Floor tile 60x60,Grey ceramic,Inventory,40,box,25.00,5.00,50.00,1000.00,false,1244.25,1244.25
2026-11-03,2026-12-03,BILL-00231,Open,Desert Lime Trading LLC,100234567400003,AED,1.00,Tile adhesive,20 kg bag,Inventory,10,pcs,18.50,5.00,9.25,185.00,false,1244.25,1244.25
2026-11-09,2026-12-09,BILL-00232,Paid,Blue Dhow Logistics FZE,100345678500003,USD,1.00,Transport,Jebel Ali to Sohar,Freight,1,trip,200.00,5.00,10.00,200.00,false,210.00,0.00
2026-11-10,2026-12-10,BILL-00233,Draft,Sahara Office Supplies LLC,100456789500003,AED,1.00,Paper,A4,Office,20,pcs,12.00,5.00,12.00,240.00,false,252.00,252.00
`;

/** A ledger: two bills on the credit side, 2,031.75 including VAT, and two payments on the debit side. */
export const ledger = `Date,Voucher No,Voucher Type,Party Name,Narration,Debit,Credit
03/11/2026,PV-1,Purchase,Desert Lime Trading LLC,Tiles,,1244.25
19/11/2026,PV-2,Purchase,Blue Dhow Logistics FZE,Transport,,787.50
20/11/2026,PY-1,Payment,Blue Dhow Logistics FZE,Transfer,787.50,
21/11/2026,PY-2,Payment,Desert Lime Trading LLC,Transfer,105.00,
`;
