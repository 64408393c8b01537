import { codes, hasCode, money } from "../../document/index.ts";
import { type Row, shownText } from "../cell.ts";
import type { MoneyDoubt } from "./doubt.ts";
import { amountIn, type ColumnFacts, numericRoles } from "./facts.ts";
import { isBareZero, isPostingKey, meantBy, statusMeant, typeMeant, unitGuess, vatMeant } from "./guess-words.ts";
import { type MoneyTopic, moneyTopicsOf, type Role } from "./headings.ts";
import type { Columns } from "./roles.ts";
import { vatSource } from "./vat-lines.ts";

const subjectOfRole: Readonly<Partial<Record<Role, MoneyTopic>>> = {
  discount: "discount",
  discountPercent: "discount",
  documentDiscount: "discount",
  charge: "charge",
  retention: "deduction",
  prepaid: "deduction",
  taxRate: "vat",
  taxCode: "vat",
  vat: "vat",
  inclusive: "vat",
  currency: "currency",
  rate: "currency",
  quantity: "quantity",
  unit: "unit",
  unitPrice: "price",
  priceBase: "price",
  amount: "amount",
  net: "amount",
  gross: "amount",
  rounding: "rounding",
  type: "kind",
};

/** What a column that speaks of a subject may be; the likeliest first. */
const mayBe: Readonly<Record<MoneyTopic, ReadonlyArray<Role | undefined>>> = {
  discount: ["discount", "discountPercent", undefined],
  charge: ["charge", undefined],
  deduction: [undefined, "prepaid", "discount"],
  vat: ["taxRate", undefined, "taxCode", "vat"],
  currency: ["currency", "rate", undefined],
  count: ["quantity", undefined],
  quantity: ["quantity", undefined],
  unit: ["unit", undefined],
  price: ["unitPrice", undefined],
  amount: [undefined, "net", "gross", "unitPrice"],
  rounding: ["rounding", undefined],
  kind: ["type", undefined],
  status: ["status", undefined, "taxRate"],
  supplier: [],
};

/** What the sheet is known to say, so that other columns that speak of the same are not needed. */
interface Known {
  readonly columns: Columns;
  /** Whether products or sums of the columns in use come out in all rows. */
  readonly isProven: boolean;
  readonly hasUnit: boolean;
  readonly hasCurrency: boolean;
  readonly hasKind: boolean;
}

/** Returns the doubts about columns that nothing uses and that no person decided. */
export const doubtsOf = (unused: readonly ColumnFacts[], known: Known): MoneyDoubt[] =>
  doubtsAmong(
    unused,
    (subject, each) => matters(subject, each, known),
    (subject) =>
      (subject === "quantity" && known.columns.quantity !== undefined) ||
      (subject === "price" && known.columns.unitPrice !== undefined),
  );

/**
 * `counts`: whether a column that speaks of this subject could change a document. `inUse`: whether another column has
 * it, so that this one is likelier not used.
 */
export function doubtsAmong(
  unused: readonly ColumnFacts[],
  counts: (subject: MoneyTopic, each: ColumnFacts) => boolean,
  inUse: (subject: MoneyTopic) => boolean = () => false,
): MoneyDoubt[] {
  return unused.flatMap((each): MoneyDoubt[] => {
    if (
      each.isBlank ||
      (each.isIdle && !areRatesInWords(each) && !saysOfPrice(each)) ||
      each.isSaid ||
      isReceipts(each) ||
      (isNothing(each) && !isZeroRate(each) && !isUnregistered(each)) ||
      (isRegistration(each) && !isUnregistered(each))
    )
      return [];
    const own = each.role === undefined ? undefined : subjectOfRole[each.role];
    const subjects =
      each.isIdle && !saysOfPrice(each)
        ? []
        : own && each.fits
          ? [own]
          : each.role === undefined || own
            ? moneyTopicsOf(each.heading)
            : [];
    const byCells = each.fits && each.role !== undefined ? undefined : topicOfCells(each);
    const subject =
      (own && isUnread(each) ? own : undefined) ??
      subjects.find((one) => counts(one, each)) ??
      (byCells && counts(byCells, each) ? byCells : undefined);
    if (subject === undefined) return [];
    const likely = each.role !== undefined && mayBe[subject].includes(each.role) ? each.role : undefined;
    const first = inUse(subject) ? [undefined] : likely === undefined ? [] : [likely];
    const all = [...likeliestOf(subject, each), ...(subjects.includes("status") ? (["status"] as const) : [])];
    const may = [...first, ...all.filter((role) => !(first as unknown[]).includes(role))];
    const hasZero = each.rows.some((row) => money.isZero(amountIn(row, each) ?? money.zero));
    const cells = { words: each.words, hasZero };
    if (!saysOfPrice(each) || subject !== "price") return [{ subject, heading: each.heading, may, cells }];
    const because = `its cells speak of VAT or of several pieces (${each.words.find((word) => ofPrice.test(word))}): write what they say below price or as base_quantity, then`;
    return [{ subject, heading: each.heading, may: [undefined], because }];
  });
}

/** Returns what a column may be, with that in front which its cells look like. */
function likeliestOf(subject: MoneyTopic, each: ColumnFacts): ReadonlyArray<Role | undefined> {
  const { words, isNumeric, isPercent } = each;
  const column = { heading: each.heading, words, said: new Map<string, string>() };
  const all = mayBe[subject].filter((role) => role !== "vat" || isNumeric);
  const withFirst = (...roles: ReadonlyArray<Role | undefined>) => [
    ...roles,
    ...all.filter((role) => !roles.includes(role)),
  ];
  if (subject === "vat") {
    if (isPercent || (words.length > 0 && words.every((word) => rateText.test(word.trim())))) return all;
    if (isNumeric) return withFirst("vat", undefined);
    return words.some((word) => vatMeant(column, word, undefined))
      ? withFirst("taxCode", undefined)
      : withFirst(undefined);
  }
  if (subject === "kind") return words.some((word) => typeMeant(column, word)) ? all : withFirst(undefined);
  if (subject === "status") return words.some((word) => statusMeant(column, word)) ? all : withFirst(undefined);
  return all;
}

/** A rate of 5 % or 0 %, as people write it. */
const rateText = /^(?:0?[.,]0*50*|[05](?:[.,]0+)?|0?[.,]0+)\s*%?$/;

/** True if accounts and the like name a rate each, such as `Purchases @ 0%`. */
const areRatesInWords = ({ words }: ColumnFacts): boolean =>
  words.length > 0 && words.every((word) => /\p{L}/u.test(word) && /(?:^|[^\d.,])[05](?:[.,]0+)?\s*%/.test(word));

/** True if cells have digits, but are no numbers as the heading promises, such as `12.50 Cr`. */
const isUnread = ({ role, fits, rows, column, isUncalculated, isDate }: ColumnFacts): boolean =>
  role !== undefined &&
  numericRoles.has(role) &&
  !fits &&
  !isUncalculated &&
  !isDate &&
  rows.some(({ cells }) => /\p{Nd}/u.test(shownText(cells[column])));

/** Words for the two sides of an account, and signs. */
const sides = /^(?:[+-]|[cdsh]|cr|dr|debit|credit|soll|haben)\.?$/i;

/** True for a unit that people write; the rare codes are also those of countries and of much else. */
const isUsualUnit = (word: string): boolean => Object.hasOwn(codes.usualUnits, unitGuess(word) ?? "");

/** Returns what the cells speak of where the heading says nothing: units, currencies, tax words (AE alone is a country) or kinds. */
function topicOfCells({ words, isNumeric, isPercent }: ColumnFacts): MoneyTopic | undefined {
  const said = words.map((word) => word.trim());
  if (said.length > 1 && said.every((word) => sides.test(word))) return "kind";
  if (said.length === 0 || said.some((word) => /^(?:y|yes|n|no|x|ok|-)?$/i.test(word))) return undefined;
  if (isPercent || said.every((word) => /^\d+(?:[.,]\d+)?\s*%$/.test(word))) return "vat";
  if (isNumeric) return undefined;
  if (said.every((word) => hasCode(codes.currencyCodes, word.toUpperCase()))) return "currency";
  if (said.some((word) => word.length > 1) && said.every(isUsualUnit)) return "unit";
  if (said.every((word) => isWordOfVat(word, words)) && !said.every((word) => /^ae$/i.test(word))) return "vat";
  return areKinds(said) ? "kind" : undefined;
}

const isWordOfVat = (word: string, words: readonly string[]): boolean =>
  word.length > 1 && (isBareZero(word) || vatMeant({ words }, word, undefined) !== undefined);

/** Numbers such as CN-1029 are not kinds, and words such as "transfer" speak of payments unless a kind stands beside them. */
function areKinds(words: readonly string[]): boolean {
  const kinds = words.map((word) => (/\p{Nd}/u.test(word) ? undefined : meantBy("type", word)));
  return (
    kinds.every((kind, at) => kind !== undefined || isDebitNote(words[at] ?? "")) &&
    (words.some(isDebitNote) || kinds.includes("credit-note") || (kinds.includes("invoice") && kinds.includes("other")))
  );
}

const isDebitNote = (word: string): boolean => /^(?:dn|d\/n|drn|dbn)$/i.test(word.trim());

/** Movement type 101 is the receipt of what was ordered, posting key 31 an invoice; others may take something back. */
const isReceipts = ({ heading, rows, column }: ColumnFacts): boolean => {
  const usual = /movement|mvt|mvmt|movt|bewegungsart/i.test(heading) ? "101" : isPostingKey(heading) ? "31" : undefined;
  return usual !== undefined && rows.every(({ cells }) => [usual, ""].includes(shownText(cells[column]).trim()));
};

/** Whether the supplier is registered for VAT: one that is not may charge none. */
const isRegistration = ({ heading, isNumeric }: ColumnFacts): boolean =>
  !isNumeric && /regist/i.test(heading) && moneyTopicsOf(heading).includes("vat");

const isUnregistered = (each: ColumnFacts): boolean =>
  isRegistration(each) &&
  each.words.some((word) => !/^(?:y|yes|true|registered|vat registered|نعم)?$/i.test(word.trim()));

/** True if words below a heading of prices say that they include VAT, or that they are for more than one piece. */
const saysOfPrice = ({ heading, role, isNumeric, words }: ColumnFacts): boolean =>
  role !== "unitPrice" &&
  !isNumeric &&
  words.some((word) => ofPrice.test(word)) &&
  moneyTopicsOf(heading).includes("price");

const ofPrice = /\b(?:incl|inkl|ttc)|\b(?:per|je|pro|par|لكل)\s*(?:\d|hundred|thousand)|\/\s*[\d\p{L}]|شامل/iu;

/** A column of zeros may say that no row bears VAT: of 0 % under any heading, of 0 under one that speaks of VAT. */
function isZeroRate({ role, isPercent, isNumeric, heading }: ColumnFacts): boolean {
  const [first] = moneyTopicsOf(heading);
  return role === undefined && ((isPercent && first === undefined) || (isNumeric && first === "vat"));
}

/** True if every cell is empty or zero, or says no. */
function isNothing(column: ColumnFacts): boolean {
  const { words, isNumeric, rows } = column;
  if (isNumeric)
    return rows.every((row) => money.isZero(amountIn(row, column) ?? money.zero) && !isPercentIn(row, column));
  return words.length > 0 && words.every((word) => /^(?:no|n|false|none|nil|n\/a|-|لا)?$/i.test(word.trim()));
}

const isPercentIn = (row: Row, { column }: ColumnFacts): boolean => {
  const cell = row.cells[column];
  return cell?.is === "number" && cell.look === "percent" && !/^[-0.]*$/.test(cell.text);
};

function matters(subject: MoneyTopic, each: ColumnFacts, { columns, isProven, ...has }: Known): boolean {
  const { isNumeric, words } = each;
  switch (subject) {
    case "discount":
    case "charge":
    case "deduction":
    case "rounding":
      return isNumeric || words.some((word) => /\d/.test(word));
    case "vat":
      return (
        vatSource(columns) === undefined && !columns.vat && !(columns.net && columns.gross) && !columns.metalAmount
      );
    case "currency":
      return !has.hasCurrency && !(isNumeric && isOnes(each));
    case "count":
      return isNumeric && columns.quantity === undefined;
    case "quantity":
      return isNumeric && (columns.quantity === undefined || !isProven) && !isTakenOff(each, columns);
    case "unit":
      return !has.hasUnit && !isNumeric;
    case "price":
      return (isNumeric || saysOfPrice(each)) && !isProven;
    case "amount":
      return (
        isNumeric &&
        !isProven &&
        !weightWord.test(each.heading) &&
        (columns.unitPrice === undefined || !(columns.net ?? columns.vat ?? columns.gross))
      );
    case "kind":
      return !has.hasKind;
    case "status":
      return columns.status === undefined;
    default:
      return false;
  }
}

/** `Gross` and `Net` speak of a weight as well. */
const weightWord = /weight|(?<!\p{L})(?:wt|wgt)(?!\p{L})/iu;

/** A quantity that was accepted does not contain what was rejected, damaged or missing. */
const isTakenOff = ({ heading }: ColumnFacts, { quantity }: Columns): boolean =>
  /reject|short|damaged/i.test(heading) && /accept|\bnet\b|\bgood\b/i.test(quantity?.heading ?? "");

const isOnes = (column: ColumnFacts): boolean =>
  column.rows.every((row) => ["0", "1", undefined].includes(amountIn(row, column)?.toFixed()));
