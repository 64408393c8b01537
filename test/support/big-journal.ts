import { openDatabase } from "../../src/database/index.ts";
import type { DocumentKind } from "../../src/document/index.ts";
import { type Intent, intentKey, sha256 } from "../../src/journal/index.ts";
import { keptTexts } from "../../src/journal/store/kept-texts.ts";
import { prepareJournal } from "../../src/journal/store/prepare.ts";
import { recordsTable } from "../../src/journal/store/records-table.ts";
import { seenStates } from "../../src/journal/store/seen-states.ts";

/** The account of the documents in a big journal. */
export const bigAccount = { account: "sandbox:SBX-BENCH", businessProfileId: "SBX-BENCH" } as const;

const inOneGo = 5_000;
const line = { name: "Ceramic floor tile 60 × 60, grey, matt", quantity: "40", unitCode: "XBX", netAmount: "10000" };
const kind: DocumentKind = "invoice";

/** The intent that a file would produce: it has its own number and amount, and one of 200 suppliers. */
export function nthIntent(n: number, change: Partial<Intent> = {}): Intent {
  const trn = `1${String(n % 200).padStart(9, "0")}00003`;
  const whose = { ...bigAccount, kind };
  return {
    ...whose,
    key: intentKey(whose, { note: `document ${n}` }),
    supplier: { id: trn, name: `Supplier ${n % 200} Trading LLC`, trn },
    documentNumber: `SB-2026-${n}`,
    issueDate: "2026-06-15",
    currency: "AED",
    totals: { tax_exclusive_amount: "20000", tax_amount: "1000", payable_amount: String(21_000 + n) },
    file: `/home/clerk/documents/2026/${n}.yaml`,
    version: "20260101",
    bodyHash: sha256(bodyOf(n)),
    contentHash: sha256(bodyOf(n)),
    lines: [line, line],
    ...change,
  };
}

/** A body of typical length, which the answer repeats. */
const bodyOf = (n: number): string =>
  JSON.stringify({ document_number: `SB-2026-${n}`, document_lines: Array.from({ length: 8 }, () => line), note: n });
const answerOf = (n: number): string => JSON.stringify({ id: `id-${n}`, ...JSON.parse(bodyOf(n)), totals: {} });

/**
 * Writes a journal with its own statements, many per transaction, because sending would take a minute for every sixty
 * documents. With `lastHundred` (Unix milliseconds), the last hundred documents date from just before that time, and
 * all others are approved.
 */
export function writeBigJournal(
  path: string,
  count: number,
  { lastHundred }: { readonly lastHundred?: number } = {},
): void {
  const opened = openDatabase(path, "");
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const database = opened.value;
  prepareJournal(database, path, Date.UTC(2026, 0));
  const [records, kept, seen] = [recordsTable(database), keptTexts(database), seenStates(database)];
  const write = (n: number): void => {
    const intent = nthIntent(n);
    const { account, key } = intent;
    const isLast = lastHundred !== undefined && n >= count - 100;
    const at = isLast ? lastHundred + n - count : Date.UTC(2026, 0) + n * 60_000;
    const record = { at: new Date(at).toISOString(), account, key, attempt: `TRY${n}` };
    kept.keep(bodyOf(n));
    records.addIntent(record, intent);
    records.addArmed(record);
    kept.keep(answerOf(n));
    const [id, documentNumber] = [`id-${n}`, `SB-2026-${n}`];
    const answerHash = sha256(answerOf(n));
    records.addResult(record, {
      verdict: "created",
      status: 201,
      id,
      documentNumber,
      answerHash,
      overallStatus: "PENDING",
      totals: intent.totals,
      said: [],
    });
    if (lastHundred === undefined || isLast) return;
    seen.add({ at: record.at, account, id, state: "APPROVED" });
    records.tried.followSeen(account, id);
  };
  for (let from = 0; from < count; from += inOneGo) {
    database.transaction(() => {
      for (let n = from; n < Math.min(count, from + inOneGo); n++) write(n);
    });
  }
  database.close();
}
