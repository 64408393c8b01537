import {
  type Calculation,
  calculate,
  type DocumentKind,
  documentKinds,
  fieldLabel,
  money,
  priceWords,
  quantityWords,
  type SelfBilledDocument,
} from "../../document/index.ts";
import type { Prepared } from "../../prepare/index.ts";
import { fileWord, type Problem, suggest } from "../../problem/index.ts";
import { fitted, renderTable, safe } from "../../render/index.ts";
import type { Style } from "../../report/index.ts";
import type { MissingField, Proposal } from "../../sheet/index.ts";
import { tableView } from "../answer/columns.ts";
import type { SheetDraft } from "./drafts.ts";

/** Number of example documents shown. */
export const documentsShown = 3;

export interface Tried {
  readonly draft: SheetDraft;
  readonly prepared: Prepared;
}

/** Rules whose finding means that a line field is missing, and that field. */
export const fieldsOfRules: Readonly<Record<string, string>> = {
  "IBR-166-AE": "document_lines.commodity_classification.nature_code",
  "IBR-174-AE": "document_lines.standard_item_identification.id",
  "IBR-184-AE": "document_lines.commodity_classification.item_classification_code",
};

/** Returns the fields that the checks report as missing, without duplicates. */
export function fieldsWithoutColumn(
  all: readonly Prepared[],
  inWords: (path: string, kind: DocumentKind) => string,
): MissingField[] {
  const missing = new Map<string, MissingField>();
  for (const { problems, kind } of all)
    for (const { code, where, message } of problems) {
      const isField = code === "missing-field" || code === "scenario-field-missing";
      const path = fieldsOfRules[code] ?? (isField ? (where?.path ?? "").replace(/\[\d+\]/g, "") : "");
      if (path === "" || missing.has(path)) continue;
      missing.set(path, { path, description: inWords(path, kind) || fieldLabel(path) || message });
    }
  return [...missing.values()];
}

/**
 * Describes the errors in the cells: for each kind of error, the number of documents and the first message; the most
 * frequent first.
 */
export function cellsInWords(drafts: readonly SheetDraft[]): string[] {
  const found = new Map<string, { count: number; readonly message: string }>();
  for (const { made } of drafts) {
    const first = new Map(
      made.problems
        .filter(isError)
        .map(({ code, message }) => [code, message])
        .reverse() as [string, string][],
    );
    for (const [code, message] of first) {
      const before = found.get(code);
      if (before) before.count += 1;
      else found.set(code, { count: 1, message });
    }
  }
  const sorted = [...found.values()].sort((a, b) => b.count - a.count);
  return sorted.map(({ count, message }) => `${count} of ${drafts.length} documents, the first: ${message}`);
}

const isError = ({ severity }: Problem): boolean => severity === "error";

export function proposalText(
  proposal: Proposal,
  missing: readonly MissingField[],
  tried: readonly Tried[],
  found: readonly string[],
  style: Style,
): string {
  const { sheets, joined, rows, left, columnOf, assumed, unclear, program } = proposal;
  const names = safe(sheets.join(" with "));
  const where = joined ? `Joined with ${names}: ` : sheets.length === 0 ? "" : `Sheet ${names}: `;
  const parts = [
    ...(program === undefined || program.named ? [] : [`It looks like an export of ${program.called}.`]),
    `${where}${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"} below the headings.`,
    ...list("Assumed, because no column says so:", assumed),
    ...list("To decide:", unclear),
    ...list(
      "Not used:",
      left.map(({ because, headings }) => `${because}: ${headings.join(", ")}`),
    ),
    ...list("Required, and no column has it:", required(missing.filter(({ path }) => !columnOf.has(path)))),
    ...list(
      "Required, and empty in cells of its column:",
      missing.flatMap(({ path, description }) => {
        const heading = columnOf.get(path);
        return heading === undefined ? [] : `${path}  ${description} (${heading})`;
      }),
    ),
    ...list("Found in the sheet:", [...new Set(found)].slice(0, 8)),
  ];
  const shown = tried.map(({ draft, prepared }) => documentText(draft, prepared, style));
  const title =
    tried.length === 0
      ? "No document can be shown yet."
      : tried.length === 1
        ? "The document as it would become:"
        : `${tried.length} documents as they would become:`;
  return `${fitted(`${parts.join("\n")}\n${title}`, style)}\n${shown.join("")}`;
}

const required = (missing: readonly MissingField[]): string[] =>
  missing.map(({ path, description }) => `${path}  ${description}`);

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [title, ...items.map((each) => `  ${safe(each)}`)];
}

function documentText({ made }: SheetDraft, { document = made.document }: Prepared, style: Style): string {
  const { supplier } = made.document as Record<string, unknown>;
  const calculation = calculate(document);
  const { totals, currency } = calculation;
  const head = [
    `${documentKinds[made.kind].says} ${document.document_number ?? made.label}`,
    document.issue_date ?? "no date",
    supplierOf(document) ?? (typeof supplier === "string" ? supplier : "no supplier"),
  ];
  const sums = [totals.tax_exclusive_amount, totals.tax_amount, totals.tax_inclusive_amount].map(money.forPeople);
  const [net, vat, gross] = sums;
  return `${safe(head.join(", "))}\n${lines(calculation, style)}Net ${net}, VAT ${vat}, total ${currency} ${gross}\n\n`;
}

const linesShown = 5;

function lines({ lines }: Calculation, style: Style): string {
  const shown = tableView(lines.slice(0, linesShown), {
    Item: ({ line }) => line.name ?? line.description,
    Quantity: ["count", ({ line }) => quantityWords(line.quantity ?? "", line.unit_code ?? "")],
    Price: ["money", priceWords],
    VAT: ({ line: { classified_tax_category: { id = "", percent = "" } = {} } }) =>
      percent === "" ? id : `${id} ${percent} %`,
    Net: ["money", ({ netAmount }) => money.forPeople(netAmount)],
  });
  const table = renderTable(shown, style);
  const more = lines.length - linesShown;
  return more > 0 ? `${table}… and ${more} more lines\n` : table;
}

function supplierOf({ accounting_supplier_party: party }: SelfBilledDocument): string | undefined {
  return party?.party_name ?? party?.name;
}

export function proposalJson(
  proposal: Proposal,
  missing: readonly MissingField[],
  tried: readonly Tried[],
): Record<string, unknown> {
  const { sheets, rows, left, assumed, unclear, program } = proposal;
  return {
    program: program?.id ?? null,
    sheets,
    rows,
    unused: left.flatMap(({ headings }) => headings),
    left_out: left.map(({ because, headings }) => ({ because, headings })),
    assumed,
    unclear,
    missing: missing.map(({ path, description }) => ({ path, description })),
    documents: tried.map(({ draft: { made }, prepared: { document = made.document, problems } }) => {
      const { totals, currency } = calculate(document);
      return {
        label: made.label,
        kind: made.kind,
        rows: made.rows,
        document,
        currency,
        net: totals.tax_exclusive_amount.toFixed(),
        vat: totals.tax_amount.toFixed(),
        gross: totals.tax_inclusive_amount.toFixed(),
        problems: problems.length,
      };
    }),
  };
}

export function nextStep(
  {
    file,
    out: map,
    sheet,
    headers,
    like,
    zero,
  }: Readonly<Record<"out" | "sheet" | "headers" | "like" | "zero", string | undefined>> & { readonly file: string },
  missing: number,
): string {
  const named = sheet === undefined ? [] : ["--sheet", sheet];
  const answers = {
    headers: headers && fileWord(headers),
    like,
    "zero-rate": zero,
  };
  const beside = Object.entries(answers).flatMap(([option, word]) => (word ? [`--${option}`, word] : []));
  if (map === undefined)
    return `To keep it: ${safe(`${suggest`map ${fileWord(file)} ${named} ${beside} --out map.yaml`}`)}`;
  const fill = missing === 0 ? "Check the map" : `Check the map and fill in what begins with # (${missing})`;
  return `${fill}, then:\n${safe(`${suggest`import ${fileWord(file)} --map ${fileWord(map)}`}`)}`;
}
