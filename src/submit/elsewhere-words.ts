import { businessProfileIn, type Intent, type StandsElsewhere, serviceOf } from "../journal/index.ts";
import { type Problem, problem, suggest } from "../problem/index.ts";

/** Returns the display name of a business profile's company. */
export type Naming = (businessProfile: string) => string;

/** Returns the problem for a document that another account in the journal has, or may have. */
export function elsewhereProblem(
  { account, sameBuyer, found }: StandsElsewhere,
  { documentNumber }: Pick<Intent, "documentNumber">,
  naming: Naming,
): Problem {
  const what = foundWords(found, documentNumber);
  const isOpen = found.is === "in-doubt" || found.is === "number-open";
  if (!sameBuyer) {
    const message = `Nothing was sent: ${what} for another company, ${naming(businessProfileIn(account))}.`;
    return problem(
      "other-company",
      message,
      "Compare the two: the wrong profile may be in use. If both are meant, add --allow-similar.",
    );
  }
  const message = `Nothing was sent: ${what} under the former address ${addressInWords(account)}.`;
  const service =
    "If the present address leads to the same service, add --same-service; if to another one, such as its test system: --other-service.";
  if (!isOpen) return problem("former-address", message, service);
  return problem(
    "former-address-open",
    message,
    `Resolve that one first: ${suggest`resolve ${found.attempt}`}. ${service}`,
  );
}

function foundWords(found: StandsElsewhere["found"], number: string | undefined): string {
  switch (found.is) {
    case "created":
    case "content-used":
      return `this document exists as ${found.id}`;
    case "in-doubt":
      return "this document may exist (in doubt)";
    case "number-used":
      return `the number ${number} of this supplier belongs to ${found.id}`;
    case "number-open":
      return `the number ${number} of this supplier belongs to a document in doubt`;
    case "similar":
      return `a document of the same supplier and amounts exists, ${found.documentNumber ?? found.id ?? "in doubt"},`;
  }
}

export function addressInWords(account: string): string {
  const service = serviceOf(account);
  return service === "tunnel" ? "on this computer (a tunnel)" : service;
}
