import { plainName } from "../document/index.ts";
import { type Problem, problem, type Spot } from "../problem/index.ts";
import { identityOf, type SupplierIdentity } from "./identity.ts";
import type { Supplier } from "./supplier.ts";

export interface Earlier {
  readonly identity: SupplierIdentity;
  /** What messages call the source of the earlier data: the document's number or day, or "your supplier book". */
  readonly called: string;
}

/**
 * Functions that return where the TRN or an account is in the file, because this may require reading the document
 * again.
 */
export interface ChangePlaces {
  trn(): Spot;
  account(number: string): Spot;
}

const ask =
  "Call the supplier on a telephone number that you knew before, never on a number from the message that announced the change.";
/** With this option, a script confirms that the change was verified. */
const flag = "--accept-changed-supplier";
const hint = `${ask} Then answer yes, or add ${flag}.`;

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
    ...changedAccounts(now, old.accounts, called, () => where),
  ];
  const name = JSON.stringify(before.supplier);
  return changes.map((each) => ({ ...each, hint: `${ask} Then answer yes, or add ${flag} ${name}.` }));
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
  where: ChangePlaces["trn"],
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

/** Reports an account that is not among the earlier ones, which come from the last document or the supplier book. */
export function changedAccounts(
  now: SupplierIdentity,
  before: readonly string[],
  called: string,
  where: ChangePlaces["account"],
): Problem[] {
  if (before.length === 0) return [];
  return now.accounts
    .filter((account) => !before.includes(account))
    .map((account) => {
      const near = before.find((each) => each.length === account.length) ?? "";
      const message = `THE ACCOUNT OF ${now.name} HAS CHANGED: it is ${account} here, and was ${before.join(" or ")} in ${called}.${howMuch(account, near)}`;
      return fraudWarning(message, where(account));
    });
}

function fraudWarning(message: string, where: Spot): Problem {
  return problem("supplier-changed", message, hint, { where, severity: "warning" });
}

/** Says how much changed, because a single changed digit is easily overlooked. */
function howMuch(a: string, b: string): string {
  if (a.length !== b.length || a === "") return "";
  const places = [...a].flatMap((sign, at) => (sign === b[at] ? [] : [ordinal(at + 1)]));
  if (places.length > 3) return "";
  return places.length === 1
    ? ` Only the ${places[0]} character differs.`
    : ` Only the ${places.join(" and the ")} characters differ.`;
}

function ordinal(place: number): string {
  const ending = place % 100 >= 11 && place % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}
