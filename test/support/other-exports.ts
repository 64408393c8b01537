import { codeOf, csv, day, nameOf, number, type ProgramExport, serial, two } from "./export-cells.ts";
import { amounts, shown, sum, trnOf, vatOf } from "./map-import.ts";
import { type RawCell, workbook } from "./workbook.ts";

/** SAP Business One: cancelled documents; dates with dots. */
export function sapB1(): ProgramExport {
  const net = amounts(24);
  const head =
    "Document Number,Posting Date,Due Date,Document Date,BP Code,BP Name,BP Reference No.,Canceled,Item No.,Item Description,Quantity,UoM Code,Price after Discount,Tax Code,Total (LC)".split(
      ",",
    );
  const rows = net.map((each, at) => [
    String(5000 + at),
    `${day(at)}.05.2026`,
    `${day(at)}.06.2026`,
    `${day(at)}.05.2026`,
    codeOf(at),
    nameOf(at),
    `V${at}`,
    at % 8 === 7 ? "Y" : "N",
    "A100",
    "Printer paper A4",
    "1",
    "Box",
    shown(each),
    "SR 5%",
    shown(each),
  ]);
  const sent = net.filter((_, at) => at % 8 !== 7);
  return {
    name: "OPCH.csv",
    content: csv([head, ...rows], ";"),
    documents: sent.length,
    net: sum(sent),
    vat: sum(sent.map(vatOf)),
  };
}

/** Dynamics 365 Business Central: UTF-16 with tabs in a .csv file, exempt and out-of-scope lines. */
export function dynamics(): ProgramExport {
  const net = amounts(24);
  const head =
    "Document No.,Posting Date,Due Date,Buy-from Vendor No.,Buy-from Vendor Name,Type,No.,Description,Quantity,Unit of Measure Code,Direct Unit Cost Excl. VAT,VAT Prod. Posting Group,Line Amount Excl. VAT,HS Code".split(
      ",",
    );
  const rows = net.map((each, at) => [
    `PPINV${two(at)}`,
    `2026-05-${two(day(at))}`,
    `2026-06-${two(day(at))}`,
    codeOf(at),
    nameOf(at),
    "Item",
    "1000",
    "Office chair",
    "1",
    "PCS",
    shown(each),
    at % 6 === 5 ? "ZERO" : "VAT5",
    shown(each),
    "94013900",
  ]);
  const vat = net.map((each, at) => (at % 6 === 5 ? 0n : vatOf(each)));
  const text = csv([head, ...rows], "\t");
  return {
    name: "PurchInvLines.csv",
    content: Buffer.from(text, "utf16le"),
    documents: 24,
    net: sum(net),
    vat: sum(vat),
  };
}

/** A gold dealer's voucher list: Voc No, Party Code, weights, gold at 0 %. */
export function vouchers(): ProgramExport {
  const net = amounts(22);
  const head = "Voc No,Voc Date,Due Date,Party Code,Party Name,Item,Pure Wt (gms),Amount,VAT %,VAT,Total Amount".split(
    ",",
  );
  const rows = net.map((each, at): RawCell[] => [
    `V-${two(at)}`,
    serial(at),
    serial(at + 1),
    codeOf(at),
    nameOf(at),
    "Gold 24K",
    { v: `${at + 5}.5` },
    number(each),
    "0%",
    { v: "0" },
    number(each),
  ]);
  return {
    name: "vouchers.xlsx",
    content: workbook([{ name: "Purchases", rows: [head, ...rows] }]),
    documents: 22,
    net: sum(net),
    vat: 0n,
  };
}

export function arabic(): ProgramExport {
  const net = amounts(20);
  const comma = (fils: bigint): string => shown(fils).replace(".", ",");
  const head =
    "رقم الفاتورة;تاريخ الفاتورة;تاريخ الاستحقاق;الرقم الضريبي للمورد;البيان;الكمية;الوحدة;سعر الوحدة;المبلغ قبل الضريبة;مبلغ الضريبة";
  const rows = net.map((each, at) =>
    [
      `F-${at}`,
      `${day(at)}/05/2026`,
      `${day(at)}/06/2026`,
      trnOf(at),
      "بلاط",
      "1",
      at % 2 ? "كرتون" : "حبة",
      comma(each),
      comma(each),
      comma(vatOf(each)),
    ].join(";"),
  );
  return {
    name: "فواتير.csv",
    content: [head, ...rows, ""].join("\n"),
    documents: 20,
    net: sum(net),
    vat: sum(net.map(vatOf)),
  };
}

/** One-word headings, as in APIs; void rows in between, and a note row on top. */
export function oneWord(): ProgramExport {
  const net = amounts(20);
  const head =
    "ContactName,InvoiceNumber,InvoiceDate,DueDate,Description,Quantity,UnitAmount,TaxType,TaxAmount,Currency,Status".split(
      ",",
    );
  const rows = net.map((each, at) => [
    nameOf(at),
    `B-${two(at)}`,
    `${day(at)} May 2026`,
    `${day(at)} Jun 2026`,
    "Cleaning",
    "1",
    shown(each),
    "Standard (5%)",
    shown(vatOf(each)),
    "AED",
    at % 5 === 4 ? "VOIDED" : "AUTHORISED",
  ]);
  const sent = net.filter((_, at) => at % 5 !== 4);
  return {
    name: "bills.csv",
    content: csv([["Exported on 1 June 2026"], head, ...rows]),
    documents: sent.length,
    net: sum(sent),
    vat: sum(sent.map(vatOf)),
  };
}
