import { type DocumentKind, documentKinds } from "../../document/index.ts";

/** "none": the call is not about a document. */
export type EndpointKind = DocumentKind | "sales-credit-note" | "none";

/**
 * Differences between the kinds: the prefix of their paths, and their names in the service's description and in the
 * client.
 */
export const endpointKinds = {
  invoice: {
    below: "/api/purchase-invoices",
    noun: "invoice",
    a: "an invoice",
    tag: "Purchase invoices",
    says: documentKinds.invoice.says,
  },
  "credit-note": {
    below: "/api/purchase-credit-notes",
    noun: "credit note",
    a: "a credit note",
    tag: "Purchase credit notes",
    says: documentKinds["credit-note"].says,
  },
  "sales-credit-note": {
    below: "/api/sales-credit-notes",
    noun: "sales credit note",
    a: "a sales credit note",
    tag: "Sales credit notes",
    says: "sales credit note",
  },
  none: { below: "", noun: "", a: "", tag: "Account", says: "" },
} as const satisfies Record<EndpointKind, Readonly<Record<string, string>>>;

/** A query parameter or a header of a call. */
export interface Parameter {
  readonly description: string;
  /** JSON Schema for the value. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required?: true;
  /** Absent if calls for both kinds of document accept the parameter. */
  readonly only?: DocumentKind;
  /** A value for tests that is valid in every sandbox. Must be set if the parameter is required. */
  readonly example?: string;
}

/** Refusals of a call in addition to those that all calls share (401 and 429 with a token, 500). */
export type RefusalStatus = 400 | 403 | 404 | 413 | 415;

/**
 * Everything about a call is derived from its definition: the client's method, the sandbox's route and handler, the
 * operation of the OpenAPI description, the table in the contract's README and the tests that cover all endpoints.
 */
interface AnyCall {
  /**
   * Appended to the path of the kind's collection; `{name}` is one percent-encoded segment. For a call that is not
   * about a document, the whole path.
   */
  readonly path: string;
  /**
   * For each kind, the row in the contract's table, the operation id, and the source of its description (D or P, see
   * the contract's README).
   */
  readonly of: { readonly [Kind in EndpointKind]?: readonly [row: number, operation: string, source: "D" | "P"] };
  /** The client's methods for this call; empty if selfbill never makes it. */
  readonly calls: readonly string[];
  /**
   * Summary in the OpenAPI description: `{noun}` and `{a}` are replaced with the words for the kind, and `{foreign}`
   * with an id that belongs to another organization.
   */
  readonly summary: string;
  readonly description: string;
  /** Name of the answer's shape in `answerSchemas`, or the kind of file. */
  readonly answers: string;
  /** Section of the contract that describes the answer. */
  readonly section: string;
  readonly refuses: readonly RefusalStatus[];
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly headers?: Readonly<Record<string, Parameter>>;
  /** Default: 200. */
  readonly success?: 201;
  /** false: the call needs no bearer token, and does not count towards the account's quota. */
  readonly token?: false;
  /** false: the call does not depend on the version of the contract, and takes no version header. */
  readonly version?: false;
  /** Separate quota in requests per minute, for a call made before the account is known. */
  readonly ownQuota?: number;
  /** Part of the Phase 2 subscription (Decision 10). */
  readonly phase2?: true;
}

/** A call that changes nothing and may be repeated at any time. */
export interface ReadingCall extends AnyCall {
  readonly does: "reads";
  readonly method: "GET";
  /** Used in messages: `{document}` is the word for the kind, other placeholders are segments of the path. */
  readonly asks: string;
}

/** A call that sends a document. It is recorded in the journal first, and never repeated. */
export interface ChangingCall extends AnyCall {
  readonly does: "changes";
  readonly method: "POST" | "PUT";
}

/** Common to all calls that read. */
export const readOnly = { does: "reads", method: "GET" } as const;

export type EndpointDefinition = ReadingCall | ChangingCall;

/** `textValue` makes a parameter whose value is a string; `dayValue`, one whose value is a calendar day. */
export const textValue = <D extends string>(description: D) =>
  ({ description, schema: { type: "string" } }) as const satisfies Parameter;
export const dayValue = <D extends string>(description: D) =>
  ({ description, schema: { type: "string", format: "date" } }) as const satisfies Parameter;
