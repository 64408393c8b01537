import { cellsOf } from "../../commands/answer/columns.ts";
import { plainMoney, type Section } from "../../commands/answer/section.ts";
import { isCounted, type PeriodDocument, type Sums, signed } from "../../commands/period/period-documents.ts";
import { stateWords } from "../../commands/period/views.ts";
import type { Desk } from "../../desk/index.ts";
import { type Amount, amount, isDecimalText, money } from "../../document/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { builtInMap, type Cell, type Sheet } from "../../sheet/index.ts";

/** Recognised headings of a ledger, in lower case with single spaces. */
const headings = {
  number: [
    "number",
    "document number",
    "document no",
    "doc no",
    "invoice number",
    "invoice no",
    "invoice",
    "reference",
    "ref",
    "voucher no",
    "voucher number",
    "bill no",
    "bill number",
    "رقم الفاتورة",
    "الرقم",
  ],
  net: [
    "net",
    "net amount",
    "net aed",
    "amount excl vat",
    "amount without vat",
    "taxable amount",
    "taxable",
    "amount",
    "الصافي",
  ],
  vat: ["vat", "vat amount", "vat aed", "tax", "tax amount", "input vat", "الضريبة", "ضريبة القيمة المضافة"],
  currency: ["currency", "curr", "ccy", "العملة"],
} as const;
type Role = keyof typeof headings;

interface Booked {
  readonly net: Amount;
  readonly vat: Amount;
  readonly currency: string | undefined;
  readonly row: number;
}

/** Amounts in the books, by document number in lower case. Rows with the same number are added up. */
export interface Ledger {
  readonly file: string;
  readonly booked: ReadonlyMap<string, Booked & { readonly called: string }>;
}

const mostBytes = 16 * 1024 * 1024;

/** Reads a ledger, which needs columns for number, net and VAT. Problems: any sheet-reading problem, `wrong-cell`. */
export async function readLedger(file: string, desk: Desk): Promise<Result<Ledger>> {
  const room = await import("../../sheet/index.ts");
  const bytes = await desk.files.read(file, mostBytes);
  if (!bytes.ok) return bytes;
  const sheet = room.openSheet(bytes.value, file, undefined, builtInMap("invoice"));
  if (!sheet.ok) return sheet;
  const columns = columnsOf(sheet.value);
  if (!columns.ok) return columns;
  const booked = new Map<string, Booked & { called: string }>();
  for (const row of sheet.value.rows) {
    if (row.number <= columns.value.head) continue;
    const called = row.cells[columns.value.number]?.text.trim() ?? "";
    if (called === "" || /^(?:grand )?totals?\b|^الإجمالي/i.test(called)) continue;
    const net = numberIn(row.cells[columns.value.net], room.takeNumber);
    const vat = numberIn(row.cells[columns.value.vat], room.takeNumber);
    if (net === undefined || vat === undefined) {
      const column = net === undefined ? columns.value.net : columns.value.vat;
      const where = room.cellSpot(sheet.value, row.number, column, undefined, row.cells[column]);
      return fail(problem("wrong-cell", `The amount of ${called} is not a number.`, "Write it as 1250.00.", { where }));
    }
    const key = called.toLowerCase();
    const before = booked.get(key);
    const currency = columns.value.currency === undefined ? undefined : row.cells[columns.value.currency]?.text.trim();
    booked.set(key, {
      called,
      row: before?.row ?? row.number,
      net: before ? money.add(before.net, net) : net,
      vat: before ? money.add(before.vat, vat) : vat,
      currency: currency === "" ? undefined : currency?.toUpperCase(),
    });
  }
  return ok({ file, booked });
}

interface Columns {
  readonly head: number;
  readonly number: number;
  readonly net: number;
  readonly vat: number;
  readonly currency: number | undefined;
}

function columnsOf(sheet: Sheet): Result<Columns> {
  for (const row of sheet.rows.slice(0, 30)) {
    const texts = row.cells.map((cell) => foldedHeading(cell?.text ?? ""));
    const at = (role: Role): number | undefined => {
      // Follow the order of `headings`, so that `net` takes precedence over `amount`.
      const found = headings[role].find((each) => texts.includes(each));
      return found === undefined ? undefined : texts.indexOf(found);
    };
    const [number, net, vat] = [at("number"), at("net"), at("vat")];
    if (number !== undefined && net !== undefined && vat !== undefined)
      return ok({ head: row.number, number, net, vat, currency: at("currency") });
  }
  const message = "The ledger has no row of headings with a document number, a net amount and VAT.";
  const hint = "Name the columns Number, Net and VAT (and Currency, where amounts are not in AED).";
  return fail(problem("no-heading", message, hint, { where: { file: sheet.file } }));
}

function foldedHeading(text: string): string {
  return text
    .toLowerCase()
    .replace(/[().:_#-]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

type TakeNumber = typeof import("../../sheet/index.ts").takeNumber;

/** Reads an amount; an empty cell is 0, and brackets or a trailing minus mean negative. */
function numberIn(cell: Cell | undefined, take: TakeNumber): Amount | undefined {
  if (cell === undefined || cell.text.trim() === "") return money.zero;
  const brackets = cell.is === "text" ? /^\((.+)\)$|^(.+)-$/.exec(cell.text.trim()) : null;
  const plain: Cell = brackets ? { is: "text", text: brackets[1] ?? brackets[2] ?? "" } : cell;
  const taken = take(plain, { style: "point", percent: false });
  if (!("text" in taken) || !isDecimalText(taken.text)) return undefined;
  const value = amount(taken.text);
  return brackets ? money.subtract(money.zero, value) : value;
}

export interface BooksDifference {
  readonly number: string;
  readonly what: string;
  readonly documents: Sums | undefined;
  readonly books: { readonly net: Amount; readonly vat: Amount } | undefined;
}

/**
 * Compares documents and books by number: finds missing documents, different amounts, and documents that are booked but
 * not counted. Compares amounts in AED, or in the document currency if the books state it. Credit notes may be positive
 * in the books if no amount is negative. Returns the largest difference first; ignores differences up to `tolerance`.
 */
export function differencesOf(
  documents: readonly PeriodDocument[],
  { booked }: Ledger,
  tolerance: Amount,
): BooksDifference[] {
  const signedBooks = [...booked.values()].some(({ net }) => money.isNegative(net));
  const found: BooksDifference[] = [];
  const seen = new Set<string>();
  for (const document of documents) {
    const key = document.called.toLowerCase();
    const books = booked.get(key);
    const inOwn = books?.currency !== undefined && books.currency === document.currency;
    const figures = inOwn ? document.own : document.aed;
    const ours = signedBooks ? signed(document, figures) : figures;
    seen.add(key);
    const add = (what: string): void => void found.push({ number: document.called, what, documents: ours, books });
    if (!isCounted(document)) {
      if (books) add(`booked, but not valid: ${stateWords[document.state].toLowerCase()}`);
    } else if (!books) add("not in the books");
    else {
      const differs = (a: Amount, b: Amount): boolean => money.compare(apart(a, b), tolerance) > 0;
      const [net, vat] = [differs(ours.net, books.net), differs(ours.vat, books.vat)];
      if (net || vat) add(net && vat ? "net and VAT differ" : net ? "net differs" : "VAT differs");
    }
  }
  for (const [key, books] of booked)
    if (!seen.has(key)) found.push({ number: books.called, what: "only in the books", documents: undefined, books });
  return found.sort((a, b) => money.compare(sizeOf(b), sizeOf(a)));
}

const apart = (a: Amount, b: Amount): Amount => (money.compare(a, b) < 0 ? money.subtract(b, a) : money.subtract(a, b));

/** Returns the larger of the differences in net and VAT; a missing side is zero. */
function sizeOf({ documents, books }: BooksDifference): Amount {
  const [net, vat] = (["net", "vat"] as const).map((each) =>
    apart(documents?.[each] ?? money.zero, books?.[each] ?? money.zero),
  );
  return money.compare(net ?? money.zero, vat ?? money.zero) < 0 ? (vat ?? money.zero) : (net ?? money.zero);
}

export function againstSection(differences: readonly BooksDifference[], tolerance: string | undefined): Section {
  const of = (value: Amount | undefined): string => (value === undefined ? "" : plainMoney(value));
  const cells = cellsOf(differences, {
    Number: "number",
    Difference: "what",
    Net: ["money", ({ documents }) => of(documents?.net)],
    "Net in books": ["money", ({ books }) => of(books?.net)],
    VAT: ["money", ({ documents }) => of(documents?.vat)],
    "VAT in books": ["money", ({ books }) => of(books?.vat)],
  });
  const title = `Differences from the books${tolerance === undefined ? "" : ` of more than ${tolerance}`}`;
  return { name: "Against the books", title, ...cells };
}
