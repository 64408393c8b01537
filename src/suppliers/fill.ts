import { documentKinds, hasFlag, isRecord, namedField, type SelfBilledDocument, valueAt } from "../document/index.ts";
import { type Problem, problem, suggest } from "../problem/index.ts";
import type { SourceDocument } from "../read/index.ts";
import { findSupplier, type SupplierBook } from "./book.ts";
import { fieldOf } from "./set-field.ts";
import type { Supplier } from "./supplier.ts";

export interface Filled {
  /**
   * The document without its `supplier` field, which is never sent. Problems in values from the book are reported at
   * `supplier`.
   */
  readonly source: SourceDocument;
  readonly supplier?: Supplier;
  readonly problems: readonly Problem[];
}

export function namesSupplier({ document }: SourceDocument): boolean {
  return (document as Record<string, unknown>).supplier !== undefined;
}

/**
 * Fills in the party and, on an invoice without an account, the supplier's account. Values in the document must agree
 * with the book: only the user can decide which is correct.
 */
export function fillSupplier(source: SourceDocument, book: SupplierBook): Filled {
  const { supplier: named, ...document } = source.document as SelfBilledDocument & Record<string, unknown>;
  const bare = { ...source, document: document as SelfBilledDocument };
  if (named === undefined) return { source: bare, problems: [] };
  const where = source.spot("supplier");
  if (typeof named !== "string") {
    const hint = `Write supplier: and the name that ${suggest`suppliers list`} shows.`;
    return { source: bare, problems: [problem("wrong-value", "supplier must be a single name.", hint, { where })] };
  }
  const found = findSupplier(book, named, where);
  if (!found.ok) return { source: bare, problems: found.problems };
  const supplier = found.value;
  const problems = differences(document.accounting_supplier_party, supplier, source);
  const filled = { ...document, ...filledFields(document as SelfBilledDocument, supplier, source) };
  const spot: SourceDocument["spot"] = (path, of) =>
    isFilled(path) && valueAt(document, path) === undefined ? { ...where, path } : source.spot(path, of);
  return { source: { ...source, document: filled as SelfBilledDocument, spot }, supplier, problems };
}

function filledFields(document: SelfBilledDocument, supplier: Supplier, { kind }: SourceDocument): SelfBilledDocument {
  const { accounting_supplier_party: party, payment_means: means } = supplier;
  // Credit notes and deemed supplies are not paid for.
  const isPaid = kind === "invoice" && !hasFlag(document.profile_execution_id, 2);
  return {
    accounting_supplier_party: structuredClone(party) ?? {},
    ...(isPaid && means !== undefined ? { payment_means: withAccount(document.payment_means, means) } : {}),
  };
}

type Means = SelfBilledDocument["payment_means"];

/** Adds the account from the book if the document has none. */
function withAccount(own: Means, known: NonNullable<Supplier["payment_means"]>): Means {
  if (own === undefined || (Array.isArray(own) && own.length === 0)) return structuredClone([...known]);
  if (!Array.isArray(own)) return own;
  return own.map((means) => {
    if (!isRecord(means) || means.payee_financial_account !== undefined) return means;
    const same = known.find((each) => each.payment_means_code === means.payment_means_code);
    const account = same?.payee_financial_account;
    return account === undefined ? means : { ...means, payee_financial_account: structuredClone(account) };
  });
}

function isFilled(path: string): boolean {
  return /^(?:accounting_supplier_party|payment_means)(?:$|[.[])/.test(path);
}

/** Reports fields of the document's party that differ from the book. */
function differences(own: unknown, supplier: Supplier, source: SourceDocument): Problem[] {
  const found: Problem[] = [];
  const visit = (value: unknown, path: string): void => {
    if (isRecord(value)) {
      for (const [name, member] of Object.entries(value)) visit(member, `${path}.${name}`);
      return;
    }
    // The party has no lists; a list in place of a field is reported later.
    if (value === undefined || value === null || Array.isArray(value) || String(value).trim() === "") return;
    const kept = valueAt({ accounting_supplier_party: supplier.accounting_supplier_party ?? {} }, path);
    if (typeof kept === "string" && kept.trim() === String(value).trim()) return;
    found.push(differs(path, String(value), kept, supplier, source));
  };
  visit(own, "accounting_supplier_party");
  return found;
}

function differs(path: string, value: string, kept: unknown, { supplier }: Supplier, source: SourceDocument): Problem {
  const member = path.slice("accounting_supplier_party.".length);
  const field = fieldOf(path);
  const called = `the supplier book (${supplier})`;
  const book =
    kept === undefined
      ? `, and ${called} has none`
      : isRecord(kept)
        ? `, and ${called} has a group of fields`
        : ` and “${typeof kept === "string" ? kept : "a list"}” in ${called}`;
  const message = `${namedField(path)} is “${value}” in this ${documentKinds[source.kind].says}${book}.`;
  const hint = `Find out which is correct. If the book is correct, remove ${member} from the document; if not: ${suggest`suppliers edit ${supplier} --set ${field}=…`}`;
  return problem("supplier-differs", message, hint, { where: source.spot(path) });
}
