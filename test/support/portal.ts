import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { readDocument } from "../../src/read/index.ts";
import type { behindTunnel } from "./behind-tunnel.ts";
import { invoice } from "./documents.ts";

export type Place = Awaited<ReturnType<typeof behindTunnel>>;

/** Creates a document without selfbill, as a colleague would; returns the id. */
export async function portal(place: Place, change: Parameters<typeof invoice>[0] = {}): Promise<string> {
  const { document_number: _, ...rest } = invoice();
  const path = `/api/purchase-invoices/${place.sandbox.businessProfileId}`;
  const { status, body } = await place.sandbox.call("POST", path, { ...rest, ...change });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.id;
}

/** The content of a file, as another person would type it on the service's own pages. */
export function documentIn(file: string): ReturnType<typeof invoice> {
  const read = readDocument(readFileSync(file), file);
  if (!read.ok) throw new Error(read.problems[0].message);
  return read.value.document;
}

/** Copies the service's first document `count` times. */
export function plant(place: Place, count: number): void {
  const opened = openDatabase(join(place.sandbox.folder, "sandbox.db"), "", { code: "sandbox-unusable" });
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const columns =
    "profile_id, version, created_at, submitted_at, resubmissions, issue_date, supplier_name, supplier_trn, invoice_numbers";
  opened.value.run(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count})
    INSERT INTO document (id, kind, sequence, number, ${columns}, body, attachments, failures)
    SELECT printf('00000000-0000-4000-8000-%012d', n), kind, n + 1, 'R-' || n, ${columns},
      replace(body, number, 'R-' || n), attachments, failures FROM document, c WHERE sequence = 1`);
  opened.value.close();
}

/** A supplier that differs from those of the documents sent here. */
export const otherSupplier = {
  accounting_supplier_party: {
    ...invoice().accounting_supplier_party,
    party_name: "Dune Freight LLC",
    tin: "1004567890",
    endpoint_id: "1004567890",
    party_tax_scheme: { company_id: "100456789000003", tax_scheme: "VAT" },
  },
} as Parameters<typeof invoice>[0];
