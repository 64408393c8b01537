/** A scenario of profile_execution_id (BTAE-02): its position from the left, starting at 1, and its description. */
export interface Scenario {
  readonly position: number;
  readonly name: string;
  readonly means: string;
  readonly demands: string;
}

export const scenarios: readonly Scenario[] = [
  {
    position: 1,
    name: "Free trade zone",
    means: "the goods are in, or move through, a free zone",
    demands: "buyer_customer_party.id (the beneficiary)",
  },
  {
    position: 2,
    name: "Deemed supply",
    means: "something is given without payment but counts as a supply",
    demands: "nothing more; payment means may be left out",
  },
  {
    position: 3,
    name: "Profit margin scheme",
    means: "VAT is due on the supplier's margin only",
    demands: "VAT category N everywhere",
  },
  {
    position: 4,
    name: "Summary invoice",
    means: "one document for many supplies of a period",
    demands: "invoice_period with a start or an end date",
  },
  {
    position: 5,
    name: "Continuous supply",
    means: "a supply over a period, such as a lease",
    demands: "nothing more",
  },
  {
    position: 6,
    name: "Disclosed agent billing",
    means: "an agent supplies in the name of a principal",
    demands: "seller_supplier_party.id (the principal's TRN)",
  },
  {
    position: 7,
    name: "E-commerce",
    means: "sold through an electronic market place",
    demands: "delivery address with street, city and subdivision",
  },
  { position: 8, name: "Exports", means: "the goods leave the UAE", demands: "delivery.delivery_location.address" },
];

/** `position`: 1–8. A malformed string has no flag set. */
export function hasFlag(profileExecutionId: string | undefined, position: number): boolean {
  return (
    typeof profileExecutionId === "string" &&
    /^[01]{8}$/.test(profileExecutionId) &&
    profileExecutionId[position - 1] === "1"
  );
}
