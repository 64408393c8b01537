import { codes, type Party } from "../document/index.ts";

/** C3 is the supplier's side (billing), C5 the tax authority (reporting). `none` means that there is no such leg. */
export type LegStory =
  | "accepted"
  | "rejected"
  | "silent"
  | "error-then-accepted"
  | "acknowledged-then-rejected"
  | "none";

/** Outcome of each leg for a document that passes the network rules. Source: Decision 13. */
export const outcomes = {
  approved: { c3: "accepted", c5: "accepted", happens: "approved" },
  "c3-rejects": { c3: "rejected", c5: "accepted", happens: "the supplier's provider (C3) rejects the document" },
  "c5-rejects": { c3: "accepted", c5: "rejected", happens: "the tax authority (C5) rejects the report" },
  "stays-pending": { c3: "silent", c5: "silent", happens: "stays PENDING" },
  "c3-error-then-approved": {
    c3: "error-then-accepted",
    c5: "accepted",
    happens: "transmission error at C3, later delivered",
  },
  "c5-error-then-approved": {
    c3: "accepted",
    c5: "error-then-accepted",
    happens: "transmission error at C5, later accepted",
  },
  "c3-rejects-later": {
    c3: "acknowledged-then-rejected",
    c5: "accepted",
    happens: "APPROVED first (C3: AB); ten seconds later the supplier's provider (C3) rejects it",
  },
  unreached: {
    c3: "none",
    c5: "accepted",
    happens: "is not on the network: no delivery (C3), and the tax authority (C5) alone decides: approved",
  },
  "unreached-c5-rejects": { c3: "none", c5: "rejected", happens: "no delivery (C3), and C5 rejects the report" },
  "both-reject": { c3: "rejected", c5: "rejected", happens: "C3 rejects the document, and C5 the report" },
} as const satisfies Record<string, { c3: LegStory; c5: LegStory; happens: string }>;

export type SupplierOutcome = keyof typeof outcomes;

/** A reason code from Peppol's message level status, with a description. */
export interface RejectionReason {
  readonly statusReasonCode: "SV" | "BV" | "FD";
  readonly description: string;
}

const reportRefused: RejectionReason = {
  statusReasonCode: "BV",
  description: "The buyer's registration is not active on the date of issue",
};

/** Reasons by outcome and leg. Source of the codes: Peppol MLS 1.0.1, StatusReasonCode. */
const rejectionReasons: Partial<Record<SupplierOutcome, { c3?: RejectionReason; c5?: RejectionReason }>> = {
  "c3-rejects": {
    c3: { statusReasonCode: "BV", description: "The {receiver} does not know the purchase order of this document" },
  },
  "c5-rejects": { c5: reportRefused },
  "unreached-c5-rejects": { c5: reportRefused },
  "c3-rejects-later": {
    c3: { statusReasonCode: "FD", description: "The document could not be delivered to the {receiver}'s system" },
  },
  "both-reject": {
    c3: { statusReasonCode: "SV", description: "The document does not follow the schema of the {receiver}'s provider" },
    c5: reportRefused,
  },
};

/**
 * Returns the reason for a rejection on a leg; `receiver` is the word for the receiver in its description. Source:
 * Decision 40.
 */
export function rejectionReason(
  outcome: SupplierOutcome,
  leg: "c3" | "c5",
  receiver: "supplier" | "buyer" = "supplier",
): RejectionReason | undefined {
  const reason = rejectionReasons[outcome]?.[leg];
  return reason && { ...reason, description: reason.description.replace("{receiver}", receiver) };
}

export interface TestSupplier {
  readonly tin: string;
  readonly trn: string;
  readonly outcome: SupplierOutcome;
  /** A plain-language description of the outcome. */
  readonly happens: string;
}

const supplier = (tin: string, outcome: SupplierOutcome): TestSupplier => ({
  tin,
  trn: `${tin}00003`,
  outcome,
  happens: outcomes[outcome].happens,
});

/** Source: Decisions 13 and 40. */
export const testSuppliers: readonly TestSupplier[] = [
  supplier("1999999913", "c3-rejects"),
  supplier("1999999921", "c5-rejects"),
  supplier("1999999939", "stays-pending"),
  supplier("1999999947", "c3-error-then-approved"),
  supplier("1999999954", "c5-error-then-approved"),
  supplier("1999999962", "c3-rejects-later"),
  supplier("1999999970", "both-reject"),
  supplier("1999999988", "unreached"),
];

const byTin = new Map(testSuppliers.map((each) => [each.tin, each.outcome]));

/**
 * Recognises a supplier by its TIN, or else by the first ten digits of its TRN, or else by its network address
 * (Decision 30). If the address is a placeholder, the network does not reach the supplier, so only the outcome at the
 * tax authority can differ (Decision 97, gap G-23).
 */
export function outcomeFor(party: Party | undefined): SupplierOutcome {
  const trn = party?.party_tax_scheme?.company_id?.trim();
  const address = party?.endpoint_id?.trim() ?? "";
  const tested = byTin.get(party?.tin?.trim() || trn?.slice(0, 10) || address) ?? "approved";
  if (!Object.hasOwn(codes.placeholderEndpoints, address)) return tested;
  return outcomes[tested].c5 === "rejected" ? "unreached-c5-rejects" : "unreached";
}
