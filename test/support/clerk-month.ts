import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Asked, Desk } from "../../src/desk/index.ts";
import { diskOutput } from "../../src/desk/real/disk-output.ts";
import { fail, ok, problem } from "../../src/problem/index.ts";
import { diskFiles } from "../../src/read/index.ts";
import { bookText, type Supplier } from "../../src/suppliers/index.ts";
import { book, shown, trnOf, vatOf } from "./map-import.ts";
import { settingsDesk } from "./settings-desk.ts";
import { type RawCell, workbook } from "./workbook.ts";

/** One supplier of the book once more, under another name. */
export const twice: Supplier = { ...(book[1] as Supplier), supplier: "SUPPLIER 1 (OLD)" };

export interface ClerkMonth {
  readonly content: Buffer;
  readonly net: bigint;
  readonly lines: ReadonlyArray<{ readonly net: bigint }>;
}

interface Month {
  /** By how much the total is wrong, in fils. */
  readonly total?: bigint;
  /** Rows below the signatures. */
  readonly tail?: readonly (readonly RawCell[])[];
  /** Whether every row has its TRN. */
  readonly trns?: boolean;
}

/** A month in a clerk's own workbook: titles in merged cells, own headings, a total, signatures; one TRN is missing. */
export function clerkMonth({ total = 0n, tail = [], trns = false }: Month = {}): ClerkMonth {
  const lines = Array.from({ length: 25 }, (_, at) => {
    const [quantity, rate] = [BigInt(at * 3 + 2), BigInt(at * 731 + 1_250)];
    return { quantity, rate, net: quantity * rate, trn: at === 11 && !trns ? "" : trnOf(at) };
  });
  const sum = (of: (line: (typeof lines)[number]) => bigint): bigint => lines.reduce((all, each) => all + of(each), 0n);
  const number = (fils: bigint): RawCell => ({ v: shown(fils) });
  const net = sum((line) => line.net);
  const rows: (readonly RawCell[])[] = [
    ["PALM LEDGER TRADING LLC"],
    ["Purchases - June 2026"],
    [],
    [
      "Sr",
      "Inv. No",
      "Bill Dt",
      "Due Dt",
      "Party",
      "TRN No.",
      "Particulars",
      "HS",
      "Qty",
      "Unit",
      "Rate",
      "Taxable Amt",
      "VAT 5%",
      "Total Amt",
    ],
    ...lines.map((line, at): RawCell[] => [
      { v: String(at + 1) },
      `PB-${101 + at}`,
      { v: String(46_174 + at), s: 1 },
      { v: String(46_204 + at), s: 1 },
      `Supplier ${at % 3} Trading LLC`,
      line.trn,
      "Ceramic tile",
      "69072100",
      { v: String(line.quantity) },
      "box",
      number(line.rate),
      number(line.net),
      number(vatOf(line.net)),
      number(line.net + vatOf(line.net)),
    ]),
    [],
    [
      "",
      "TOTAL",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      number(net + total),
      number(sum((line) => vatOf(line.net))),
      number(sum((line) => line.net + vatOf(line.net))),
    ],
    [],
    ["", "Prepared by: Amina", "", "", "Checked by:", "", "", "", "", "", "", "Approved by:"],
    ["", "Accounts", "", "", "Omar", "", "", "", "", "", "", "Finance Manager"],
    ...tail,
  ];
  const content = workbook([{ name: "June", rows, merged: ["A1:N1", "A2:N2"] }]);
  return { content, net, lines };
}

export interface Clerk {
  readonly desk: Desk;
  readonly folder: string;
  /** The questions so far, in order. */
  readonly asked: Asked[];
  readonly said: string[];
}

/** A clerk at a terminal who gives these answers, by the beginnings of the questions; others get what is usual. */
export function clerkAt(
  home: string,
  suppliers: readonly Supplier[],
  answers: readonly (readonly [string, string])[],
): Clerk {
  mkdirSync(join(home, "config"), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, "config", "suppliers.yaml"), bookText(suppliers), { mode: 0o600 });
  const base = settingsDesk({ home });
  const asked: Asked[] = [];
  const said: string[] = [];
  const left = [...answers];
  const question: Desk["ask"]["question"] = async (one) => {
    asked.push(one);
    const at = left.findIndex(([begins]) => one.message.startsWith(begins));
    const [answer] = at < 0 ? [] : left.splice(at, 1);
    const value = answer?.[1] ?? one.usual ?? "";
    if (asked.length > 30) return fail(problem("interrupted", "Too many questions.", "Stop."));
    if ("check" in one) {
      const wrong = await one.check?.(value as never);
      if (typeof wrong === "string") return fail(problem("interrupted", wrong, "Stop."));
    }
    return ok({ is: "answer", value } as never);
  };
  const desk = {
    ...base,
    profile: async () => fail(problem("no-profile", "No profile.", "Make one.")),
    journalPlace: async () => ok({ path: "journal.db", exists: false, onServer: false }),
    ask: { ...base.ask, possible: true, question },
    output: { ...base.output, absolute: (path: string) => path, write: diskOutput({}).write },
    files: diskFiles(process.stdin),
    say: (line: string) => void said.push(line),
    now: () => new Date("2026-07-05T08:00:00Z"),
  };
  return { desk, folder: home, asked, said };
}
