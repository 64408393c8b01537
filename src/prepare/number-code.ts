import type { Desk } from "../desk/index.ts";
import { isPerSupplier, seriesFor } from "../document/index.ts";
import { problem, suggest } from "../problem/index.ts";
import type { SourceDocument } from "../read/index.ts";
import { type Filled, identityOf, type Supplier } from "../suppliers/index.ts";
import type { Prepared, PrepareOptions } from "./prepared.ts";
import { describedIn } from "./supplier.ts";

/**
 * Adds the supplier's code if the document gets its number from a series with `{supplier}`. Problem: `no-number-code`
 * if the supplier book has no code, several, or the same one for another supplier.
 */
export async function withNumberCode(
  judged: Prepared,
  { source, supplier }: Filled,
  { profile }: PrepareOptions,
  desk: Desk,
): Promise<Prepared> {
  const pattern = seriesFor(profile, judged.kind);
  const hasOwn = (judged.document?.document_number ?? "").trim() !== "";
  if (pattern === undefined || !isPerSupplier(pattern) || hasOwn || judged.document === undefined) return judged;
  const book = await desk.suppliers();
  if (!book.ok) return { ...judged, problems: [...judged.problems, ...book.problems] };
  const { suppliers } = book.value;
  const own = supplier ? [supplier] : describedIn(source, suppliers);
  const [code, ...more] = new Set(own.flatMap(({ number_code: code }) => code ?? []));
  const others = suppliers.filter(({ number_code: each }) => each === code).filter((each) => !isOne(each, own));
  if (code !== undefined && more.length === 0 && others.length === 0) return { ...judged, numberCode: code };
  const found = lacking(pattern, { own, others, code }, suppliers, source);
  return { ...judged, problems: [...judged.problems, found] };
}

/** Whether an entry is about one of these suppliers, which may have several. */
function isOne(entry: Supplier, own: readonly Supplier[]): boolean {
  const { trn, tin } = identityOf(entry);
  return own.some((each) => {
    const one = identityOf(each);
    return (
      each.supplier === entry.supplier ||
      (trn !== "" && one.trn === trn) ||
      (trn === "" && tin !== "" && one.tin === tin)
    );
  });
}

interface Found {
  readonly own: readonly Supplier[];
  readonly others: readonly Supplier[];
  readonly code: string | undefined;
}

function lacking(pattern: string, { own, others, code }: Found, all: readonly Supplier[], source: SourceDocument) {
  const [entry] = own;
  const [other] = others;
  const name = entry?.supplier ?? (identityOf(source.document).name || "this supplier");
  const why =
    code === undefined
      ? `no code for ${name}`
      : other === undefined
        ? `several codes for ${name}`
        : `the code ${code} for ${name} and for ${other.supplier}`;
  const message = `The number series ${pattern} needs the supplier's code, and the supplier book has ${why}.`;
  const hint = entry
    ? `Give it a code that no other supplier has: ${suggest`suppliers edit ${entry.supplier} --set number_code=${proposed(entry, all)}`}`
    : `Add the supplier to the book with number_code, a code of its own: ${suggest`suppliers add`}; or write document_number.`;
  return problem("no-number-code", message, hint, { where: source.spot("accounting_supplier_party") });
}

/** Proposes the initials of the supplier's name, with a figure if another supplier has them. */
function proposed(entry: Supplier, all: readonly Supplier[]): string {
  const words = (identityOf(entry).name || entry.supplier).toUpperCase().match(/[A-Z0-9]+/g) ?? ["S"];
  const initials = words
    .map((word) => word.slice(0, 1))
    .join("")
    .slice(0, 10);
  const taken = new Set(all.flatMap(({ number_code: code }) => code ?? []));
  for (let figure = 1; ; figure++) {
    const code = figure === 1 ? initials : `${initials}${figure}`;
    if (!taken.has(code)) return code;
  }
}
