import type { FaultOrder } from "../sandbox/index.ts";

/** The body of a create call, like the example that every case starts from. */
export type Body = Readonly<Record<string, unknown>>;

/** One situation for a client, and the claims that a careful client may make at the end. */
export interface CertifyCase {
  readonly id: string;
  /** A description of what happens in the case. */
  readonly happens: string;
  /** In headers `{own}` is replaced by the address of the sandbox, `{other}` by that of another host. */
  readonly faults: readonly FaultOrder[];
  /** The client's task; by default, to create an invoice. */
  readonly asks?: "credit-note" | "resubmit";
  /** The service accepts the document and confirms it: only `created` with its id is correct. */
  readonly demands?: "created" | "created-with-status";
  /** Whether the service's status cannot be read, so that a client that names a status has misread it. */
  readonly statusUnknown?: true;
  /** Whether a client that detects the error in the document by itself need not send it. */
  readonly mayHoldBack?: true;
  /** Changes the document to create. */
  readonly document?: (body: Body) => Body;
  /** Documents that the service already has; the last one is the one to resubmit. */
  readonly before?: (body: Body) => readonly Body[];
  /** Documents that others create right after the client's. */
  readonly behind?: (body: Body) => readonly Body[];
  /** Seconds that a document stays PENDING; decided immediately by default, and always with --listen. */
  readonly pendingSeconds?: number;
}

/** Makes a case; `more` has its further members. */
export function one(
  id: string,
  happens: string,
  faults: FaultOrder | readonly FaultOrder[] = [],
  more: Omit<Partial<CertifyCase>, "id" | "happens" | "faults"> = {},
): CertifyCase {
  return { id, happens, faults: [faults].flat(), ...more };
}

/** Makes a fault that occurs after the document is created, and so affects only the answer. */
export const created = (fault: FaultOrder): FaultOrder => ({ method: "POST", processed: true, ...fault });
/** Makes a fault that occurs before the document is created. */
export const notCreated = (fault: FaultOrder): FaultOrder => ({ method: "POST", processed: false, ...fault });
/** Makes a fault that gives another answer in place of the real one. */
export const answer = (status: number, body: unknown): FaultOrder => ({ fault: "status", status, body });

/** Matches every read of a document, or of a list if `path` is that of the list. */
export const reads = { method: "GET", times: 50 } as const;

/** Makes the supplier with another TIN and the given ending of its TRN. */
export function supplierOf(body: Body, tin: string, ending: string): object {
  const party = body.accounting_supplier_party as object;
  const party_tax_scheme = { company_id: `${tin}000${ending}`, tax_scheme: "VAT" };
  return { ...party, tin, endpoint_id: tin, party_tax_scheme };
}
