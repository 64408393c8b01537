import { type Problem, problem, type Spot, suggest } from "../../problem/index.ts";
import { shownText } from "../cell.ts";
import { normal } from "../map/map-parts.ts";
import {
  doubtsAmong,
  factsOf,
  type MoneyDoubt,
  type MoneyTopic,
  meaningsOf,
  optionsOf,
  programWith,
  type Role,
  saidOf,
  subjectInWords,
  wordsLine,
  yamlName,
} from "../propose/index.ts";
import type { SheetMap } from "../sheet-map.ts";
import { cellSpot, type Table } from "../table.ts";
import { withoutClosing } from "./below-table.ts";

/**
 * Returns the columns that the map does not use although they speak of money, VAT, currency, quantity, unit or kind,
 * and the map assumes it. A column that a person decided not to use is none of them.
 */
export function undecidedColumns(table: Table, map: SheetMap): MoneyDoubt[] {
  const { head, rows, sheet } = table;
  if (sheet.joined !== undefined) return [];
  const passed = new Set([...(map.isDecided ? map.ignored : []), ...map.decided].map(normal));
  const used = usedColumns(table);
  const program = programWith(head.cells.map(shownText));
  const left = factsOf(head, withoutClosing(rows), program).filter(
    ({ column, heading }) => !used.has(column) && !passed.has(normal(heading)),
  );
  const isIgnoredByItself = (heading: string): boolean =>
    !map.strict && map.ignored.some((each) => normal(each) === normal(heading));
  const known = saidSubjects(table, map);
  return doubtsAmong(
    left.filter(({ heading }) => !isIgnoredByItself(heading)),
    (subject, { isNumeric, words }) => {
      if (known.has(subject)) return false;
      if (subject === "discount" || subject === "charge" || subject === "deduction" || subject === "rounding")
        return isNumeric || words.some((word) => /\d/.test(word));
      return subject === "count" || subject === "quantity" || subject === "price" || subject === "amount"
        ? isNumeric
        : subject !== "unit" || !isNumeric;
    },
  );
}

function usedColumns({ columns, parts, group }: Table): Set<number> {
  const { price, kind, inclusion, control, moreLines, onlyWhen } = parts;
  const others = [price, kind, inclusion, group, ...Object.values(control), ...moreLines, ...onlyWhen];
  return new Set([
    ...columns.flatMap((each) => [each.column, ...each.others]),
    ...others.flatMap((each) => (each ? [each.column] : [])),
  ]);
}

/** Returns what the map takes from a column, or compares with one, so that no other column is needed for it. */
function saidSubjects({ columns, parts }: Table, map: SheetMap): Set<MoneyTopic> {
  const fed = new Set(columns.flatMap(({ map: { fields } }) => fields.map(({ steps }) => steps.join("."))));
  const has = (...paths: readonly string[]): boolean => paths.some((path) => fed.has(path));
  const { net, vat, gross } = parts.control;
  const isPriced = has("price.base_amount") || parts.price !== undefined;
  const isCompared = net !== undefined || gross !== undefined;
  const constant = map.constants.map(({ field }) => field.steps.join("."));
  const said: readonly (readonly [MoneyTopic, boolean])[] = [
    [
      "vat",
      has("classified_tax_category.id", "classified_tax_category.percent") ||
        vat !== undefined ||
        (net !== undefined && gross !== undefined),
    ],
    ["currency", has("document_currency_code") || constant.includes("document_currency_code")],
    ["count", has("quantity")],
    ["quantity", has("quantity")],
    ["unit", has("unit_code")],
    ["price", isPriced && isCompared],
    ["amount", isPriced && (isCompared || parts.price !== undefined)],
    ["kind", map.kindRule !== undefined || (map.strict && map.isDecided)],
    ["status", map.onlyWhen.length > 0 || (map.strict && map.isDecided)],
    ["supplier", true],
  ];
  return new Set(said.flatMap(([subject, isSaid]) => (isSaid ? [subject] : [])));
}

/** Returns the line of a map for a column with this meaning; undefined: it is not used. */
export const lineFor = (heading: string, role: Role | undefined): string =>
  `${yamlName(heading)}: ${(role && saidOf(role)) ?? "ignore"}`;

/** Returns the lines of a column in the map for each meaning it may have, with those of its words. */
export function linesFor(doubt: MoneyDoubt): string[] {
  return optionsOf(doubt).map((said) => {
    const words = meaningsOf(doubt, said);
    const more = words.length === 0 ? "" : ` and below words ${wordsLine(doubt.heading, words, said)}`;
    return `${yamlName(doubt.heading)}: ${said}${more}`;
  });
}

/** Returns an error for each column that is to be decided; without a map of the user's own, the heading can be mended. */
export function undecidedProblems(table: Table, map: SheetMap): Problem[] {
  const { sheet, head } = table;
  return undecidedColumns(table, map).map((doubt) => {
    const { heading, subject } = doubt;
    const column = head.cells.findIndex((cell) => shownText(cell).trim() === heading);
    const where: Spot = cellSpot(sheet, head.number, column, "Heading", head.cells[column]);
    const message = `The column ${heading} speaks of ${subjectInWords(subject)}, and nothing uses it. Nothing of the sheet is sent until that is decided.`;
    const hint = map.strict
      ? `Write into the map, below columns: ${linesFor(doubt).join(", or ")}`
      : `Use the heading of the sheet template (${suggest`templates copy sheet`}), delete the column, or write a map: ${suggest`map FILE --out map.yaml`}`;
    return problem("undecided-column", message, hint, { where });
  });
}
