import type { Shown } from "../open/ask.ts";
import { brokenIn } from "../open/judge.ts";
import type { Creates, DescribedService } from "./draw.ts";
import type { CreatedAnswer, Marked } from "./draw-created.ts";
import { isInPath } from "./draw-id.ts";

export const inOneLine = (text: string): string => text.replace(/[\s│]+/g, " ");

/** Signs of a name that is empty: quotes, brackets or a preposition with nothing in them or behind them. */
const empty = [
  /(?:^|\s)''(?=\s|$|[.;,)])/,
  /(?<![\w\\:])""(?!")/,
  /\bas\s*[;.,](?=\s|$)/,
  /\b(?:for|of|named|called|number|id|document|invoice) {2,}\(/,
  /[^\w]\(\s*\)/,
  /\bselfbill (?:status|show|correct|logs|resubmit)\s*[.;,)]/,
];

/** What is wrong with any output, whatever was asked; `hasDot`: some document has the id `.`, which is no empty name. */
export function judgeAny(shown: Shown, hasDot: boolean): string[] {
  const whole = shown.pipe.replace(/\n\s*/g, "\n");
  const text = hasDot ? whole.replace(/ \.(?=[\s.;,)]|$)/gm, " DOT") : whole;
  const names = empty.flatMap((each) => {
    const found = each.exec(text);
    return found === null ? [] : [`an empty name: …${text.slice(Math.max(0, found.index - 60), found.index + 40)}…`];
  });
  return [...names, ...brokenIn(shown)];
}

/** What must become of a create request. */
export function createdAs(creates: Creates): {
  readonly is: "created" | "refused" | "in doubt";
  readonly codes: readonly number[];
} {
  if (creates.is === "created") {
    if (creates.answer.becomes === "in doubt") return { is: "in doubt", codes: [23] };
    return { is: "created", codes: [isFailed(creates.answer.overall) || isFatalAlone(creates.answer) ? 26 : 0] };
  }
  const { status } = creates.reply;
  if (status === 401 || status === 403) return { is: "refused", codes: [4] };
  if (status === 429) return { is: "refused", codes: [22] };
  if ([400, 404, 405, 413, 415, 422].includes(status)) return { is: "refused", codes: [21, 24] };
  return { is: "in doubt", codes: [23, 24] };
}

export const isWordless = (overall: string): boolean => ["absent", "meta null", "null"].includes(overall);

export const isFailed = (overall: string | undefined): boolean =>
  overall === "REJECTED" || overall === "VALIDATION_FAILED";

const isFatalAlone = ({ overall, isFatal }: CreatedAnswer): boolean => overall === "null" && isFatal;

/** The marked values that the output lacks: texts on the screen or the pipe, with --verbose more, all of them in --json. */
export function lacks(
  { pipe, screen, json }: Shown,
  marked: readonly Marked[],
  place: "text" | "verbose" | "json",
): string[] {
  const people = `${pipe} ${screen}`;
  return marked
    .filter(({ seen }) => place === "json" || seen === "text" || (place === "verbose" && seen === "verbose"))
    .filter(({ marker }) => !(place === "json" ? json : people).includes(marker))
    .map(({ name, marker }) => `${name} (${marker}) is not in the ${place}`);
}

/** The word that holds for the document now: the later one, else the one of the 201. */
export function overallOf(
  answer: CreatedAnswer,
  { later }: Pick<DescribedService, "later">,
  isInvoice: boolean,
): string | undefined {
  const first = isWordless(answer.overall) ? undefined : answer.overall;
  return (isInvoice || !isInPath(answer.idText) ? undefined : later.overall) ?? first;
}

/** Judges `status` of a document that exists. */
export function judgeStatus(
  shown: Shown,
  answer: CreatedAnswer,
  service: DescribedService,
  isInvoice: boolean,
): string[] {
  const { code, pipe } = shown;
  const told = overallOf(answer, service, isInvoice);
  const isFatal = (!isInvoice && isInPath(answer.idText) && service.later.isFatal) || isFatalAlone(answer);
  const broken: string[] = [];
  if (isFailed(told) && code !== 26) broken.push(`exit code ${code} of ${told}, in place of 26`);
  if (code === 0 && told !== "APPROVED" && told !== undefined) broken.push(`exit code 0 of ${told}`);
  if (code === 26 && !isFailed(told) && !isFatal) broken.push(`exit code 26 of ${told ?? "no status"}`);
  if (/✓/.test(pipe) && isFailed(told)) broken.push(`✓ of ${told}`);
  return broken;
}

/** Judges the legs on a terminal: one table with a column for each, in which receiver and type of both are. */
export function judgeLegs({ screen }: Shown, { hasLegs, statusMarked }: DescribedService["later"]): string[] {
  if (!hasLegs) return [];
  const broken: string[] = [];
  // A narrow column has its heading on several lines.
  if (!screen.split("\n").some((line) => /Supplier.s\b.*│.*\bTax\b/.test(line)))
    broken.push("no table has a column for C3 and one for C5");
  for (const { marker, name } of statusMarked)
    if (/^(?:docTypeId|receiverId)$/.test(name) && !screen.includes(marker))
      broken.push(`${name} (${marker}) of a leg is not on the screen`);
  return broken;
}

interface Shape {
  readonly overall_status?: string;
  readonly stage?: string;
}

/** A row of `list`, `report` or `show`: who stated the amounts, and which they are. */
interface Row {
  readonly id?: string | null;
  readonly net?: string | null;
  readonly vat?: string | null;
  readonly gross?: string | null;
  readonly totals_from?: string | null;
  readonly overall_status?: string | null;
  readonly stage?: string;
  /** In `report`, where a credit note's amounts are below zero. */
  readonly in_currency?: Pick<Row, "net" | "vat" | "gross">;
}

const rowsIn = ({ json }: Shown): readonly Row[] => (JSON.parse(json) as { documents?: Row[] }).documents ?? [];

/** The amounts and the state of one document must be the same wherever they are shown, and from one source. */
export function judgeRows(all: readonly Shown[], id: string, told: string | undefined): string[] {
  const rows = all.flatMap((shown) =>
    rowsIn(shown)
      .filter((each) => each.id === id)
      .map((row) => ({ shown, row })),
  );
  const [first] = rows;
  if (first === undefined) return [];
  const broken: string[] = [];
  const name = ({ words }: Shown): string => words[0] ?? "";
  // A credit note's amounts are below zero in `report`.
  const sums = ({ in_currency, net, vat, gross }: Row): number[] =>
    (in_currency ? [in_currency.net, in_currency.vat, in_currency.gross] : [net, vat, gross]).map((each) =>
      Math.abs(Number(each ?? "NaN")),
    );
  const amounts = (row: Row): string => `${sums(row).join(" ")} ${row.totals_from}`;
  for (const { shown, row } of rows) {
    if (amounts(row) !== amounts(first.row))
      broken.push(`${name(first.shown)} has ${amounts(first.row)}, ${name(shown)} ${amounts(row)}`);
    const [net = 0, vat = 0, gross = 0] = sums(row);
    if (Math.abs(net + vat - gross) > 0.001)
      broken.push(`${name(shown)}: net, VAT and gross do not add up: ${amounts(row)}`);
    if ((isFailed(told) || told === "APPROVED") && row.overall_status !== told)
      broken.push(`${name(shown)} says ${row.overall_status} (${row.stage}) of ${told}`);
  }
  return broken;
}

/** Judges `show` of a document that exists: a final word holds, and what is told of an invoice is never "processing". */
export function judgeShow({ code, json }: Shown, told: string | undefined): string[] {
  const [{ overall_status: status, stage } = {}] = (JSON.parse(json) as { documents?: Shape[] }).documents ?? [];
  const broken = code === 0 ? [] : [`exit code ${code} of show`];
  if ((isFailed(told) || told === "APPROVED") && status !== told)
    broken.push(`show says ${status} (${stage}) of ${told}`);
  return broken;
}
