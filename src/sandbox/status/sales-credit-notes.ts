import {
  type BusinessProfile,
  customerPartyOf,
  newestEdition,
  type Party,
  type SelfBilledDocument,
} from "../../document/index.ts";
import { toUbl, type UblElement } from "../../ubl/index.ts";
import { networkFailures } from "../documents/network-check.ts";
import type { Fate } from "../state.ts";
import { outcomeFor } from "../test-suppliers.ts";
import { type SalesSeed, salesSeeds } from "./sales-seeds.ts";

/** A credit note that exists in every sandbox, issued by the business profile as the seller. */
export interface SalesCreditNote extends Fate {
  /** Always the same; also used as the UUID in the UBL. */
  readonly id: string;
  readonly number: string;
  /** A plain-language description of the outcome. */
  readonly happens: string;
  /** PINT AE billing UBL, type 381; participantsOf and toTaxData accept it unchanged. */
  readonly tree: UblElement;
}

/**
 * Returns the credit notes, each with a different outcome (Decisions 12 and 20). Except for the seller, their
 * content, including the dates, is always the same; `submittedAt` (Unix milliseconds) only says when they were sent,
 * so it may be any instant.
 */
export function salesCreditNotes(seller: BusinessProfile, submittedAt: number): SalesCreditNote[] {
  return salesSeeds.map((seed) => grow(seed, seller, submittedAt));
}

/**
 * Finds a credit note by its id, ignoring case; returns undefined if there is none. The other arguments are the same as
 * for salesCreditNotes.
 */
export function findSalesCreditNote(
  id: string,
  seller: BusinessProfile,
  submittedAt: number,
): SalesCreditNote | undefined {
  const seed = salesSeeds.find((each) => each.id === id.toLowerCase());
  return seed && grow(seed, seller, submittedAt);
}

function grow(seed: SalesSeed, seller: BusinessProfile, submittedAt: number): SalesCreditNote {
  const { id, number, happens, buyer } = seed;
  const tree = toUbl(sold(seed, seller), { kind: "credit-note", process: "billing", uuid: id, customer: buyer });
  // The buyer's TIN determines the outcome, as the supplier's does in self-billing, because the buyer is the receiver
  // here.
  return { id, number, happens, tree, submittedAt, failures: billingFailures(tree), outcome: outcomeFor(buyer) };
}

function sold({ number, content }: SalesSeed, seller: BusinessProfile): SelfBilledDocument {
  const supplier: Party = customerPartyOf(seller);
  return { ...content, document_number: number, accounting_supplier_party: supplier };
}

/** Checks a billing document against the self-billing rules, except for the list of type codes. */
function billingFailures(tree: UblElement): Fate["failures"] {
  return networkFailures(tree, newestEdition.id).filter(({ reasonCode }) => reasonCode !== "IBR-CL-01");
}
