import { type Edit, fils, importWith, shown, trnOf } from "./map-import.ts";
import type { RawCell } from "./workbook.ts";
import { workbook } from "./workbook.ts";

/** A register of receipts or purchases, shaped like the exports of a program; facts of form only. */
export interface Register {
  readonly headings: readonly string[];
  readonly edits: readonly Edit[];
  readonly answers?: Parameters<typeof importWith>[3];
  cells(line: Line): readonly RawCell[];
}

export interface Line {
  readonly at: number;
  /** Of the document: two lines have the same. */
  readonly bill: number;
  readonly isFirst: boolean;
  readonly quantity: bigint;
  readonly rate: bigint;
  readonly net: bigint;
  /** The net amount of the document. */
  readonly ofBill: bigint;
  readonly code: string;
  readonly trn: string;
  readonly name: string;
}

export const lines: readonly Line[] = Array.from({ length: 12 }, (_, at) => {
  const bill = Math.floor(at / 2);
  const [quantity, rate] = quantityAndRate(at);
  return {
    at,
    bill,
    isFirst: at % 2 === 0,
    quantity,
    rate,
    net: quantity * rate,
    ofBill: [2 * bill, 2 * bill + 1].map(quantityAndRate).reduce((all, [many, each]) => all + many * each, 0n),
    code: `V10${bill % 3}`,
    trn: trnOf(bill),
    name: `Supplier ${bill % 3} Trading LLC`,
  };
});
function quantityAndRate(at: number): readonly [bigint, bigint] {
  return [BigInt(at * 7 + 3), BigInt(at * 1_320 + 2_460)];
}

export const number = (fils: bigint): RawCell => ({ v: shown(fils) });
export const count = (value: bigint | number): RawCell => ({ v: String(value) });
export const day = (bill: number): string => `2026-06-${String(bill + 10)}`;

export const hs = "69072100";

export const due: Edit = { line: /^ {2}# due_date: "".*$/m, to: "  due_date: 2026-07-31" };
export const by = (heading: string): Edit => ({ line: /^group_by: .*$/m, to: `group_by: ${JSON.stringify(heading)}` });

/** Imports the lines as this register writes them; `net` is in fils. */
export async function readRegister({ headings, edits, answers, cells }: Register) {
  const rows = [[...headings], ...lines.map((line) => [...cells(line)])];
  const content = workbook([{ name: "Register", rows }]);
  const { proposed, errors, sums, changed } = await importWith("register.xlsx", content, edits, answers);
  return { messages: errors.map(({ message }) => message), net: fils(sums[0]?.net), changed, proposed };
}
