import type { DocumentKind } from "./kind.ts";

/**
 * A series consists of letters and punctuation, `{yyyy}`, `{yy}` and `{mm}` of the issue date, `{supplier}` for the code
 * of the supplier in the supplier book, and one counter whose zeros give its minimum number of digits, such as
 * `SB-{yyyy}-{00000}`. With `{supplier}` each code has a counter of its own.
 */
const counterPlace = /\{(0{1,12})\}/;

/** Returns why the pattern is not a valid series; undefined if it is valid. */
export function seriesFault(pattern: string): string | undefined {
  const rest = pattern.replace(/\{(?:yyyy|yy|mm|supplier)\}/g, "");
  const counters = rest.match(/\{0{1,12}\}/g) ?? [];
  if (counters.length !== 1) return "It needs one counter, such as {00000}.";
  if (!/^[A-Za-z0-9._/-]*$/.test(rest.replace(counterPlace, "")))
    return "Beside {yyyy}, {yy}, {mm}, {supplier} and the counter it may have letters A-Z, digits and . _ / - only.";
  return pattern.length > 60 ? "It may have at most 60 characters." : undefined;
}

/** Returns the series of a profile for a kind of document. */
export function seriesFor(
  profile: { readonly numberSeries?: string | undefined; readonly creditNoteSeries?: string | undefined } | undefined,
  kind: DocumentKind,
): string | undefined {
  return kind === "invoice" ? profile?.numberSeries : profile?.creditNoteSeries;
}

/** Whether the series has a counter for each code of a supplier. */
export function isPerSupplier(pattern: string): boolean {
  return pattern.includes("{supplier}");
}

/** Whether a text can stand for a supplier in document numbers: up to 12 capital letters and digits. */
export function isNumberCode(text: string): boolean {
  return /^[A-Z0-9]{1,12}$/.test(text);
}

/**
 * Inserts the period and the supplier's code: `{supplier}-{yyyy}-{00000}` with 2026-06-15 and DLT gives
 * `DLT-2026-{00000}`. `date`: YYYY-MM-DD. Without a code the place of the supplier stays.
 */
export function seriesAt(pattern: string, date: string, code?: string): string {
  const [year = "", month = ""] = date.split("-");
  const ofPeriod = pattern.replaceAll("{yyyy}", year).replaceAll("{yy}", year.slice(-2)).replaceAll("{mm}", month);
  return code === undefined ? ofPeriod : ofPeriod.replaceAll("{supplier}", code);
}

/** Ignores the number of zeros: series that differ only in zeros eventually give the same numbers. */
export function isOfPattern(series: string, pattern: string): boolean {
  const parts = pattern.split(/(\{yyyy\}|\{yy\}|\{mm\}|\{supplier\}|\{0+\})/);
  const shapes: Readonly<Record<string, string>> = {
    "{yyyy}": "\\d{4}",
    "{yy}": "\\d\\d",
    "{mm}": "\\d\\d",
    "{supplier}": "[A-Z0-9]+",
  };
  const shape = parts.map((part) =>
    part.startsWith("{0") ? "\\{0+\\}" : (shapes[part] ?? part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")),
  );
  return new RegExp(`^${shape.join("")}$`).test(series);
}

/**
 * `SB-2026-{00000}` and 42 give `SB-2026-00042`. A counter with more digits than the series has zeros makes a longer
 * number.
 */
export function numberIn(series: string, counter: number): string {
  return series.replace(counterPlace, (_, zeros: string) => String(counter).padStart(zeros.length, "0"));
}

/** Returns the series for display, with a `#` for each zero of the counter: `SB-2026-#####`. */
export function shownSeries(series: string): string {
  return series.replace(counterPlace, (_, zeros: string) => "#".repeat(zeros.length));
}
