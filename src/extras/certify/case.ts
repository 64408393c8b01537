import type { FaultOrder } from "../../sandbox/index.ts";

export type Body = Readonly<Record<string, unknown>>;

/** A situation, and the results that a careful client may report afterwards. */
export interface CertifyCase {
  readonly id: string;
  /** What happens in the case. */
  readonly happens: string;
  /** In headers `{own}` is replaced by the address of the sandbox, `{other}` by the address of another host. */
  readonly faults: readonly FaultOrder[];
  /** Default: create an invoice. */
  readonly asks?: "credit-note" | "resubmit";
  /**
   * The service confirms the document, so only `created` with its id (and, for the second value, its status) is
   * correct.
   */
  readonly demands?: "created" | "created-with-status";
  /** The service's status cannot be read, so a client that reports a status has misread it. */
  readonly statusUnknown?: true;
  /** A client that detects the error in the document itself need not send the document. */
  readonly mayHoldBack?: true;
  /** Changes the document that is to be created. */
  readonly document?: (body: Body) => Body;
  /** Documents that the service already has; the last one is the one to resubmit. */
  readonly before?: (body: Body) => readonly Body[];
  /** Documents that other clients create right after this client's document. */
  readonly behind?: (body: Body) => readonly Body[];
  /** Number of seconds that a document stays PENDING. The default is 0, which always applies with --listen. */
  readonly pendingSeconds?: number;
}

export function one(
  id: string,
  happens: string,
  faults: FaultOrder | readonly FaultOrder[] = [],
  more: Omit<Partial<CertifyCase>, "id" | "happens" | "faults"> = {},
): CertifyCase {
  return { id, happens, faults: [faults].flat(), ...more };
}

/** A fault that occurs after the document is created, so it affects only the answer. */
export const created = (fault: FaultOrder): FaultOrder => ({ method: "POST", processed: true, ...fault });
/** A fault that occurs before the document is created. */
export const notCreated = (fault: FaultOrder): FaultOrder => ({ method: "POST", processed: false, ...fault });
/** A fault that replaces the answer. */
export const answer = (status: number, body: unknown): FaultOrder => ({ fault: "status", status, body });

/** Matches every read request; add `path` to narrow it to documents or to a list. */
export const reads = { method: "GET", times: 50 } as const;

/** `ending`: the last digits of the TRN. */
export function supplierOf(body: Body, tin: string, ending: string): object {
  const party = body.accounting_supplier_party as object;
  const party_tax_scheme = { company_id: `${tin}000${ending}`, tax_scheme: "VAT" };
  return { ...party, tin, endpoint_id: tin, party_tax_scheme };
}
