import type { DocumentKind, SelfBilledDocument } from "../../document/index.ts";
import { defineOwnRule, type OwnRuleId } from "../own-rule.ts";
import { context, type DocumentFault, type Rule } from "../rule.ts";
import { type LawSupply, type SupplyPlace, supplyOf } from "./supply.ts";

/**
 * A fact of UAE tax law that a document may touch. It is a warning, never a refusal: only the network refuses, and the
 * program sees a document, not the supply behind it.
 */
export interface LawFact {
  readonly id: OwnRuleId;
  /** First and last day of supply on which the fact holds, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to?: string;
  /** Decree, decision and article. */
  readonly law: string;
  /** When the public sources were last looked at, and how many agreed. */
  readonly seen: { readonly on: string; readonly sources: number };
  readonly says: string;
  /** What to do. It never asks for a statement that may be false. */
  readonly hint: string;
  /** Credit notes keep the treatment of their invoice, so a fact is about invoices unless it says otherwise. */
  readonly alsoCreditNotes?: true;
  /** Where the document touches the fact; the first place is shown. */
  readonly touches: (supply: LawSupply) => SupplyPlace | undefined;
}

const everyDocument = context("document", "/Invoice", "/CreditNote");
const adviser = "Ask your tax adviser.";

/** Makes the rule of a fact: one document, one fact, at most one finding. */
export function lawRule(fact: LawFact): Rule {
  const { id, from, to, law, says, hint } = fact;
  const days = to === undefined ? `since ${from}` : `from ${from} to ${to}`;
  return defineOwnRule({
    id,
    says: `${says.replace(/\.$/, "")} (${law}).`,
    hint: `${hint} ${adviser}`,
    source: `${law}, for supplies ${days}; collected from ${fact.seen.sources} public sources, last on ${fact.seen.on}`,
    law: { from, ...(to === undefined ? {} : { to }), law, seen: fact.seen },
    of: everyDocument,
    // Asked of the document: the UBL does not say which line a word or a code came from in the user's file.
    holds: () => true,
    ofDocument: (document, kind) => faultsOf(fact, document, kind),
  });
}

function faultsOf(fact: LawFact, document: SelfBilledDocument, kind: DocumentKind): readonly DocumentFault[] {
  if (kind === "credit-note" && fact.alsoCreditNotes !== true) return [];
  const supply = supplyOf(document, kind);
  const { from, to = "9999-12-31" } = fact;
  if (supply.day === undefined || supply.day < from || supply.day > to) return [];
  const place = fact.touches(supply);
  return place === undefined ? [] : [place];
}
