import type { FaultOrder } from "../sandbox/index.ts";

/** The body of a create call, as the example that every case begins with has it. */
export type Body = Readonly<Record<string, unknown>>;

/** One thing that happens to a client, and what a careful one may say at the end. */
export interface CertifyCase {
  readonly id: string;
  /** What happens, in words. */
  readonly happens: string;
  /** In headers `{own}` stands for the address of the sandbox, `{other}` for that of another host. */
  readonly faults: readonly FaultOrder[];
  /** What the client is to do; to create an invoice where it is left out. */
  readonly asks?: "credit-note" | "resubmit";
  /** The service takes the document and says so: `created` with its id, and nothing else, is right. */
  readonly demands?: "created" | "created-with-status";
  /** Whether the status that the service tells is known; where it is not, a client that names one has misread it. */
  readonly statusUnknown?: true;
  /** A client that sees the fault of the document by itself need not send it. */
  readonly mayHoldBack?: true;
  /** Changes the document to be created. */
  readonly document?: (body: Body) => Body;
  /** Documents that the service has already; one to be resubmitted is the last of them. */
  readonly before?: (body: Body) => readonly Body[];
  /** Documents that others create right behind the client's. */
  readonly behind?: (body: Body) => readonly Body[];
  /** How long a document stays PENDING; it is decided at once where this is left out. With --listen it is always decided at once. */
  readonly pendingSeconds?: number;
}

/** A case of a name, with what it is beyond the faults of the wire. */
export function one(
  id: string,
  happens: string,
  faults: FaultOrder | readonly FaultOrder[] = [],
  more: Omit<Partial<CertifyCase>, "id" | "happens" | "faults"> = {},
): CertifyCase {
  return { id, happens, faults: [faults].flat(), ...more };
}

/** The create is carried out, and its answer meets a fault. */
export const created = (fault: FaultOrder): FaultOrder => ({ method: "POST", processed: true, ...fault });
/** The create is not carried out. */
export const notCreated = (fault: FaultOrder): FaultOrder => ({ method: "POST", processed: false, ...fault });
/** Another answer in place of the real one. */
export const answer = (status: number, body: unknown): FaultOrder => ({ fault: "status", status, body });

/** Every read of a document, and of a list with `path` of the list. */
export const reads = { method: "GET", times: 50 } as const;

/** The supplier under another TIN, with the ending of its TRN. */
export function supplierOf(body: Body, tin: string, ending: string): object {
  const party = body.accounting_supplier_party as object;
  const party_tax_scheme = { company_id: `${tin}000${ending}`, tax_scheme: "VAT" };
  return { ...party, tin, endpoint_id: tin, party_tax_scheme };
}
