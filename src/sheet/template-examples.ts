import type { DocumentKind } from "../document/index.ts";

type Example = Readonly<Record<string, string>>;

const desertLime: Example = {
  "Supplier name": "Desert Lime Trading LLC",
  "Supplier TRN": "100234567400003",
  "Supplier TIN": "1002345674",
  "Licence type": "trade licence",
  "Licence number": "CN-1029384",
  "Licence authority": "Dubai Department of Economy and Tourism",
  "Supplier e-mail": "billing@desertlime.example",
  "Supplier telephone": "+97142000111",
  "Supplier street": "Al Quoz Street 14",
  "Supplier city": "Dubai",
  "Supplier emirate": "Dubai",
  "Supplier country": "AE",
};

const tiles: Example = {
  Item: "Ceramic floor tile",
  Description: "Ceramic floor tile 60x60 cm, box of 4",
  Quantity: "40",
  Unit: "box",
  "Unit price": "250.00",
  "VAT category": "standard rate",
  "VAT rate": "5%",
  "Goods or services": "goods",
  "HS code": "69072100",
};

const laying: Example = {
  Item: "Laying of tiles",
  Description: "Laying of floor tiles, show room, June 2026",
  Quantity: "18.5",
  Unit: "hour",
  "Unit price": "120.00",
  "VAT category": "standard rate",
  "VAT rate": "5%",
  "Goods or services": "services",
  "Service code": "995463",
};

const invoice = (number: string): Example => ({
  "Invoice number": number,
  "Invoice date": "2026-06-15",
  "Due date": "2026-07-15",
  Scenario: "standard",
  Currency: "AED",
  "Your reference": "PO-4711",
  ...desertLime,
  Payment: "transfer",
  IBAN: "AE560990000001234567890",
  "Account name": "Desert Lime Trading LLC",
});

/** Returns example rows: an invoice with two lines and one with a single line, or a credit note. */
export function exampleRows(kind: DocumentKind): readonly Example[] {
  if (kind === "invoice")
    return [
      { ...invoice("SB-2026-0001"), ...tiles },
      { "Invoice number": "SB-2026-0001", ...laying },
      { ...invoice("SB-2026-0002"), ...tiles, Quantity: "12" },
    ];
  return [
    {
      "Invoice number": "SBC-2026-0001",
      "Invoice date": "2026-06-20",
      Scenario: "standard",
      Reason: "goods or services were returned",
      "Reason in words": "Four boxes broken on arrival",
      "Corrected invoice": "SB-2026-0001",
      "Date of corrected invoice": "2026-06-15",
      Currency: "AED",
      ...desertLime,
      ...tiles,
      Quantity: "4",
    },
  ];
}
