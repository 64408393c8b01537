import type { Party } from "../document/index.ts";

/** How a document ends that passes the network rules. */
export type Outcome =
  | "approved"
  | "c3-rejects"
  | "c5-rejects"
  | "stays-pending"
  | "c3-error-then-approved"
  | "c5-error-then-approved";

/** A supplier whose TIN decides what becomes of the document. */
export interface TestSupplier {
  readonly tin: string;
  readonly trn: string;
  readonly outcome: Outcome;
  /** What happens, in words. */
  readonly happens: string;
}

const supplier = (tin: string, outcome: Outcome, happens: string): TestSupplier => ({
  tin,
  trn: `${tin}00003`,
  outcome,
  happens,
});

/** Source: Decision 13. */
export const testSuppliers: readonly TestSupplier[] = [
  supplier("1999999913", "c3-rejects", "the supplier's provider (C3) rejects the document"),
  supplier("1999999921", "c5-rejects", "the tax authority (C5) rejects the report"),
  supplier("1999999939", "stays-pending", "stays PENDING"),
  supplier("1999999947", "c3-error-then-approved", "transmission error at C3, later delivered"),
  supplier("1999999954", "c5-error-then-approved", "transmission error at C5, later accepted"),
];

const byTin = new Map(testSuppliers.map((each) => [each.tin, each.outcome]));

/** Recognised by TIN, else by the first ten digits of the TRN, else by the network address (Decision 30). */
export function outcomeFor(party: Party | undefined): Outcome {
  const tin =
    party?.tin?.trim() || party?.party_tax_scheme?.company_id?.trim().slice(0, 10) || party?.endpoint_id?.trim();
  return byTin.get(tin ?? "") ?? "approved";
}
