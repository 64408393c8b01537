import { codes } from "../../document/index.ts";
import { shownText } from "../cell.ts";
import { someCurrency } from "../numbers/currency-text.ts";
import type { MoneyDoubt } from "./doubt.ts";
import { doubtsOf } from "./doubts.ts";
import { amountIn, type ColumnFacts } from "./facts.ts";
import { isEitherKind, meantBy } from "./guess-words.ts";
import { meaningOf, moneyTopicsOf, type Role } from "./headings.ts";
import type { FoundSheet } from "./join-key.ts";
import type { Columns, Recognised } from "./roles.ts";
import { isAtDollar } from "./settle-currency.ts";
import { titlesSay } from "./titles.ts";

/** Decisions about money and kind that neither headings, cells nor sums make. */
export interface Decisions {
  /** The currency of all amounts, if no column has it; undefined if nothing speaks of one. */
  readonly currency: string | undefined;
  /** Columns in another currency than the price, which cannot be compared with the document. */
  readonly foreign: readonly Role[];
  readonly currencyOpen: { readonly heading: string; readonly may: readonly string[] } | undefined;
  /** A heading, title or sheet name that speaks of a debit note. */
  readonly kindOpen: string | undefined;
  readonly doubts: readonly MoneyDoubt[];
}

const moneyRoles = ["unitPrice", "net", "gross", "vat", "discount", "documentDiscount", "charge", "amount"] as const;

/** `unused`: the columns that no line of the map names. `isCredit`: a person said that the rows are credit notes. */
export function decisionsOf(
  whole: Recognised,
  unused: readonly ColumnFacts[],
  sheets: readonly FoundSheet[],
  { isCredit, currency }: { readonly isCredit: boolean; readonly currency: string | undefined },
): Decisions {
  const money = currencyDecision(whole, unused, sheets);
  const known = {
    columns: whole.columns,
    isProven: whole.isProven,
    hasUnit:
      whole.columns.unit !== undefined ||
      whole.columns.quantity?.isMeasured === true ||
      hasUnitInHeading(whole.columns),
    hasCurrency: whole.columns.currency !== undefined || money.currency !== undefined || currency !== undefined,
    hasKind: whole.columns.type !== undefined || creditTextIn(whole.columns, sheets) !== undefined || isCredit,
  };
  const own = new Set(whole.doubts.map(({ heading }) => heading));
  const left = unused.filter(({ heading }) => !own.has(heading) && !whole.resolved.includes(heading));
  const all = [...whole.doubts, ...(currency === undefined ? money.doubts : []), ...doubtsOf(left, known)];
  const doubts = all.filter(({ heading }, at) => all.findIndex((each) => each.heading === heading) === at);
  return {
    ...money,
    ...(currency === undefined ? {} : { currency, currencyOpen: undefined }),
    kindOpen: isCredit || whole.columns.type ? undefined : debitNoteIn(whole.columns, sheets),
    doubts,
  };
}

const hasUnitInHeading = ({ quantity, unitPrice }: Columns): boolean =>
  (quantity?.says.unit ?? unitPrice?.says.unit) !== undefined;

/** Returns the currency that headings and cells of the used amounts show; open if they contradict each other. */
function currencyDecision(
  { columns, facts, resolved, isProven, shown }: Recognised,
  unused: readonly ColumnFacts[],
  sheets: readonly FoundSheet[],
): Pick<Decisions, "currency" | "foreign" | "currencyOpen" | "doubts"> {
  const used = moneyRoles.flatMap((role) => (columns[role] ? [[role, columns[role]] as const] : []));
  const source = columns.unitPrice ?? columns.net ?? columns.gross ?? columns.amount;
  const said = used.flatMap(([, { says }]) => says.currency ?? []);
  // What a discount or a total is in says nothing of the price, unless sums show that they belong together.
  const shared = isProven && new Set(said).size === 1 ? said[0] : undefined;
  const own = source?.says.currency ?? shown ?? shared;
  const foreign = used.flatMap(([role, { says }]) =>
    own !== undefined && says.currency !== undefined && says.currency !== own && role !== "unitPrice" ? [role] : [],
  );
  const others = unused.filter(
    ({ heading: name, role, isBlank, isIdle, isNumeric, says }) =>
      !isBlank &&
      !isIdle &&
      isNumeric &&
      says.currency &&
      (role !== undefined || says.currency !== someCurrency || moneyTopicsOf(name).length > 0) &&
      !resolved.includes(name),
  );
  const named = others.flatMap(({ says }) => says.currency ?? []);
  const isUnnamed = [...said, ...named].includes(someCurrency);
  const likely = isUnnamed || columns.rate !== undefined ? likelyCurrencies(columns) : [];
  const may = [...new Set([...said, ...likely, "AED", ...named])].filter(
    (code) => code !== someCurrency && Object.hasOwn(currencyNames, code),
  );
  const heading = used.find(([, { says }]) => says.currency)?.[1].heading ?? others[0]?.heading ?? "";
  if (columns.currency !== undefined) {
    const local = source?.says.currency ?? titlesSay(sheets).local;
    const text = source?.says.currency === undefined ? local : source.heading;
    const doubts =
      local === undefined || text === undefined ? [] : inLocal(columns, source?.says.currency ?? "AED", text);
    return { currency: undefined, foreign, currencyOpen: undefined, doubts };
  }
  if (own !== undefined && own !== someCurrency) {
    const isLocal = own === "AED" && facts.some((each) => each.isSaid && meaningOf(each.heading)?.role === "currency");
    return {
      ...settled,
      currency: own,
      foreign: isLocal ? [...foreign, "rate"] : foreign,
      doubts: lessIn(columns, foreign),
    };
  }
  const title = titlesSay(sheets).currency;
  if (title) return { currency: undefined, foreign: [], currencyOpen: title, doubts: [] };
  const isAed = [...said, ...others.map(({ says }) => says.currency)].every((code) => code === "AED");
  if (isAed && columns.rate === undefined && said.length + others.length > 0)
    return { currency: "AED", foreign: [], ...settled };
  const isOpen = said.length > 0 || others.length > 0 || columns.rate !== undefined;
  return {
    currency: undefined,
    foreign: [],
    currencyOpen: isOpen ? { heading: heading || (columns.rate?.heading ?? ""), may } : undefined,
    doubts: [],
  };
}

/** A rate of the dollar, which is fixed, says the currency; any other one leaves it open. */
function likelyCurrencies({ rate }: Columns): string[] {
  const values = (rate?.rows ?? []).flatMap((row) => (rate && amountIn(row, rate)) ?? []);
  return values.length > 0 && values.every((value) => isAtDollar(value)) ? ["USD"] : ["USD", "EUR"];
}

/** A discount or a charge in another currency than the price is never left out unasked. */
const lessIn = (columns: Columns, foreign: readonly Role[]): MoneyDoubt[] =>
  (["discount", "documentDiscount", "charge"] as const).flatMap((role) => {
    const column = foreign.includes(role) ? columns[role] : undefined;
    const subject = role === "charge" ? "charge" : "discount";
    return column === undefined ? [] : [{ subject, heading: column.heading, may: [undefined, role] }];
  });

const settled = { currencyOpen: undefined, doubts: [] } as const;

/**
 * Asks about a column of other currencies beside amounts that a heading or a title says to be in AED: as amounts of that
 * column's currency they would be several times too high. With the column goes its exchange rate.
 */
function inLocal({ currency, rate }: Columns, of: string, text: string): MoneyDoubt[] {
  const words = (currency?.words ?? []).map((word) => word.trim().toUpperCase());
  const others = words.filter((word) => word !== "" && word !== "AED");
  const [first] = others;
  if (of !== "AED" || currency === undefined || first === undefined || currency.isSaid) return [];
  const because = `${text} is in AED, and ${currency.heading} says ${first}: not used, if amounts are in AED`;
  const all: MoneyDoubt[] = [
    { subject: "currency", heading: currency.heading, may: [undefined, "currency"], because },
    ...(rate === undefined || rate.isSaid
      ? []
      : [{ subject: "currency", heading: rate.heading, may: [undefined, "rate"] } as const]),
  ];
  return all;
}

const currencyNames: Readonly<Record<string, unknown>> = Object.fromEntries(
  [...codes.currencyCodes].map((code) => [code, true]),
);

/** Returns texts that may say what the rows are: headings of number and date, titles above them, names of sheets. */
function titlesOf({ number, date }: Columns, sheets: readonly FoundSheet[]): string[] {
  const headings = [number, date].flatMap((each) => (each ? [each.heading] : []));
  const titles = sheets.flatMap(({ sheet, head }) => [
    ...(sheet.name === undefined || sheet.delimiter !== undefined ? [] : [sheet.name]),
    ...sheet.rows
      .filter((row) => row.number < head.number)
      .flatMap((row) => row.cells.flatMap((cell) => (cell?.is === "text" ? [shownText(cell)] : []))),
  ]);
  return [...headings, ...titles.filter((text) => text.length <= 80)];
}

const debitNote =
  /(?:^|[^\p{L}])debit (?:note|memo)s?(?:[^\p{L}]|$)|(?:^|\s)d[/.]?n\.? (?:no|date|number)(?:[^\p{L}]|$)|اشعار(?:ات)? (?:ال)?مدين/iu;

function debitNoteIn(columns: Columns, sheets: readonly FoundSheet[]): string | undefined {
  if (creditTextIn(columns, sheets) !== undefined) return undefined;
  return titlesOf(columns, sheets).find((text) => isEitherKind(text) || debitNote.test(text.replace(/[أإآ]/g, "ا")));
}

/** Returns the text that says that all rows are credit notes or purchase returns. */
export function creditTextIn(columns: Columns, sheets: readonly FoundSheet[]): string | undefined {
  return titlesOf(columns, sheets).find(
    (text) => !debitNote.test(text.replace(/[أإآ]/g, "ا")) && meantBy("type", text) === "credit-note",
  );
}
