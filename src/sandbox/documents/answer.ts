import {
  type BusinessProfile,
  type CalculatedEntry,
  type CalculatedLine,
  type Calculation,
  calculate,
  customerPartyOf,
  type Decimal,
  documentShapes,
  formatAmount,
} from "../../document/index.ts";
import { JsonNumber } from "../../json/index.ts";
import type { PeppolStatus } from "../state.ts";
import { echo } from "./echo.ts";
import type { StoredDocument } from "./stored-document.ts";

type Shown = Record<string, unknown>;

const number = (value: Decimal): JsonNumber => new JsonNumber(formatAmount(value));
const listsInAnswers = ["charges", "allowances", "billing_reference", "payment_means"] as const;

/** Data that an answer needs in addition to the document. */
export interface AnswerContext {
  readonly orgId: string;
  readonly profile: BusinessProfile;
  readonly phase2: boolean;
  readonly status: PeppolStatus;
}

/**
 * Returns the document as shown in the answers to create, retrieve, list and resubmit. Source: contract §7, §15.3;
 * Decision 4.
 */
export function documentAnswer(stored: StoredDocument, context: AnswerContext): Shown {
  const calculation = calculate(stored.document);
  const totals = Object.fromEntries(Object.entries(calculation.totals).map(([name, value]) => [name, number(value)]));
  const { document_lines: _, attachments: __, ...sent } = echoRoot(stored, calculation);
  return {
    id: stored.id,
    org_id: context.orgId,
    document_sequence: stored.sequence,
    document_status: "ACTIVE",
    is_phase2_document: context.phase2,
    ...sent,
    accounting_customer_party: customerParty(stored, context.profile),
    attachments: stored.attachments,
    document_lines: calculation.lines.map((line) => answerLine(stored, line)),
    tax_breakdown: taxBreakdown(calculation),
    ...(stored.kind === "invoice" ? { effective_tax_point_date: null, supply_date: null } : {}),
    custom_data: null,
    ...totals,
    totals,
    meta_info: { peppol_status: context.status },
  };
}

function echoRoot(stored: StoredDocument, calculation: Calculation): Shown {
  const shown = echo(stored.document, documentShapes[stored.kind]) as Shown;
  for (const name of listsInAnswers) shown[name] ??= [];
  shown.document_number = stored.document.document_number;
  shown.document_source ??= "API";
  shown.prepaid_amount ??= new JsonNumber("0");
  shown.payable_rounding_amount ??= new JsonNumber("0");
  for (const list of ["charges", "allowances"] as const) {
    shown[list] = chargesOrAllowances(shown[list] as Shown[], calculation[list]);
  }
  return shown;
}

function customerParty(stored: StoredDocument, profile: BusinessProfile): Shown {
  const field = documentShapes.invoice.members.accounting_supplier_party;
  return { ...(echo(customerPartyOf(profile), field) as Shown), profile_id: stored.profileId };
}

function answerLine(stored: StoredDocument, calculated: CalculatedLine): Shown {
  const field = documentShapes[stored.kind].members.document_lines.item;
  const shown = echo(calculated.line, field) as Shown;
  for (const list of ["charges", "allowances"] as const) {
    const entries = shown[list] as Shown[] | null;
    shown[list] = entries && chargesOrAllowances(entries, calculated[list]);
  }
  return {
    ...shown,
    price: price(calculated),
    classified_tax_category: taxCategory(shown.classified_tax_category as Shown | null),
    base_amount: number(calculated.baseAmount),
    net_amount: number(calculated.netAmount),
    tax_amount: number(calculated.taxAmount),
    tax_amount_in_aed: number(calculated.taxAmountInAed),
    total_amount: number(calculated.totalAmount),
    total_amount_in_aed: number(calculated.totalAmountInAed),
  };
}

/**
 * Answers name the price fields differently; the price that was sent is returned as the base of the allowance.
 * Source: contract §4.5.
 */
function price({ line, priceAmount, baseQuantity }: CalculatedLine): Shown {
  const sent = (text: string | undefined, otherwise: string): JsonNumber => new JsonNumber(text?.trim() || otherwise);
  const gross = line.price?.base_amount ?? "0";
  return {
    price_amount: number(priceAmount),
    base_quantity: line.price?.base_quantity ? sent(line.price.base_quantity, "1") : number(baseQuantity),
    allowance: {
      reason_code: null,
      reason: null,
      amount: sent(line.price?.allowance?.amount, "0"),
      multiplier_factor_numeric: null,
      base_amount: sent(line.price?.allowance?.base_amount, gross),
      tax_category: null,
    },
  };
}

/** Adds amounts that were not sent, as calculated from a percentage and a base. */
function chargesOrAllowances(entries: readonly Shown[], calculated: readonly CalculatedEntry[]): Shown[] {
  return entries.map((entry, at) => ({
    ...entry,
    amount: entry.amount ?? (calculated[at] ? number(calculated[at].amount) : null),
    tax_category: taxCategory(entry.tax_category as Shown | null),
  }));
}

/** Removes the rate of categories E and O: a rate of 0 is accepted but not returned. Source: contract §4.7. */
function taxCategory(category: Shown | null): Shown | null {
  return category && (category.id === "E" || category.id === "O") ? { ...category, percent: null } : category;
}

function taxBreakdown({ breakdown }: Calculation): Shown[] {
  return breakdown.map((group) => ({
    tax_category_code: group.category,
    tax_percentage: group.percent === undefined ? null : number(group.percent),
    taxable_amount: number(group.taxableAmount),
    tax_amount: number(group.taxAmount),
  }));
}
