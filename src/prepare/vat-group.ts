import { isRightInVatGroup } from "../check/index.ts";
import type { Desk } from "../desk/index.ts";
import { type Problem, suggest } from "../problem/index.ts";
import { groupMember, type Supplier } from "../suppliers/index.ts";
import type { Prepared } from "./prepared.ts";

/**
 * Removes warnings about a TIN and TRN that do not match if the supplier book says that the supplier is a member of a
 * VAT group. A document has no field for this.
 */
export async function withoutGroupWarnings(
  judged: Prepared,
  named: Supplier | undefined,
  desk: Desk,
): Promise<Prepared> {
  const isOfGroup = ({ code, where }: Problem): boolean => isRightInVatGroup(code, where?.path);
  if (!judged.problems.some(isOfGroup)) return judged;
  // A damaged book is ignored here: it is reported if a document names a supplier.
  const book = await desk.suppliers();
  const member = book.ok ? groupMember(book.value, judged.document?.accounting_supplier_party) : undefined;
  if (member !== undefined) return { ...judged, problems: judged.problems.filter((each) => !isOfGroup(each)) };
  if (named === undefined) return judged;
  const declare = `If it is a member of a VAT group: ${suggest`suppliers edit ${named.supplier} --set vat_group=yes`}`;
  const problems = judged.problems.map((each) =>
    isOfGroup(each) ? { ...each, hint: `${each.hint} ${declare}` } : each,
  );
  return { ...judged, problems };
}
