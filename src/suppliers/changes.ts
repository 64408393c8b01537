import { plainName } from "../document/index.ts";
import type { Problem, Spot } from "../problem/index.ts";
import { changedPaid, paidProblems } from "./changed-paid.ts";
import { acceptFlag, callFirst, fraudWarning, howMuch } from "./fraud-warning.ts";
import { identityOf, type SupplierIdentity } from "./identity.ts";
import type { Supplier } from "./supplier.ts";

export interface Earlier {
  readonly identity: SupplierIdentity;
  /** What messages call the source of the earlier data: the document's number or day, or "your supplier book". */
  readonly called: string;
}

/**
 * Reports changes typical of payment fraud: a different legal name, TRN or TIN, or a new account. The problems are
 * warnings with the code `supplier-changed`.
 */
export function changedEntry(before: Supplier, after: Supplier, where: Spot): Problem[] {
  const [old, now] = [identityOf(before), identityOf(after)];
  const called = "your supplier book";
  const changes = [
    ...changedNumber(now, { identity: old, called }, () => where),
    ...changedName(old.name, now.name, where),
    ...paidProblems(now.name, changedPaid(now, { paid: old.paid, called }), () => where),
  ];
  const name = JSON.stringify(before.supplier);
  return changes.map((each) => ({ ...each, hint: `${callFirst} Then answer yes, or add ${acceptFlag} ${name}.` }));
}

/** Reports a changed name, which may mean a different company. Ignores case, punctuation and spaces. */
function changedName(before: string, now: string, where: Spot): Problem[] {
  if (before === "" || plainName(before) === plainName(now)) return [];
  const message = `THE LEGAL NAME OF ${before} HAS CHANGED: it is ${now || "missing"} here, and was ${before} in your supplier book.`;
  return [fraudWarning(message, where)];
}

/** Reports a TRN or TIN that differs from the earlier one: this is a common payment-fraud pattern. */
export function changedNumber(
  now: SupplierIdentity,
  { identity: before, called }: Earlier,
  // A function, because this may require reading the document again.
  where: () => Spot,
): Problem[] {
  const pairs: Array<[what: string, now: string, before: string]> = [
    ["TRN", now.trn, before.trn],
    ["TIN", now.tin, before.tin],
  ];
  const changed = pairs.filter(([, a, b]) => a !== b && b !== ""); // a number that was not given before is not a change
  return changed.slice(0, 1).map(([what, a, b]) => {
    const message = `THE ${what} OF ${now.name} HAS CHANGED: it is ${a || "missing"} here, and was ${b} in ${called}.${howMuch(a, b)}`;
    return fraudWarning(message, where());
  });
}
