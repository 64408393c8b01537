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

/** A sales credit note that every sandbox has: the business profile sold something and gives credit for it. */
export interface SalesCreditNote extends Fate {
  /** Fixed; also the UUID in the UBL. */
  readonly id: string;
  readonly number: string;
  /** What becomes of it, in words. */
  readonly happens: string;
  /** PINT AE billing UBL, type 381; participantsOf and toTaxData take it as it is. */
  readonly tree: UblElement;
}

/**
 * All seeded sales credit notes, one per outcome (Decisions 12 and 20). Their content, dates included, is always the same but for the
 * seller; `submittedAt` (Unix milliseconds) only says since when they are on their way, so it may be any instant.
 */
export function salesCreditNotes(seller: BusinessProfile, submittedAt: number): SalesCreditNote[] {
  return salesSeeds.map((seed) => grow(seed, seller, submittedAt));
}

/** The seeded sales credit note of this id, case ignored; undefined when there is none. Arguments as for salesCreditNotes. */
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
  // What the buyer's TIN decides is what a supplier's decides in self-billing: the receiver's side of the document.
  return { id, number, happens, tree, submittedAt, failures: billingFailures(tree), outcome: outcomeFor(buyer) };
}

function sold({ number, content }: SalesSeed, seller: BusinessProfile): SelfBilledDocument {
  const supplier: Party = customerPartyOf(seller);
  return { ...content, document_number: number, accounting_supplier_party: supplier };
}

/** Billing is judged by the rules of self-billing but for the list of type codes. */
function billingFailures(tree: UblElement): Fate["failures"] {
  return networkFailures(tree, newestEdition.id).filter(({ reasonCode }) => reasonCode !== "IBR-CL-01");
}
