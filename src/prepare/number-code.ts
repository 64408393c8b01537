import type { Desk } from "../desk/index.ts";
import { isPerSupplier, seriesFor } from "../document/index.ts";
import { type Problem, problem, suggest } from "../problem/index.ts";
import type { SourceDocument } from "../read/index.ts";
import { type Filled, identityOf, isSameSupplier, type Supplier } from "../suppliers/index.ts";
import type { Prepared, PrepareOptions } from "./prepared.ts";

/**
 * Adds the supplier's code if the document would get its number from a series with `{supplier}`. Warning:
 * `no-number-code` if the supplier book has no code, several, or the same one for another supplier. It stops the
 * document only where it really needs a number: when it is claimed.
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
  const named = supplier ? [supplier] : describedIn(source, suppliers);
  const own = suppliers.filter((each) =>
    named.some((one) => one.supplier === each.supplier || isSameSupplier(one, each)),
  );
  const codes = [...new Set(own.flatMap((each) => codeOf(each) ?? []))];
  const [code] = codes;
  const others = suppliers.filter((each) => code !== undefined && codeOf(each) === code && !own.includes(each));
  if (code !== undefined && codes.length === 1 && others.length === 0) return { ...judged, numberCode: code };
  const found = lacking(pattern, { own, others, codes }, suppliers, source);
  return { ...judged, problems: [...judged.problems, found] };
}

/** In capitals, however it stands in the book. */
const codeOf = ({ number_code: code }: Supplier): string | undefined => code?.toUpperCase();

/**
 * Finds the entries of the supplier that a document describes: by its TRN, or its TIN where no entry has that TRN. Members
 * of a VAT group have one TRN, so of several entries those with the TIN.
 */
function describedIn({ document }: SourceDocument, suppliers: readonly Supplier[]): readonly Supplier[] {
  const { trn, tin } = identityOf(document);
  const byTrn = suppliers.filter((each) => trn !== "" && identityOf(each).trn === trn);
  const byTin = (byTrn.length > 0 ? byTrn : suppliers).filter((each) => tin !== "" && identityOf(each).tin === tin);
  return byTin.length > 0 ? byTin : byTrn;
}

interface Found {
  readonly own: readonly Supplier[];
  readonly others: readonly Supplier[];
  readonly codes: readonly string[];
}

function lacking(
  pattern: string,
  { own, others, codes }: Found,
  all: readonly Supplier[],
  source: SourceDocument,
): Problem {
  const [entry] = own;
  const [other] = others;
  const [code] = codes;
  const names = own.map(({ supplier }) => supplier).join(" and ");
  const name = names || identityOf(source.document).name || "this supplier";
  const why =
    codes.length > 1
      ? `the codes ${codes.join(" and ")} for one supplier, ${name}`
      : code === undefined || other === undefined
        ? `no code for ${name}`
        : `the code ${code} for ${name} and for ${other.supplier}`;
  const message = `The number series ${pattern} needs the supplier's code, and the supplier book has ${why}.`;
  const second = codes.length > 1 ? own.find((each) => codeOf(each) !== code) : entry;
  const wanted = entry && (codes.length > 1 ? code : proposed(entry, all));
  const hint = second
    ? `Give ${codes.length > 1 ? "all its entries one code" : "it a code that no other supplier has"}: ${suggest`suppliers edit ${second.supplier} --set number_code=${wanted ?? ""}`}`
    : `Add the supplier to the book with number_code, a code of its own: ${suggest`suppliers add`}; or write document_number.`;
  return problem("no-number-code", message, hint, {
    where: source.spot("accounting_supplier_party"),
    severity: "warning",
  });
}

/** Proposes the initials of the supplier's name, with a figure if another supplier has them. */
function proposed(entry: Supplier, all: readonly Supplier[]): string {
  const words = (identityOf(entry).name || entry.supplier).toUpperCase().match(/[A-Z0-9]+/g) ?? ["S"];
  const initials = words.map((word) => word.slice(0, 1)).join("");
  const taken = new Set(all.flatMap((each) => codeOf(each) ?? []));
  for (let figure = 1; ; figure++) {
    const code = `${initials.slice(0, 10)}${figure === 1 ? "" : figure}`;
    if (!taken.has(code)) return code;
  }
}
