import { money } from "../../document/index.ts";
import { suggest } from "../../problem/index.ts";
import { type Row, shownText } from "../cell.ts";
import { amountIn, type ColumnFacts } from "./facts.ts";
import { isEitherKind, isReturnFlag, meantBy, saysOut, statusMeant, typeMeant } from "./guess-words.ts";
import { yamlName } from "./map-lines.ts";
import type { Columns, Recognised } from "./roles.ts";

/**
 * Document states in the spelling of accounting programs. They are added to the map, because files of other months may
 * contain them.
 */
const usualStates = {
  counts: ["Open", "Overdue", "Paid", "Partially Paid", "Unpaid", "Sent", "Closed", "Posted", "Approved"],
  out: ["Draft", "Void", "Cancelled", "Rejected", "Pending Approval"],
};
const usualTypes = {
  invoice: ["Invoice", "Purchase", "Bill"],
  "credit-note": ["Credit Note"],
  other: ["Payment", "Receipt", "Journal"],
};

const usualFlags: typeof usualTypes = { invoice: ["0", "No"], "credit-note": ["1", "Yes"], other: [] };

/** The map lines that select rows and determine their kind, with remarks and decisions left to the user. */
export interface RowLines {
  readonly kind: readonly string[];
  readonly only: readonly string[];
  readonly told: readonly string[];
  readonly open: readonly string[];
}

/** Returns the lines that select rows by type and state. A word with an unknown meaning is never read as an invoice. */
export function conditionLines({ columns }: Recognised, otherwise: string, said: KindSaid): RowLines {
  const types = typeLines(columns, otherwise, said);
  const states = stateLists(columns.status);
  const only = listed("only_when", [types.only, states.only]);
  const leave = listed("leave_out", [types.leave, states.leave]);
  const about =
    "# Rows with a word of only_when count, those with one of leave_out do not; any other word is an error.";
  return {
    kind: types.kind,
    only: only.length + leave.length === 0 ? [] : ["", about, ...only, ...leave],
    told: [...types.told, ...leftOut(columns.status, states.leave?.[1] ?? [])],
    open: [
      ...unknownWords(columns.type, types.unknown, askType),
      ...unknownWords(columns.status, states.unknown, askState),
    ],
  };
}

type WordList = readonly [heading: string, words: readonly string[]] | undefined;

function listed(name: string, lists: readonly WordList[]): string[] {
  const lines = lists.flatMap((each) =>
    each && each[1].length > 0 ? [`  ${yamlName(each[0])}: [${each[1].map(yamlName).join(", ")}]`] : [],
  );
  return lines.length === 0 ? [] : [`${name}:`, ...lines];
}

/** Returns the decision about unknown words that the user must make; until then, rows with these words are rejected. */
function unknownWords(column: ColumnFacts | undefined, words: readonly string[], ask: string): string[] {
  if (words.length === 0) return [];
  const named = words.length > 8 ? [...words.slice(0, 8), "…"] : words;
  const [is, it] = words.length === 1 ? ["the word", "it"] : ["the words", "them"];
  return [
    `${column?.heading}: ${is} ${named.join(", ")} ${words.length === 1 ? "is" : "are"} not known. ${ask.replace("IT", it)} Until then these rows are refused.`,
  ];
}

const askType =
  "Invoice, credit note, or neither? Add IT in the map below kind, to invoice or credit-note, or to leave_out.";
const askState = "Do such rows count, or are they drafts or void? Add IT in the map to only_when or to leave_out.";

/** Returns the words in the sheet, followed by the usual words that it does not contain. */
function withUsual(seen: readonly string[], usual: readonly string[]): string[] {
  const known = new Set(seen.map((word) => word.toLowerCase()));
  return [...seen, ...usual.filter((word) => !known.has(word.toLowerCase()))];
}

/** Texts of the sheet about the kind of all rows: `credit` says credit notes, `debit` may mean them. */
export interface KindSaid {
  readonly credit: string | undefined;
  readonly debit: string | undefined;
}

function typeLines(columns: Columns, otherwise: string, said: KindSaid) {
  const { type, gross, net, quantity, number } = columns;
  const signed = [gross, net, quantity].find((each) => number && each?.rows.some((row) => isNegative(row, each)));
  const bySign = signed && [
    "# A document with a total below zero is a credit note.",
    `kind: { sign_of: ${yamlName(signed.heading)} }`,
  ];
  const words = (meaning: string | undefined): string[] =>
    type?.words.filter((word) => typeMeant(type, word) === meaning) ?? [];
  const [invoices, credits, others, unknown] = [
    words("invoice"),
    words("credit-note"),
    words("other"),
    words(undefined),
  ];
  const isType =
    type?.words.some((word) => typeMeant(type, word)) === true || isTypeOfDocument.test(type?.heading ?? "");
  const isKindOfGoods = type?.isBlank || (type && type.words.length > 0 && type.words.every(isItemType));
  if (type === undefined || (isKindOfGoods && !isType))
    return { kind: byText(said) ?? bySign ?? [`kind: ${otherwise}`], told: [], unknown: [] };
  const usual = isReturnFlag(type.heading) ? usualFlags : usualTypes;
  const leave = [type.heading, withUsual(others, usual.other)] as const;
  const toldOthers = counted(type, others);
  const told = toldOthers === "" ? [] : [`rows by ${type.heading} are left out: ${toldOthers}`];
  if (bySign && credits.length === 0)
    return {
      kind: bySign,
      only: [type.heading, withUsual(invoices, usual.invoice)] as const,
      leave,
      told,
      unknown,
    };
  const asCredits = counted(type, credits);
  const creditsTold = `rows by ${type.heading} are credit notes, not invoices: ${asCredits}; send them with ${suggest`create-credit-note`}`;
  return {
    kind: [
      "kind:",
      `  column: ${yamlName(type.heading)}`,
      `  invoice: [${withUsual(invoices, usual.invoice).map(yamlName).join(", ")}]`,
      `  credit-note: [${withUsual(credits, usual["credit-note"]).map(yamlName).join(", ")}]`,
    ],
    leave,
    told: [...(asCredits === "" ? [] : [creditsTold]), ...told],
    unknown,
  };
}

/** Recognises a list that contains only credit notes; invoices would charge what credit notes take back. */
function byText({ credit, debit }: KindSaid): string[] | undefined {
  if (debit !== undefined && isEitherKind(debit))
    return [
      `# ${yamlName(debit)}: the German word is that of a credit note, and that of a self-billed invoice.`,
      'kind: "? credit-note | invoice"',
    ];
  if (debit !== undefined)
    return [
      `# ${yamlName(debit)}: a debit note that you write against a supplier is the credit note of self-billing; one that the`,
      "# supplier writes for more money is not a self-billed document.",
      'kind: "? credit-note"',
    ];
  return credit === undefined ? undefined : [`# ${yamlName(credit)} says so.`, "kind: credit-note"];
}

/** True for a word such as "goods" or "service": a column named Type may contain item types, not document types. */
const isItemType = (word: string): boolean => meantBy("itemType", word) !== undefined;

const isTypeOfDocument = /voucher|vch|vou|voc|document|doc|transaction|txn|move/i;

function isNegative(row: Row, column: ColumnFacts): boolean {
  const value = amountIn(row, column);
  return value !== undefined && money.isNegative(value);
}

function counted({ column, rows }: ColumnFacts, words: readonly string[]): string {
  const named = new Map(words.map((word) => [word.toLowerCase(), word]));
  const counts = new Map<string, number>();
  for (const row of rows) {
    const word = named.get(shownText(row.cells[column]).trim().toLowerCase());
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => `${count.toLocaleString("en")} ${word}`).join(", ");
}

function leftOut(status: ColumnFacts | undefined, words: readonly string[]): string[] {
  const all = status === undefined ? "" : counted(status, words);
  return all === "" ? [] : [`rows by ${status?.heading} are left out: ${all}`];
}

function stateLists(status: ColumnFacts | undefined): {
  readonly only: WordList;
  readonly leave: WordList;
  readonly unknown: readonly string[];
} {
  const words = (meaning: string | undefined): string[] =>
    status?.words.filter((word) => statusMeant(status, word) === meaning) ?? [];
  const [good, bad, unknown] = [words("counts"), words("out"), words(undefined)];
  if (status === undefined || status.isBlank) return { only: undefined, leave: undefined, unknown };
  const usual = saysOut(status.heading) ? { counts: ["N"], out: ["Y"] } : usualStates;
  return {
    only: [status.heading, withUsual(good, usual.counts)],
    leave: [status.heading, withUsual(bad, usual.out)],
    unknown,
  };
}
