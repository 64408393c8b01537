import { suggest } from "../../problem/index.ts";
import { type Item, type ItemField, itemFields, valueInWords } from "./book/index.ts";

/** A row of the workbook. `missing` names the missing values; `offered` says where the filled-in values come from. */
export interface ItemRow {
  readonly item: Item;
  readonly missing: string;
  readonly offered: string;
}

const headings: Readonly<Record<ItemField, readonly [heading: string, says: string]>> = {
  code: ["Item code", "Your own code; empty where you have none"],
  name: ["Item", "The name, as your documents have it"],
  name_in_arabic: ["Name in Arabic", "Found as well as the other name"],
  supplier: ["Supplier", "Whose item code the next column has: a name of your supplier book"],
  supplier_code: ["Supplier's item code", "As the supplier calls it"],
  type: ["Goods or services", "G (goods), S (services) or B (both)"],
  hs: ["HS code", "Customs code of goods, 4 to 12 digits. To search: selfbill codes hs WORDS"],
  sac: ["Service code", "Service accounting code (SAC) of services, digits"],
  unit: ["Unit", "Name or code, such as piece, box, hour"],
  vat: ["VAT category", "S (standard rate), Z (zero rated), E (exempt), O (out of scope), AE (reverse charge)"],
  exemption: [
    "Exemption reason",
    "For E: DL8.46.1 finance, DL8.46.2 residential, DL8.46.3 bare land, DL8.46.4 transport",
  ],
  nature: ["Reverse charge goods", "For AE: DL8.48.8.1 gold and diamonds, DL8.48.8.2 electronic devices …"],
  origin: ["Country of origin", "Name or code; may stay empty"],
};

/** These headings are for information only; `items import` ignores them. */
export const notRead = ["What is missing", "Where the values come from"];

/** Writes a workbook that `items import` can read back. */
export async function itemWorkbook(rows: readonly ItemRow[]): Promise<Uint8Array> {
  // Load the spreadsheet writer only on demand.
  const { listWorkbook } = await import("../../sheet/index.ts");
  const fields = Object.keys(itemFields) as ItemField[];
  const columns = [
    ...fields.map((field) => ({ heading: headings[field][0], says: headings[field][1], asText: true as const })),
    ...notRead.map((heading) => ({ heading, says: "For you; this column is not read" })),
  ];
  const cells = rows.map(({ item, missing, offered }) => [
    ...fields.map((field) => (item[field] === undefined ? "" : cellText(field, item[field]))),
    missing,
    offered,
  ]);
  const remark = `Check what is filled in, fill in what is missing, save the file, then: ${suggest`items import FILE`}`;
  return listWorkbook("Items", columns, cells, { readyRows: 0, remark });
}

/** Formats a unit or country in words, followed by its code, which is read back; other values stay as they are. */
function cellText(field: ItemField, value: string): string {
  return field === "unit" || field === "origin" ? valueInWords(field, value) : value;
}
