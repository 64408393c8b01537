import { book } from "./map-import.ts";
import { type RawCell, styles, workbook } from "./workbook.ts";

/** A sheet of one document a row, and what it comes to. */
export interface Draw {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The sheet as text, for messages. */
  readonly text: string;
  readonly net: bigint;
  readonly currency: string;
  /** Columns about money that only a person can place. */
  readonly unknown: number;
}

/** Numbers that follow from the seed alone. */
function dice(seed: number) {
  let state = BigInt(seed) * 2_654_435_761n + 12_345n;
  const next = (sides: number): number => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % (1n << 64n);
    return Number((state >> 33n) % BigInt(sides));
  };
  const of = <T>(list: readonly T[]): T => list[next(list.length)] as T;
  return { next, of, chance: (percent: number): boolean => next(100) < percent };
}

const words = {
  number: [
    "Bill No",
    "Invoice No.",
    "INVOICE NUMBER",
    "Doc No",
    "Voucher No",
    "رقم الفاتورة",
    "Supplier Invoice No",
    "Inv No",
  ],
  date: ["Bill Date", "Date", "Invoice Date", "Bill Dt", "POSTING DATE", "تاريخ الفاتورة", "Document Date"],
  due: ["Due Date", "DUE DATE", "تاريخ الاستحقاق", "Payment Due Date"],
  trn: ["Vendor TRN", "TRN", "Supplier TRN", "VAT Reg. No.", "الرقم الضريبي", "Tax Registration Number"],
  item: ["Item", "Item Name", "Product", "Material", "الصنف", "Description", "DESCRIPTION OF GOODS"],
  hs: ["HS Code", "HS", "HSN", "Tariff Code"],
  quantity: ["Qty", "Quantity", "QTY", "الكمية", "Billed Qty", "Received Qty", "Invoiced Quantity"],
  unit: ["Unit", "UOM", "U.O.M.", "الوحدة"],
  price: ["Price", "Unit Price", "Rate", "PRICE", "Unit Cost", "Net Price", "سعر الوحدة", "Purchase Rate"],
  base: ["Price Unit", "Per", "Price per"],
  amount: [
    "Discount Amount",
    "Disc Amt",
    "DISC. AMT",
    "Discount Amt (AED)",
    "مبلغ الخصم",
    "Trade Discount Amount",
    "Discount Value",
  ],
  percent: [
    "Disc%",
    "Disc %",
    "Discount %",
    "DISCOUNT%",
    "Disc. %",
    "Discount Percentage",
    "Discount Rate",
    "نسبة الخصم",
  ],
  rate: [
    "VAT%",
    "VAT %",
    "Tax%",
    "VAT Rate",
    "VAT Rate %",
    "Rate of VAT",
    "GST%",
    "نسبة الضريبة",
    "ضريبة القيمة المضافة %",
    "Tax (%)",
  ],
  net: [
    "Taxable Amount",
    "Net Amount",
    "Taxable Amt",
    "Amount before VAT",
    "Net",
    "المبلغ قبل الضريبة",
    "Untaxed Amount",
  ],
  other: ["Freight", "Retention", "Less: Advance", "Other Charges", "Handling Charges", "Deposit", "محتجزات"],
  idle: ["Remarks", "Warehouse", "Cost Center", "Project", "Colour", "Outstanding", "Prepared by"],
} as const;

interface Column {
  readonly heading: string;
  cell(at: number): RawCell;
}

const shown = (units: bigint, decimals: number): string => {
  const text = String(units).padStart(decimals + 1, "0");
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
};

const half = (units: bigint, by: bigint): bigint => (units * 2n + by) / (by * 2n);

/** Draws a sheet: which columns it has, how their headings are spelled, and where unit, currency and rates stand. */
export function drawSheet(seed: number): Draw {
  const { next, of, chance } = dice(seed);
  const rows = 2 + next(4);
  const asWorkbook = chance(40);
  const [isForeign, isPer, isScaled, hasNet] = [chance(20), chance(20), chance(12), chance(45)];
  const [less, isUnknown] = [of(["", "", "amount", "percent"] as const), chance(8)];
  const currency = isForeign ? "USD" : "AED";
  const base = isPer ? of([10n, 100n, 1000n]) : 1n;
  const factor = isScaled ? 1000n : 1n;
  const lines = Array.from({ length: rows }, () => ({
    quantity: BigInt(next(900) + 1),
    price: BigInt(next(90_000) + 1_001),
    percent: BigInt(next(4) * 5),
    zero: chance(25),
  }));
  const gross = lines.map(({ quantity, price }) => half(quantity * factor * price, base));
  const lessOf = lines.map(({ percent }, at) =>
    less === ""
      ? 0n
      : less === "percent"
        ? half((gross[at] ?? 0n) * percent, 100n)
        : half((gross[at] ?? 0n) * percent, 100n),
  );
  const net = gross.map((each, at) => each - (lessOf[at] ?? 0n));
  const money = (units: bigint): RawCell => {
    const text = shown(units, 2);
    if (!asWorkbook) return isForeign && inCells ? `USD ${text}` : text;
    return isForeign && inCells ? { v: text, s: styles.dollars } : { v: text };
  };
  const inCells = chance(40);
  const inHeading = isForeign && !inCells;
  const named = (heading: string): string =>
    inHeading ? `${heading} ${of(["(USD)", "in USD", "$", "[USD]"])}` : heading;
  const plain = (text: string): RawCell => (asWorkbook ? { v: text } : text);
  const where = of(["heading", "column"] as const);
  const columns: Column[] = [
    { heading: of(words.number), cell: (at) => `B-${seed}-${at}` },
    { heading: of(words.date), cell: () => "2026-06-15" },
    { heading: of(words.due), cell: () => "2026-07-31" },
    { heading: of(words.trn), cell: () => book[0]?.accounting_supplier_party?.party_tax_scheme?.company_id ?? "" },
    { heading: of(words.item), cell: () => "Ceramic tile" },
    { heading: of(words.hs), cell: () => "69072100" },
    {
      heading: `${of(words.quantity)}${isScaled ? of([" '000", " (000)", " in thousands"]) : where === "heading" && !isScaled ? of([" (KG)", " in kg", " (Dozen)", " (MT)", " (Pcs)"]) : ""}`,
      cell: (at) => plain(String(lines[at]?.quantity)),
    },
    ...(where === "column" || isScaled
      ? [{ heading: of(words.unit), cell: () => of(["pcs", "kg", "box", "EA"]) }]
      : []),
    {
      heading: named(isPer && base === 1000n && seed % 2 === 0 ? `Price per ${base}` : of(words.price)),
      cell: (at) => money(lines[at]?.price ?? 0n),
    },
    ...(isPer && !(base === 1000n && seed % 2 === 0)
      ? [{ heading: of(words.base), cell: () => plain(String(base)) }]
      : []),
    ...(less === "amount"
      ? [
          {
            heading: of(isForeign ? words.amount.filter((each) => !each.includes("AED")) : words.amount),
            cell: (at: number) => money(lessOf[at] ?? 0n),
          },
        ]
      : []),
    ...(less === "percent"
      ? [{ heading: of(words.percent), cell: (at: number) => percentCell(lines[at]?.percent ?? 0n) }]
      : []),
    { heading: of(words.rate), cell: (at) => plain(lines[at]?.zero ? "0" : "5") },
    ...(hasNet ? [{ heading: named(of(words.net)), cell: (at: number) => money(net[at] ?? 0n) }] : []),
    ...(isUnknown ? [{ heading: of(words.other), cell: () => plain("25.00") }] : []),
    { heading: of(words.idle), cell: () => "North" },
  ];
  const style = next(3);
  function percentCell(percent: bigint): RawCell {
    if (style === 0) return `${percent}%`;
    return style === 1 && asWorkbook ? { v: shown(percent, 2), s: styles.percent } : plain(String(percent));
  }
  const order = columns.map((column) => ({ column, at: next(1000) })).sort((a, b) => a.at - b.at);
  const shuffled = chance(50) ? order.map(({ column }) => column) : columns;
  const table = [
    shuffled.map(({ heading }) => heading as RawCell),
    ...lines.map((_, at) => shuffled.map((column) => column.cell(at))),
  ];
  const text = table
    .map((cells) =>
      cells
        .map(said)
        .map((each) => (/[",]/.test(each) ? `"${each}"` : each))
        .join(","),
    )
    .join("\n");
  return {
    name: asWorkbook ? "Bills.xlsx" : "bills.csv",
    content: asWorkbook ? workbook([{ name: "Bills", rows: table }]) : `${text}\n`,
    text,
    net: net.reduce((sum, each) => sum + each, 0n),
    currency,
    unknown: isUnknown ? 1 : 0,
  };
}

const said = (cell: RawCell): string => (typeof cell === "string" ? cell : String((cell as { v?: string })?.v ?? ""));
