import type { Supplier } from "../../src/suppliers/index.ts";
import { invoice } from "./documents.ts";

/**
 * The supplier of all test documents, as stored in the book: complete, with a valid agreement. Each test changes one
 * fact.
 */
export function desertLime(change: Partial<Supplier> = {}): Supplier {
  const { accounting_supplier_party, payment_means } = invoice();
  return {
    supplier: "desert-lime",
    agreement_number: "SBA-2026-014",
    agreement_date: "2026-01-01",
    agreement_expiry: "2027-12-31",
    accounting_supplier_party,
    payment_means,
    ...change,
  } as Supplier;
}
