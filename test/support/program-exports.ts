import { codeOf, csv, day, nameOf, number, type ProgramExport, serial, two } from "./export-cells.ts";
import { amounts, shown, sum, trnOf, vatOf } from "./map-import.ts";
import { type RawCell, type RawSheet, workbook } from "./workbook.ts";

/** Arranges rows under headings; cells without a value stay empty. */
function wide(headings: readonly string[], rows: readonly Readonly<Record<string, string>>[]): string[][] {
  return [[...headings], ...rows.map((row) => headings.map((heading) => row[heading] ?? ""))];
}

/**
 * Zoho Books: dates with the month first, short ids, some prices including VAT, an exchange rate of 1, drafts and
 * void bills in between.
 */
export function zoho(): ProgramExport {
  const headings =
    "Invoice Date,Invoice ID,Invoice Number,Issued Date,Invoice Status,Customer ID,Customer Name,Customer Name (Secondary Language),Is Inclusive Tax,Due Date,PurchaseOrder,Currency Code,Exchange Rate,Discount Type,Is Discount Before Tax,Entity Discount Percent,SubTotal,Total,Balance,Adjustment,Payment Terms,Notes,Invoice Type,Entity Discount Amount,Item Name,Item Desc,Quantity,Discount,Discount Amount,Item Total,Usage unit,Item Price,Product ID,Billing City,Round Off,Item Type,VAT Treatment,Place Of Supply,Tax Registration Number,Account,Item Tax,Item Tax %,Item Tax Amount,Item Tax Type,Item Tax Exemption Reason,Out of Scope Reason".split(
      ",",
    );
  const states = ["Closed", "Overdue", "Void", "Sent", "Draft"];
  const rows: Record<string, string>[] = [];
  const sent: bigint[] = [];
  const units = ["box", "pcs", "صندوق"];
  for (const at of Array.from({ length: 40 }, (_, each) => each)) {
    const lines = [0, 1].map((line) => BigInt((at + 1) * 731 + line * 1200 + 3) * 100n);
    const inclusive = at % 4 === 1;
    const net = sum(lines) * 2n;
    const status = states[at % 5] ?? "";
    if (status !== "Void" && status !== "Draft") sent.push(net);
    for (const [line, each] of lines.entries())
      rows.push({
        "Invoice Date": `5/${day(at)}/2026`,
        "Invoice ID": "6.59047E+18",
        "Invoice Number": `INV-${two(at)}`,
        "Invoice Status": status,
        "Customer ID": "6.59047E+18",
        "Customer Name": nameOf(at),
        "Is Inclusive Tax": inclusive ? "TRUE" : "FALSE",
        "Due Date": `6/${day(at)}/2026`,
        PurchaseOrder: at % 2 ? `PO-${at}` : "",
        "Currency Code": "AED",
        "Exchange Rate": "1",
        "Discount Type": "entity_level",
        "Entity Discount Percent": "0",
        Total: shown(net + vatOf(net)),
        SubTotal: shown(net),
        Balance: "0",
        Adjustment: "0",
        "Item Name": `Floor tile ${line}`,
        "Item Desc": "Ceramic",
        Quantity: "2.00",
        Discount: "0.00",
        "Discount Amount": "0.00",
        "Item Total": shown(each * 2n),
        "Usage unit": units[at % 3] ?? "",
        "Item Price": shown(inclusive ? each + vatOf(each) : each),
        "Item Type": "goods",
        "VAT Treatment": "vat_registered",
        "Place Of Supply": "DU",
        "Tax Registration Number": trnOf(at),
        "Item Tax": "Standard Rate",
        "Item Tax %": "5",
        "Item Tax Amount": shown(vatOf(each * 2n)),
        "Item Tax Type": "ItemAmount",
      });
  }
  return {
    name: "Invoice.csv",
    content: csv(wide(headings, rows)),
    documents: sent.length,
    net: sum(sent),
    vat: sum(sent.map(vatOf)),
  };
}

/** Odoo: three sheets, one row per document, dates as day numbers without a date format. */
export function odoo(): ProgramExport {
  const net = amounts(30);
  const head =
    "Number,Invoice/Bill Date,Code,Partner Name,Country,Fiscal Position,Quantity,Gross Weight,Untaxed Amount,Tax,Total,Payment Status,Status".split(
      ",",
    );
  const isExport = (at: number): boolean => at % 6 === 5;
  const row = (at: number, each: bigint, sign = ""): RawCell[] => {
    const vat = isExport(at) ? 0n : vatOf(each);
    return [
      `BILL/2026/${two(at)}`,
      { v: String(46143 + day(at)) },
      codeOf(at),
      nameOf(at),
      "United Arab Emirates",
      isExport(at) ? "Export 0% - Cargo" : "Local 5%",
      { v: String((at % 5) * 3) },
      { v: "12.5" },
      { v: `${sign}${shown(each)}` },
      { v: vat === 0n ? "0" : `${sign}${shown(vat)}` },
      { v: `${sign}${shown(each + vat)}` },
      "Paid",
      "Posted",
    ];
  };
  const sheets: RawSheet[] = [
    { name: "Invoices", rows: [head, ...net.map((each, at) => row(at, each))] },
    { name: "Returns", rows: [head, ...net.slice(0, 5).map((each, at) => row(at + 50, each, "-"))] },
    {
      name: "Lines",
      rows: [
        "Date,Number,Account,Partner,Reference,Product,Quantity,Amount in Currency,Currency Rate,Debit,Credit,Cumulated Balance".split(
          ",",
        ),
        ...net.map((each, at): RawCell[] => [
          serial(at),
          `BILL/2026/${two(at)}`,
          "400000",
          nameOf(at),
          "",
          "",
          { v: "1" },
          number(each),
          { v: "1" },
          number(each),
          { v: "0" },
          { v: "0" },
        ]),
      ],
    },
  ];
  const vat = net.map((each, at) => (isExport(at) ? 0n : vatOf(each)));
  return { name: "account.move.xlsx", content: workbook(sheets), documents: 30, net: sum(net), vat: sum(vat) };
}

/**
 * Tally: dates such as 2-May-26, quantities with units, a title above the headings, a total below, one column per
 * ledger.
 */
export function tally(): ProgramExport {
  const net = amounts(25);
  const head =
    "Date,Particulars,Consignee/Buyer,Address,Voucher Type,Voucher No.,Voucher Ref. No.,TRN,Narration,Order No. &  Date,Terms of Payment,Other References,Quantity,Alt. Units,Rate,Value,Gross Total,Purchase - Local".split(
      ",",
    );
  const rows = net.map((each, at): RawCell[] => [
    `${day(at)}-May-26`,
    nameOf(at),
    nameOf(at),
    "Dubai",
    "Purchase",
    `P/${two(at)}`,
    `R-${at}`,
    trnOf(at),
    "Steel rods",
    `PO ${at}`,
    "30 Days",
    "",
    at % 2 ? `${at + 1} Nos` : `${(at + 1) * 100}.00 kg`,
    "",
    "",
    number(each),
    number(each + vatOf(each)),
    number(each),
  ]);
  const total: RawCell[] = [
    "",
    "Grand Total",
    ...Array.from({ length: 13 }, () => ""),
    number(sum(net)),
    number(sum(net) + sum(net.map(vatOf))),
    number(sum(net)),
  ];
  const titles = ["Blue Crane Trading LLC", "Al Quoz", "Dubai", "Purchase Register", "1-May-2026 to 31-May-2026"].map(
    (each) => [each],
  );
  return {
    name: "DayBook.xlsx",
    content: workbook([{ rows: [...titles, head, ...rows, total] }]),
    documents: 25,
    net: sum(net),
    vat: sum(net.map(vatOf)),
  };
}

const suntechHead =
  "Invoice Number,Invoice Date,Invoice Currency Code,Payment due date,Buyer Code,Buyer Name,Buyer Electronic Address,Buyer Address,Buyer City,Buyer State,Buyer Country Code,Email ID,Trade License Number,Stock code / Barcode,Stock Descrption";
const suntechStart = (at: number, item: string): RawCell[] => [
  `DM-${two(at)}`,
  serial(at),
  "AED",
  serial(at + 1),
  codeOf(at),
  nameOf(at),
  "",
  "Deira",
  "Dubai",
  "DXB",
  "AE",
  "",
  "",
  `ST${at}`,
  item,
];

/** Suntech, diamonds: one row per item, a value and a rate; 0 % is the reverse charge. */
export function diamonds(): ProgramExport {
  const net = amounts(20).map((each) => (each / 2n) * 2n);
  const head = `${suntechHead},Qty/Pcs,Gross Wt.,Rate,Value,VAT %,VAT Amt,TOTAL Amt`.split(",");
  const rows = net.map((each, at): RawCell[] => [
    ...suntechStart(at, "Round diamond 0.5 ct"),
    { v: "2" },
    { v: "1.25" },
    number(each / 2n),
    number(each),
    { v: "0" },
    { v: "0" },
    number(each),
  ]);
  return {
    name: "diamonds.xlsx",
    content: workbook([{ rows: [head, ...rows] }]),
    documents: 20,
    net: sum(net),
    vat: 0n,
  };
}

/** Suntech, metal: no piece counts, weight in grams; gold at 0 % and making charges at 5 % in separate rows. */
export function metal(): ProgramExport {
  const net = amounts(20);
  const head = `${suntechHead},Qty/Pcs,Gross Wt.,Pure Wt.,Gold Rate,Gold Amt,VAT %,VAT Amt,TOTAL Amt`.split(",");
  const rows = net.map((each, at): RawCell[] => [
    ...suntechStart(at, "Gold bar 995"),
    { v: "0" },
    { v: "120.55" },
    { v: `${at + 100}.25` },
    { v: "310.5" },
    number(each),
    { v: "0" },
    { v: "0" },
    number(each),
  ]);
  return { name: "metal.xlsx", content: workbook([{ rows: [head, ...rows] }]), documents: 20, net: sum(net), vat: 0n };
}

/** An expense list for the VAT return: some suppliers without a name, the number inside a longer string. */
export function expenses(): ProgramExport {
  const net = amounts(25);
  const head =
    "SRNO,REGION,INVNO,TVOCDATE,Tax Invoice No,Tax Invoice Date,Tax Invoice Amount AED,VAT Amount VAT,Supplier Name,Supplier TRN,Invoice Description,EXPCODE,EXPREF,TotalAmount,MAIN_VOCTYPE".split(
      ",",
    );
  const rows = net.map((each, at): RawCell[] => [
    { v: String(at + 1) },
    "DXB",
    { v: String(9000 + at) },
    serial(at),
    `INV -18011255${70 + at}`,
    serial(at),
    number(each),
    number(vatOf(each)),
    at % 3 ? nameOf(at) : "",
    trnOf(at),
    "Courier services",
    "E10",
    "",
    number(each + vatOf(each)),
    "PUR",
  ]);
  return {
    name: "expenses.xlsx",
    content: workbook([{ rows: [head, ...rows] }]),
    documents: 25,
    net: sum(net),
    vat: sum(net.map(vatOf)),
  };
}
