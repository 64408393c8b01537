import type { Desk } from "../desk/index.ts";
import { gulfDay, isDay } from "../document/index.ts";
import type { SourceDocument } from "../read/index.ts";
import { agreementProblems, emptyBook, type Filled, fillSupplier, namesSupplier } from "../suppliers/index.ts";

/** Looks up the supplier that a document names, with remarks on its agreement. */
export async function withSupplier(source: SourceDocument, desk: Desk): Promise<Filled> {
  if (!namesSupplier(source)) return { source, problems: [] };
  const book = await desk.suppliers();
  if (!book.ok) return { ...fillSupplier(source, emptyBook()), problems: book.problems };
  const filled = fillSupplier(source, book.value);
  if (filled.supplier === undefined) return filled;
  const today = gulfDay(desk.now());
  const { issue_date: issued } = source.document;
  const day = issued !== undefined && isDay(issued) ? issued : today;
  const said = agreementProblems(filled.supplier, day, today, source.spot("supplier"));
  return { ...filled, problems: [...filled.problems, ...said] };
}
