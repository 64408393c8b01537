import {
  amount,
  calculate,
  type DocumentKind,
  formatAmount,
  money,
  type SelfBilledDocument,
} from "../../src/document/index.ts";
import { intentKey } from "../../src/journal/index.ts";
import { type JsonObject, parseJson } from "../../src/json/index.ts";
import type { Sendable } from "../../src/prepare/index.ts";
import { markOf } from "./ledger.ts";

/** A document as it lies ready to be sent, with what the service will know of it. */
export interface Paper {
  readonly mark: string;
  /** Of the papers of one group at most one may ever exist: the same number, or the same supplier, day and amounts. */
  readonly group: number;
  readonly kind: DocumentKind;
  /** It looks like another one, and the user knows that and sends it all the same (`--allow-similar`). */
  readonly allowed: boolean;
  readonly number: string | undefined;
  readonly trn: string;
  /** By which the journal knows it. */
  readonly key: string;
  readonly prepared: Sendable;
  /** Amounts as the service answers them. */
  readonly totals: { readonly tax_amount: string; readonly payable_amount: string };
}

export const businessProfileId = "SBX-PALMLEDGER";
export const account = `sandbox:${businessProfileId}`;
const issueDate = "2026-06-15";

/**
 * Documents enough for one world. Of every sixteen one shares its number with the one before, one looks like the one before, one has the
 * day and amounts of another supplier's, and two look alike and are meant to.
 */
export function makePapers(count: number): readonly Paper[] {
  return Array.from({ length: count }, (_, at) => {
    const rest = at % 16;
    const group = rest === 5 || rest === 9 ? at - 1 : at;
    const number = at % 2 === 0 || rest === 5 ? `S-${group}` : undefined;
    // A twin differs in nothing that is looked at; the last of these in everything else.
    const like = rest === 9 || rest === 13 || rest === 3 ? at - 1 : at;
    const allowed = rest === 12 || rest === 13;
    const supplier = rest === 13 ? like : group;
    const unnumbered = rest === 8 || allowed || rest === 2;
    return paperOf(at, { group, number: unnumbered ? undefined : number, like, supplier, allowed });
  });
}

interface Shape {
  readonly group: number;
  readonly number: string | undefined;
  /** Kind and amounts are those of this one. */
  readonly like: number;
  readonly supplier: number;
  readonly allowed: boolean;
}

function paperOf(at: number, { group, number, like, supplier, allowed }: Shape): Paper {
  const mark = markOf(at);
  const trn = `1${String(200_000_000 + (supplier % 7))}00003`;
  // What shares a number shares its kind too.
  const kind: DocumentKind = Math.min(group, like) % 3 === 2 ? "credit-note" : "invoice";
  const document: SelfBilledDocument = {
    ...(number === undefined ? {} : { document_number: number }),
    issue_date: issueDate,
    document_currency_code: "AED",
    accounting_supplier_party: { party_name: "Trading LLC", party_tax_scheme: { company_id: trn, tax_scheme: "VAT" } },
    document_lines: [
      {
        name: mark,
        quantity: "1",
        unit_code: "C62",
        price: { base_amount: String(1_000 + like), base_quantity: "1" },
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
    chosen: { edition: { id: "world" }, rules: [], ruleSet: { hash: "world" } },
  } as unknown as Sendable;
  const { tax_amount, payable_amount } = calculation.totals;
  const totals = { tax_amount: formatAmount(tax_amount), payable_amount: formatAmount(payable_amount) };
  const key = intentKey({ account, businessProfileId, kind }, prepared.body);
  return { mark, group, kind, allowed, number, trn, key, prepared, totals };
}

/** As a service calculates that rounds otherwise. */
const aLittleMore = (text: string): string => formatAmount(money.add(amount(text), amount("0.01")));

/** The answer of a service that made it. */
export function answerTo({ number, prepared, totals }: Paper, id: string, isMore: boolean): string {
  return JSON.stringify({
    ...prepared.document,
    id,
    document_number: number ?? `SVC-${id}`,
    ...(isMore
      ? { tax_amount: aLittleMore(totals.tax_amount), payable_amount: aLittleMore(totals.payable_amount) }
      : totals),
  });
}
