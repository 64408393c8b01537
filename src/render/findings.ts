import { networkFinding, shownMembersOf } from "../contract/index.ts";
import type { PlacedResult, Style } from "../report/index.ts";
import { toldText } from "./also-told.ts";
import { safe } from "./safe.ts";
import { renderTable } from "./tables/table.ts";

export interface FindingsStyle {
  /** Above the column of texts, on a screen. */
  readonly title: "Remarks" | "What is wrong";
  /** Also shows the place in the network's text, and the test. */
  readonly verbose: boolean;
}

/**
 * Lists the findings. Piped output always has the same columns; on a terminal, empty ones are omitted and the place in
 * the file comes first.
 */
export function renderFindings(
  placed: readonly PlacedResult[],
  { title: shown, verbose }: FindingsStyle,
  style: Style,
): string {
  const isScreen = style.isTerminal;
  const title = isScreen ? shown : "What is wrong";
  const inFile = isScreen && placed.some(({ where }) => where?.file !== undefined);
  const place = ["In your file"];
  const table = renderTable(
    {
      columns: [
        ...(inFile ? place : []),
        ...[title, "Flag", "Rule"],
        ...(isScreen ? [] : [...place, "Location", "Test", "Also told"]),
      ],
      rows: placed.map(({ result, where }) => [
        ...(inFile ? [placeOf(where)] : []),
        ...[result.text ?? "no text", result.flag ?? "", result.reasonCode ?? ""],
        ...(isScreen ? [] : [placeOf(where), result.location ?? "", result.test ?? "", toldText(result.more)]),
      ]),
    },
    style,
  );
  if (!style.isTerminal) return table;
  return table + placed.map((each) => below(each, verbose, style)).join("");
}

function placeOf(where: PlacedResult["where"]): string {
  if (where?.file === undefined) return "";
  return where.line === undefined ? where.file : `${where.file}:${where.line}`;
}

/**
 * Writes the lines below the table for one finding: the line of the file and additional members; with `verbose`, also
 * the text from the network.
 */
function below({ result, where }: PlacedResult, verbose: boolean, style: Style): string {
  const excerpt = where?.excerpt?.trimEnd();
  const lines = [
    ...(excerpt && where?.line !== undefined ? [`${String(where.line).padStart(5)} | ${safe(excerpt)}`] : []),
    ...result.more.map(([name, value]) => style.faint(`      ${safe(name)}  ${safe(value)}`)),
    ...(verbose ? shownMembersOf(networkFinding, "verbose") : []).flatMap(({ name, heading }) =>
      result[name] ? [style.faint(`      ${heading.padEnd(8)}  ${safe(result[name])}`)] : [],
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Returns a finding on one line, with everything that the service told of it, for a cell of a table. */
export function findingLine({ result }: PlacedResult): string {
  const { text, flag, reasonCode, location, test, more } = result;
  const beside = [reasonCode, flag].filter((each) => each !== undefined).join(", ");
  const told = [
    beside,
    location && `location: ${location}`,
    test && `test: ${test}`,
    ...more.map(([name, value]) => `${name}: ${value}`),
  ].filter((each) => each);
  return `${text ?? "no text"}${told.length === 0 ? "" : ` (${told.join("; ")})`}`;
}
