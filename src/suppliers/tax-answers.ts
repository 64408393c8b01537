import { ok, type Result } from "../problem/index.ts";
import type { Folders } from "../settings/index.ts";
import { changeBook, findSupplier } from "./book.ts";
import type { TaxAnswer } from "./book-records.ts";
import { identityOf } from "./identity.ts";
import type { Supplier } from "./supplier.ts";

/** Returns what was answered about goods of this kind; undefined if nothing was, or if the TRN is another since. */
export function answerTo(supplier: Supplier, subject: string): TaxAnswer | undefined {
  const answer = supplier.tax_answers?.[subject];
  return answer?.trn === identityOf(supplier).trn ? answer : undefined;
}

/** Records an answer in the book, for the supplier's TRN of now. Returns the entry. */
export function keepTaxAnswer(
  folders: Folders,
  name: string,
  subject: string,
  said: Omit<TaxAnswer, "trn">,
): Result<Supplier> {
  const saved = changeBook(folders, (now) => {
    const meant = findSupplier(now, name);
    if (!meant.ok) return meant;
    const { value } = meant;
    const record = { ...said, trn: identityOf(value).trn };
    const answered = { ...value, tax_answers: { ...value.tax_answers, [subject]: record } };
    return ok(now.suppliers.map((each) => (each === value ? answered : each)));
  });
  return saved.ok ? findSupplier(saved.value, name) : saved;
}
