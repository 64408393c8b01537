import type { Desk } from "../../desk/index.ts";
import type { SelfBilledDocument } from "../../document/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { identityOf } from "../../suppliers/index.ts";

/**
 * Returns a function that finds a document's supplier by TIN and describes the agreement; its result is undefined if
 * the book has no such supplier or no agreement. Problem: `suppliers-broken`.
 */
export async function agreementFinder(
  desk: Desk,
): Promise<Result<(document: SelfBilledDocument) => string | undefined>> {
  const book = await desk.suppliers();
  if (!book.ok) return book;
  const known = book.value.suppliers.map((each) => ({ tin: identityOf(each).tin, each }));
  return ok((document) => {
    const { tin } = identityOf(document);
    const entry = tin === "" ? undefined : known.find((each) => each.tin === tin)?.each;
    const parts = [entry?.agreement_number, entry?.agreement_date].filter((each) => each !== undefined);
    return parts.length === 0 ? undefined : parts.join(", ");
  });
}
