import { codeOf, csv, day, nameOf, type ProgramExport, two } from "./export-cells.ts";
import { amounts, shown, sum, vatOf } from "./map-import.ts";

/** An amount such as 1,250.00, in brackets if negative. */
const printed = (fils: bigint): string =>
  fils < 0n ? `(${printed(-fils)})` : shown(fils).replace(/\B(?=(?:\d{3})+\.)/g, ",");

/**
 * QuickBooks Online: a grouped report with a title, a heading and a total per supplier, payments in between, and a
 * footer.
 */
export function quickbooks(): ProgramExport {
  const net = amounts(24);
  const head =
    ",Transaction date,Transaction type,Num,Due date,Name,Memo/Description,Account,Tax name,Net amount,Tax amount,Amount,Open balance".split(
      ",",
    );
  const groups = [0, 1, 2].flatMap((supplier) => {
    const own = net.flatMap((each, at) => (at % 3 === supplier ? [{ each, at }] : []));
    const bills = own.map(({ each, at }) => {
      const money = [each, vatOf(each), each + vatOf(each)].map(printed);
      const dates = [`05/${two(day(at))}/2026`, "Bill", `SB-${two(at)}`, `06/${two(day(at))}/2026`];
      return ["", ...dates, nameOf(at), "Office cleaning", "Cleaning", "5% VAT", ...money, money[2] ?? ""];
    });
    const total = sum(own.map(({ each }) => each));
    const vat = sum(own.map(({ each }) => vatOf(each)));
    const payment = ["", "05/28/2026", "Bill Payment (Cheque)", "77", "", nameOf(supplier), "", "Bank", "", "", ""];
    const empty = Array.from({ length: 8 }, () => "");
    return [
      [nameOf(supplier)],
      ...bills,
      [...payment, "(100.00)", ""],
      [
        `Total for ${nameOf(supplier)}`,
        ...empty,
        ...[total, vat, total + vat - 10_000n].map((each) => `AED${printed(each)}`),
      ],
    ];
  });
  const titles = [["Blue Crane Trading LLC"], ["Transaction Detail by Supplier"], ["1-31 May, 2026"], []];
  const footer = [[], ["Monday, 1 June, 2026 10:12 AM GMT+04:00 - Accrual Basis"]];
  return {
    name: "Transaction Detail by Supplier.csv",
    content: csv([...titles, head, ...groups, ...footer]),
    documents: 24,
    net: sum(net),
    vat: sum(net.map(vatOf)),
  };
}

/** Xero: asterisks before headings, tax under Xero's own names, percentage discounts, voided bills in between. */
export function xero(): ProgramExport {
  const net = amounts(25).map((each) => each * 9n);
  const head =
    "*ContactName,EmailAddress,POAddressLine1,POCity,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,TaxTotal,InvoiceAmountPaid,InvoiceAmountDue,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,LineAmount,*AccountCode,*TaxType,TaxAmount,TrackingName1,Currency,Type,Sent,Status".split(
      ",",
    );
  const rows = net.map((each, at) => {
    const isLess = at % 2 === 0;
    const [gross, vat] = [shown(each + vatOf(each)), shown(vatOf(each))];
    const price = shown(isLess ? (each / 9n) * 10n : each);
    const start = [nameOf(at), "", "", "", `BILL-${two(at)}`, "", `${two(day(at))}/05/2026`, `${two(day(at))}/06/2026`];
    const line = ["Paper", "1", price, isLess ? "10" : "", shown(each), "400", "Tax on Purchases", vat];
    return [
      ...start,
      gross,
      vat,
      "0",
      gross,
      "A4",
      ...line,
      "",
      "AED",
      "Bill",
      "",
      at % 5 === 4 ? "Voided" : "Approved",
    ];
  });
  const sent = net.filter((_, at) => at % 5 !== 4);
  return {
    name: "Bills.csv",
    content: csv([head, ...rows]),
    documents: sent.length,
    net: sum(sent),
    vat: sum(sent.map(vatOf)),
  };
}

/** Sage 50: audit trail transactions, with types and two-letter tax codes, two lines per bill, and payments. */
export function sage(): ProgramExport {
  const net = amounts(24);
  const head =
    "No,Type,A/C,N/C,Dept,Details,Date,Ref,Ex.Ref,Net Amount,Tax Amount,T/C,Gross Amount,Paid,Amount Paid,Bank,V,B".split(
      ",",
    );
  const rows = net.flatMap((each, at) => {
    const money = (part: bigint) => [
      shown(part),
      shown(vatOf(part)),
      "T1",
      shown(part + vatOf(part)),
      "N",
      "0.00",
      "",
      "N",
      "-",
    ];
    const start = (type: string, what: string) => [
      String(at),
      type,
      codeOf(at),
      "5000",
      "0",
      what,
      `${day(at)}/05/2026`,
    ];
    return [
      [...start("PI", "Steel rods"), `SB-${two(at)}`, "G1", ...money(each * 20n)],
      [...start("PI", "Transport"), `SB-${two(at)}`, "G1", ...money(2_000n)],
      [...start("PP", "Purchase Payment"), "BACS", "", "50.00", "0.00", "T9", "50.00", "", "", "", "", ""],
    ];
  });
  const all = net.map((each) => each * 20n + 2_000n);
  return {
    name: "AuditTrail.csv",
    content: csv([head, ...rows]),
    documents: 24,
    net: sum(all),
    vat: sum(all.map(vatOf)),
  };
}

/**
 * Focus: Gross excludes VAT and Net includes it, discounts as amounts in some rows, suspended vouchers, a grand total.
 */
export function focus(): ProgramExport {
  const net = amounts(24);
  const head =
    "DocNo,Date,DueDate,VendorAC,VendorAC Code,Currency,ExchangeRate,Narration,Place of supply,Jurisdiction,Item,Item Code,Unit,Quantity,Rate,Gross,Discount,TaxCode,Taxable,VAT,Net,Suspended".split(
      ",",
    );
  const rows = net.map((each, at) => {
    const less = at % 3 === 0 ? 1_000n : 0n;
    const start = [
      `PV:${two(at)}`,
      `${two(day(at))}-05-2026`,
      `${two(day(at))}-06-2026`,
      nameOf(at),
      codeOf(at),
      "AED",
    ];
    const item = [
      "1.0000000000",
      "",
      "Dubai",
      "Dubai",
      "Diesel",
      "D1",
      "LTR",
      "1",
      shown(each + less),
      shown(each + less),
    ];
    const money = [shown(less), "SR", shown(each), shown(vatOf(each)), shown(each + vatOf(each))];
    return [...start, ...item, ...money, at % 6 === 5 ? "Yes" : "No"];
  });
  const sent = net.filter((_, at) => at % 6 !== 5);
  const gap = Array.from({ length: 17 }, () => "");
  const total = [
    "Grand Total",
    ...gap,
    shown(sum(net)),
    shown(sum(net.map(vatOf))),
    shown(sum(net) + sum(net.map(vatOf))),
  ];
  return {
    name: "PurchaseRegister.csv",
    content: csv([["Purchase Voucher Register"], ["From 01-05-2026 to 31-05-2026"], head, ...rows, total]),
    documents: sent.length,
    net: sum(sent),
    vat: sum(sent.map(vatOf)),
  };
}

/**
 * A gold dealer's register: gold and making charges in one row, VAT on the making charges only, plain bars in between,
 * a total under the date.
 */
export function jewellery(): ProgramExport {
  const gold = amounts(20);
  const makingOf = (at: number): bigint => (at % 4 === 3 ? 0n : BigInt(at + 10) * 1_000n);
  const head =
    "Voc No,Voc Date,Due Date,Party Code,Party Name,Stock Code,Stock Description,Karat,Purity,Gross Wt.,Pure Wt.,Gold Rate,Gold Amt,Making Rate,Making Amt,VAT %,VAT Amt,TOTAL Amt".split(
      ",",
    );
  const rows = gold.map((each, at) => {
    const making = makingOf(at);
    const start = [
      `MP-${two(at)}`,
      `${two(day(at))}/05/2026`,
      `${two(day(at))}/06/2026`,
      codeOf(at),
      nameOf(at),
      "22KB",
    ];
    const weights = ["Gold bangle 22K", "22K", "0.916", "100.00", "91.600", "310.50"];
    const money = [printed(each), "12.00", printed(making), making === 0n ? "0" : "5", printed(vatOf(making))];
    return [...start, ...weights, ...money, printed(each + making + vatOf(making))];
  });
  const making = sum(gold.map((_, at) => makingOf(at)));
  const total = ["", "Total", "", "", "", "", "", "", "", "", "", "", printed(sum(gold)), "", printed(making), ""];
  const sums = [printed(vatOf(making)), printed(sum(gold) + making + vatOf(making))];
  return {
    name: "Metal purchases.csv",
    content: csv([["Blue Crane Jewellers LLC"], ["Metal Purchase Register"], head, ...rows, [], [...total, ...sums]]),
    documents: 20,
    net: sum(gold) + making,
    vat: vatOf(making),
  };
}
