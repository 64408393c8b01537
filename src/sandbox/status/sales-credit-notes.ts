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

/** Exists in every sandbox; the business profile is the seller and issues it. */
export interface SalesCreditNote extends Fate {
  /** Fixed; also the UUID in the UBL. */
  readonly id: string;
  readonly number: string;
  /** The outcome, in words. */
  readonly happens: string;
  /** PINT AE billing UBL, type 381; participantsOf and toTaxData accept it unchanged. */
  readonly tree: UblElement;
}

/**
 * One for each outcome (Decisions 12 and 20). Their content, including dates, is always the same except for the seller;
 * `submittedAt` (Unix milliseconds) only says when they were sent, so it may be any instant.
 */
export function salesCreditNotes(seller: BusinessProfile, submittedAt: number): SalesCreditNote[] {
  return salesSeeds.map((seed) => grow(seed, seller, submittedAt));
}

/** Ignores case; undefined if there is none. Arguments as for salesCreditNotes. */
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
  // The buyer's TIN decides the outcome, as the supplier's does in self-billing: it is the receiver's side.
  return { id, number, happens, tree, submittedAt, failures: billingFailures(tree), outcome: outcomeFor(buyer) };
}

function sold({ number, content }: SalesSeed, seller: BusinessProfile): SelfBilledDocument {
  const supplier: Party = customerPartyOf(seller);
  return { ...content, document_number: number, accounting_supplier_party: supplier };
}

/** A billing document is judged by the self-billing rules, except for the list of type codes. */
function billingFailures(tree: UblElement): Fate["failures"] {
  return networkFailures(tree, newestEdition.id).filter(({ reasonCode }) => reasonCode !== "IBR-CL-01");
}
