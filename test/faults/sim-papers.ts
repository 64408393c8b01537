import { calculate, type DocumentKind, formatAmount, type SelfBilledDocument } from "../../src/document/index.ts";
import type { Sendable } from "../../src/flow.ts";
import { intentKey } from "../../src/journal/index.ts";
import { type JsonObject, parseJson } from "../../src/json/index.ts";
import { markOf } from "./ledger.ts";

/** A document as it lies ready to be sent, with what the service will know of it. */
export interface Paper {
  readonly mark: string;
  /** Of the papers of one group at most one may ever exist: the same number, or the same supplier, day and amounts. */
  readonly group: number;
  readonly kind: DocumentKind;
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

/** Documents enough for one world. Every 16th shares its number with the one before, every 16th looks like the one before. */
export function makePapers(count: number): readonly Paper[] {
  return Array.from({ length: count }, (_, at) => {
    const rest = at % 16;
    const group = rest === 5 || rest === 9 ? at - 1 : at;
    const number = at % 2 === 0 || rest === 5 ? `S-${group}` : undefined;
    // A twin differs in nothing that is looked at.
    const price = rest === 9 ? at - 1 : at;
    return paperOf(at, { group, number: rest === 8 ? undefined : number, price });
  });
}

function paperOf(
  at: number,
  { group, number, price }: { readonly group: number; readonly number: string | undefined; readonly price: number },
): Paper {
  const mark = markOf(at);
  const trn = `1${String(200_000_000 + (group % 7))}00003`;
  const kind: DocumentKind = group % 3 === 2 ? "credit-note" : "invoice";
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
        price: { base_amount: String(1_000 + price), base_quantity: "1" },
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
  return { mark, group, kind, number, trn, key, prepared, totals };
}

/** The answer of a service that made it. */
export function answerTo({ number, prepared, totals }: Paper, id: string): string {
  return JSON.stringify({
    ...prepared.document,
    id,
    document_number: number ?? `SVC-${id}`,
    ...totals,
  });
}
