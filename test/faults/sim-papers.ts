import {
  amount,
  calculate,
  creditedLine,
  type DocumentKind,
  formatAmount,
  money,
  type SelfBilledDocument,
} from "../../src/document/index.ts";
import { intentKey } from "../../src/journal/index.ts";
import { type JsonObject, parseJson } from "../../src/json/index.ts";
import type { Sendable } from "../../src/prepare/index.ts";
import { markForm, markOf } from "./ledger.ts";

/** A document ready to be sent, with the facts that the service will have about it. */
export interface Paper {
  readonly mark: string;
  /**
   * The number of a group of papers of which at most one may ever exist: they share a number, or supplier, day and
   * amounts, or are two credit notes that together credit more than their invoice.
   */
  readonly group: number;
  readonly kind: DocumentKind;
  /** Whether it is a near-twin that the user sends deliberately (`--allow-similar`). */
  readonly allowed: boolean;
  /** If undefined, a profile's number series may assign one. */
  readonly number: string | undefined;
  readonly trn: string;
  /** The key in the journal. */
  readonly key: string;
  /** Keys of the other credit notes for the same invoice. */
  readonly rivals: readonly string[];
  readonly prepared: Sendable;
  /** Amounts in the service's answer. */
  readonly totals: { readonly tax_amount: string; readonly payable_amount: string };
}

export const businessProfileId = "SBX-PALMLEDGER";
export const account = `sandbox:${businessProfileId}`;
const issueDate = "2026-06-15";

/**
 * Of every sixteen papers, one has the same number as the one before, one is a near-twin of the one before, one has
 * the day and amounts of another supplier's paper, two are deliberate near-twins, and two credit the same invoice.
 */
export function makePapers(count: number): readonly Paper[] {
  const papers = Array.from({ length: count }, (_, at) => {
    const rest = at % 16;
    const group = rest === 5 || rest === 9 || rest === 15 ? at - 1 : at;
    const number = at % 2 === 0 || rest === 5 ? `S-${group}` : undefined;
    // In every sixteen, papers 9 and 13 are near-twins, with the same values in the compared fields; paper 3 shares
    // only the day and the amounts.
    const like = rest === 9 || rest === 13 || rest === 3 ? at - 1 : at;
    const allowed = rest === 12 || rest === 13;
    const supplier = rest === 13 ? like : rest >= 14 ? at - rest + credited : group;
    const unnumbered = rest === 8 || allowed || rest === 2;
    const shape = { group, number: unnumbered ? undefined : number, like, supplier, allowed };
    // Documents with the same number have the same kind.
    const kind: DocumentKind = Math.min(group, like) % 3 === 2 ? "credit-note" : "invoice";
    if (rest === credited) return paperOf(at, { ...shape, kind: "invoice" });
    if (rest < 14) return paperOf(at, { ...shape, kind });
    return paperOf(at, { ...shape, kind: "credit-note", credits: at - rest + credited });
  });
  return papers.map((paper, at) => {
    const rival = at % 16 === 14 ? papers[at + 1] : at % 16 === 15 ? papers[at - 1] : undefined;
    return rival ? { ...paper, rivals: [rival.key] } : paper;
  });
}

/** The position, in every sixteen, of the invoice that two credit notes credit. */
const credited = 10;

interface Shape {
  readonly kind: DocumentKind;
  /** The credited invoice. One of its two credit notes credits all of it, the other almost all. */
  readonly credits?: number;
  readonly group: number;
  readonly number: string | undefined;
  /** The paper with the same amounts. */
  readonly like: number;
  readonly supplier: number;
  readonly allowed: boolean;
}

function paperOf(at: number, { group, number, like, supplier, allowed, kind, credits }: Shape): Paper {
  const mark = markOf(at);
  const price = credits === undefined ? 1_000 + like : 1_000 + credits - (at - group);
  const trn = `1${String(200_000_000 + (supplier % 7))}00003`;
  const document: SelfBilledDocument = {
    ...(number === undefined ? {} : { document_number: number }),
    issue_date: issueDate,
    document_currency_code: "AED",
    ...(credits === undefined ? {} : { billing_reference: [{ id: `S-${credits}` }], discrepancy_response: "VD" }),
    accounting_supplier_party: { party_name: "Trading LLC", party_tax_scheme: { company_id: trn, tax_scheme: "VAT" } },
    document_lines: [
      {
        name: mark,
        quantity: "1",
        unit_code: "C62",
        price: { base_amount: String(price), base_quantity: "1" },
        classified_tax_category: { id: "S", percent: "5", tax_scheme: "VAT" },
      },
    ],
  };
  const calculation = calculate(document);
  const bodyText = JSON.stringify(document);
  const parsed = parseJson(bodyText);
  if (!parsed.ok) throw new Error(parsed.problems[0].message);
  const prepared = {
    file: `${at}.yaml`,
    kind,
    document,
    calculation,
    body: parsed.value as JsonObject,
    bodyText,
    spot: () => ({ file: `${at}.yaml` }),
    problems: [],
    notChecked: [],
    ...(credits === undefined ? {} : { cap: { invoice: invoiceOf(credits), elsewhere: [] } }),
    chosen: { edition: { id: "world" }, rules: [], ruleSet: { hash: "world" } },
  } as unknown as Sendable;
  const { tax_amount, payable_amount } = calculation.totals;
  const totals = { tax_amount: formatAmount(tax_amount), payable_amount: formatAmount(payable_amount) };
  const key = intentKey({ account, businessProfileId, kind }, prepared.body);
  return { mark, group, kind, allowed, number, trn, key, rivals: [], prepared, totals };
}

/** Describes the invoice as the user who credits it would, even if the journal does not contain it. */
function invoiceOf(at: number) {
  const lines = [{ name: markOf(at), quantity: "1", unit_code: "C62", price: { base_amount: String(1_000 + at) } }];
  const { currency, lines: counted } = calculate({ document_currency_code: "AED", document_lines: lines });
  return { number: `S-${at}`, currency, lines: counted.map(creditedLine) };
}

/** The mark of the paper with this body, with or without a number from a series. */
export function markIn(body: string): string {
  return markForm.exec(body)?.[0] ?? "";
}

/** The amount that a service with different rounding would calculate. */
const aLittleMore = (text: string): string => formatAmount(money.add(amount(text), amount("0.01")));

export function answerTo(
  { prepared, totals }: Paper,
  number: string | undefined,
  { id, isMore }: { id: string; isMore: boolean },
): string {
  return JSON.stringify({
    ...prepared.document,
    id,
    document_number: number ?? `SVC-${id}`,
    ...(isMore
      ? { tax_amount: aLittleMore(totals.tax_amount), payable_amount: aLittleMore(totals.payable_amount) }
      : totals),
  });
}
