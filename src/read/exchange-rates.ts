import { amount, isDecimalText, isRecord, money, type SelfBilledDocument } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { SourceDocument } from "./source.ts";

/** Rates given separately from the documents: the value of one unit in AED, as written. */
export interface ExchangeRates {
  /** The rate for the only document of a run, whatever its currency. */
  readonly plain?: string | undefined;
  /** Rates keyed by currency. */
  readonly of: Readonly<Record<string, string>>;
}

/** A document with its rate filled in; problems with the rate are reported at the position of the currency. */
export interface Rated {
  readonly source: SourceDocument;
  /** A `wrong-value` if the document contains a different rate, or must not have one. */
  readonly problems: readonly Problem[];
}

/** Fills in the rate of a document in a currency other than AED. If the document has a rate, it must be the same. */
export function withRates(source: SourceDocument, rates: ExchangeRates): Rated {
  const { document } = source;
  const currency: unknown = document.document_currency_code ?? "AED";
  if (typeof currency !== "string") return { source, problems: [] }; // the value has a wrong shape, which is reported elsewhere
  const rate = Object.hasOwn(rates.of, currency) ? rates.of[currency] : rates.plain;
  if (rate === undefined) return { source, problems: currency === "AED" ? rateInAed(source) : [] };
  if (currency === "AED") {
    const where = source.spot("document_currency_code");
    const hint = "Leave --exchange-rate out, or write the currency of the amounts into document_currency_code.";
    return {
      source,
      problems: [problem("wrong-value", "This document is in AED, which needs no exchange rate.", hint, { where })],
    };
  }
  const own: unknown = document.tax_exchange_rate;
  if (own !== undefined && !isRecord(own)) return { source, problems: [] }; // reported elsewhere as well
  const written = own?.calculation_rate;
  if (typeof written === "string" && written.trim() !== "")
    return { source, problems: compared(written, rate, source) };
  const given = new Set(Object.keys(own ?? {}));
  const tax_exchange_rate = {
    source_currency_code: currency,
    target_currency_code: "AED",
    ...own,
    calculation_rate: rate,
  };
  const tax_currency_code = document.tax_currency_code ?? "AED";
  const filled = { ...document, tax_currency_code, tax_exchange_rate } as SelfBilledDocument;
  const isFilled = (path: string): boolean =>
    path === "tax_currency_code"
      ? document.tax_currency_code === undefined
      : /^tax_exchange_rate(?:$|\.)/.test(path) && !given.has(path.split(".")[1] ?? "");
  const spot: SourceDocument["spot"] = (path, of) =>
    isFilled(path) ? { ...source.spot("document_currency_code"), path } : source.spot(path, of);
  return { source: { ...source, document: filled, spot }, problems: [] };
}

/**
 * Reports the rate of a foreign currency in a document in AED. The service would ignore the rate, and the currency may
 * be a leftover from a template.
 */
function rateInAed({ document, spot }: SourceDocument): Problem[] {
  const rate: unknown = document.tax_exchange_rate;
  const from = isRecord(rate) ? rate.source_currency_code : undefined;
  if (typeof from !== "string" || from.trim() === "" || from === "AED") return [];
  const where = spot("tax_exchange_rate.source_currency_code");
  const hint = `If the amounts are in ${from}, write ${from} into document_currency_code; otherwise remove tax_exchange_rate.`;
  return [
    problem("wrong-value", `This document is in AED, and its exchange rate is that of ${from}.`, hint, { where }),
  ];
}

/**
 * Reports a document whose rate differs: only a person can tell which of the two is correct. The checks report a rate
 * that is not a number.
 */
function compared(written: string, rate: string, source: SourceDocument): Problem[] {
  if (!isDecimalText(written) || money.equal(amount(written), amount(rate))) return [];
  const message = `The document has the exchange rate ${written}, but --exchange-rate is ${rate}.`;
  const hint = "Check which one was published for the date of supply, and remove the other.";
  return [problem("wrong-value", message, hint, { where: source.spot("tax_exchange_rate.calculation_rate") })];
}
