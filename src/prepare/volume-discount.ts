import { type Problem, problem } from "../problem/index.ts";
import type { Prepared } from "./prepared.ts";

/** The service demands the reference for every reason; the network's own rules do not for a volume discount. */
export function volumeDiscount({ document, kind, spot }: Prepared): Problem[] {
  if (kind !== "credit-note" || document?.discrepancy_response !== "VD") return [];
  return [
    problem(
      "reference-not-needed",
      "By the network's rules a volume discount (VD) belongs to no single invoice, but the service requires the reference.",
      "Keep billing_reference: name an invoice that the discount is for.",
      { severity: "warning", where: spot?.("billing_reference", "name") },
    ),
  ];
}
