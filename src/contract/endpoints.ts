/** One call of the service: how it is spelled, what it needs and how it succeeds. Source: contract §2. */
export interface Endpoint {
  /** Row of the contract's table; two paths may share one. */
  readonly number: number;
  readonly method: "GET" | "POST" | "PUT";
  /** `{name}` stands for one percent-encoded path segment. */
  readonly path: string;
  readonly success: 200 | 201;
  /** Needs a bearer token and counts against the account's quota. */
  readonly token: boolean;
  /** Part of the Phase 2 subscription (Decision 10). */
  readonly phase2?: true;
  /** A quota of its own, in requests a minute, where no account is known yet. */
  readonly ownQuota?: number;
}

const call = (number: number, method: Endpoint["method"], path: string, success: 200 | 201 = 200): Endpoint => ({
  number,
  method,
  path,
  success,
  token: true,
});

/** Every call of the contract; 16 (PDF) is left out (Decision 34). */
export const endpoints = {
  createPurchaseInvoice: call(1, "POST", "/api/purchase-invoices/{business_profile_id}", 201),
  createPurchaseCreditNote: call(2, "POST", "/api/purchase-credit-notes/{business_profile_id}", 201),
  purchaseCreditNoteStatus: { ...call(3, "GET", "/api/purchase-credit-notes/{id}/peppol-status"), phase2: true },
  salesCreditNoteStatus: { ...call(4, "GET", "/api/sales-credit-notes/{id}/peppol-status"), phase2: true },
  purchaseCreditNoteLogs: { ...call(5, "GET", "/api/purchase-credit-notes/{id}/peppol-status-logs"), phase2: true },
  salesCreditNoteLogs: { ...call(6, "GET", "/api/sales-credit-notes/{id}/peppol-status-logs"), phase2: true },
  getPurchaseInvoice: call(7, "GET", "/api/purchase-invoices/{id}"),
  getPurchaseCreditNote: call(8, "GET", "/api/purchase-credit-notes/{id}"),
  listPurchaseInvoices: call(9, "GET", "/api/purchase-invoices"),
  listPurchaseCreditNotes: call(10, "GET", "/api/purchase-credit-notes"),
  purchaseInvoiceUuids: call(11, "GET", "/api/purchase-invoices/uuids"),
  purchaseCreditNoteUuids: call(11, "GET", "/api/purchase-credit-notes/uuids"),
  resubmitPurchaseInvoice: call(12, "PUT", "/api/purchase-invoices/{id}/{business_profile_id}"),
  resubmitPurchaseCreditNote: call(13, "PUT", "/api/purchase-credit-notes/{id}/{business_profile_id}"),
  purchaseInvoiceAttachment: call(14, "GET", "/api/purchase-invoices/{id}/attachments/{attachment_id}/download"),
  purchaseCreditNoteAttachment: call(14, "GET", "/api/purchase-credit-notes/{id}/attachments/{attachment_id}/download"),
  purchaseInvoiceXml: call(15, "GET", "/api/purchase-invoices/{id}/xml"),
  purchaseCreditNoteXml: call(15, "GET", "/api/purchase-credit-notes/{id}/xml"),
  purchaseInvoiceStatus: { ...call(17, "GET", "/api/purchase-invoices/{id}/peppol-status"), phase2: true },
  purchaseInvoiceLogs: { ...call(17, "GET", "/api/purchase-invoices/{id}/peppol-status-logs"), phase2: true },
  getBusinessProfile: call(18, "GET", "/api/business-profiles/{business_profile_id}"),
  getCodeList: { ...call(19, "GET", "/api/codelist/{list}"), token: false },
  getToken: { ...call(20, "GET", "/auth/token"), token: false, ownQuota: 5 },
} as const satisfies Record<string, Endpoint>;

/** The path of a call with its segments filled in and percent-encoded. A missing segment is a fault of ours. */
export function pathOf(endpoint: Endpoint, segments: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = segments[name];
    if (!value) throw new Error(`selfbill has an internal error: the path ${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
