import { type DocumentKind, documentKinds } from "../../document/index.ts";
import { fileWord, suggest } from "../../problem/index.ts";
import { renderSums, safe, sumsJson, sumsOf } from "../../render/index.ts";
import type { Style, SubmissionResult } from "../../report/index.ts";
import type { OpenedSheet, SheetWords } from "./drafts.ts";

const kinds = Object.keys(documentKinds) as DocumentKind[];
const isValid = ({ outcome }: SubmissionResult): boolean => outcome === "done";

interface Ended extends SheetWords {
  readonly out: string | undefined;
  readonly exchangeRate: readonly string[];
  readonly written: number;
  /** Whether a row that belongs to no document has errors, so that the sheet cannot be sent. */
  readonly stops: boolean;
}

export function importEnd(
  { file, drafts }: OpenedSheet,
  results: readonly SubmissionResult[],
  given: Ended,
  style: Style,
): string {
  const valid = results.filter(isValid);
  const present = kinds.filter((kind) => valid.some((each) => each.kind === kind));
  const sums = present.map((kind) => {
    const title = present.length > 1 ? `${kind === "invoice" ? "Invoices" : "Credit notes"}:\n` : "";
    return `${title}${renderSums(sumsOf(valid.filter((each) => each.kind === kind)), style)}`;
  });
  const { out, written, stops } = given;
  const done =
    out === undefined ? "nothing was written or sent" : `${count(written)} written to ${safe(out)}, nothing sent`;
  const wrong = drafts.length - valid.length;
  const others = [
    ...(wrong > 0 ? [`${count(wrong)} not valid`] : []),
    ...(stops ? ["but rows that belong to no document have errors, so the sheet cannot be sent"] : []),
  ];
  const says =
    others.length > 0
      ? `${[`${count(valid.length)} valid`, ...others].join(", ")}; ${done}. Correct the cells shown and run the same command again.`
      : [`${count(valid.length)} valid; ${done}. To send:`, ...present.map((kind) => sending(kind, file, given))].join(
          "\n",
        );
  return `${sums.join("")}${says}`;
}

function sending(kind: DocumentKind, file: string, { sheet, map, dateOrder, exchangeRate }: Ended): string {
  const more = [
    ...(sheet === undefined ? [] : ["--sheet", sheet]),
    ...(map === undefined ? [] : ["--map", fileWord(map)]),
    ...exchangeRate.flatMap((each) => ["--exchange-rate", each]),
    ...(dateOrder === undefined ? [] : ["--date-order", dateOrder]),
  ];
  return safe(`${suggest`create-${kind} ${fileWord(file)} ${more}`}`);
}

const count = (number: number): string => `${number.toLocaleString("en")} ${number === 1 ? "document" : "documents"}`;

export function importSums(results: readonly SubmissionResult[]): Record<string, unknown> {
  const valid = results.filter(isValid);
  const each = kinds.map((kind) => {
    const sums = sumsJson(sumsOf(valid.filter((result) => result.kind === kind)));
    return {
      by_currency: sums.by_currency.map((sum) => ({ kind, ...sum })),
      by_supplier: sums.by_supplier.map((sum) => ({ kind, ...sum })),
    };
  });
  return {
    by_currency: each.flatMap(({ by_currency: sums }) => sums),
    by_supplier: each.flatMap(({ by_supplier: sums }) => sums),
  };
}
