import { ibanOf } from "../document/index.ts";
import { type Problem, problem, type Spot } from "../problem/index.ts";
import { paidIn } from "./paid.ts";
import type { Supplier } from "./supplier.ts";

/** Maximum number of names listed for one account. */
const mostNames = 8;

/**
 * Warns about each account that several suppliers in the book share. With `among`, considers only the accounts of those
 * suppliers; `where` returns the location of a supplier.
 */
export function sharedAccounts(
  book: readonly Supplier[],
  among: readonly Supplier[] = book,
  where: (supplier: Supplier) => Spot = () => ({}),
): Problem[] {
  const owners = new Map<string, Supplier[]>();
  for (const each of book)
    for (const account of accountKeys(each)) owners.set(account, [...(owners.get(account) ?? []), each]);
  return [...owners].flatMap(([account, all]) => {
    const first = among.find((each) => accountKeys(each).includes(account));
    if (first === undefined || all.length === 1) return [];
    const names = all.slice(0, mostNames).map(({ supplier }) => supplier);
    const more = all.length > names.length ? ` and ${all.length - names.length} more` : "";
    const message = `The account ${account} is that of several suppliers: ${names.join(", ")}${more}.`;
    return [problem("account-shared", message, sharedHint, { where: where(first), severity: "warning" })];
  });
}

export const sharedHint =
  "A swapped account is a common payment fraud. Call each of them on a telephone number that you knew before, and ask for the account.";

/** An IBAN, or a number together with its bank. */
function accountKeys(supplier: Supplier): string[] {
  const keys = paidIn(supplier).accounts.map(({ number, bank }) =>
    bank === "" || ibanOf(number) !== undefined ? number : `${number} (${bank})`,
  );
  return [...new Set(keys)];
}
