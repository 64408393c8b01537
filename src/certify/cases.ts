import type { FaultOrder } from "../sandbox/index.ts";

/** One thing that goes wrong on the wire, and what a careful client may say at the end. */
export interface CertifyCase {
  readonly id: string;
  /** What happens, in words. */
  readonly happens: string;
  readonly faults: readonly FaultOrder[];
  /** Seconds that the client must stay away after a 429. */
  readonly waits?: number;
  /** Whether the status that the service tells is known; where it is not, a client that names one has misread it. */
  readonly statusUnknown?: true;
}

const post = "POST" as const;
const get = "GET" as const;
const created = (fault: FaultOrder): FaultOrder => ({ method: post, processed: true, ...fault });
const refused = (fault: FaultOrder): FaultOrder => ({ method: post, processed: false, ...fault });
const answer = (status: number, body: unknown): FaultOrder => ({ fault: "status", status, body });

/** The document is created, and the answer does not tell so. */
const lost: readonly CertifyCase[] = [
  one("lost-close", "created, then the connection ends without an answer", created({ fault: "close" })),
  one("lost-reset", "created, then the connection is broken off", created({ fault: "reset" })),
  one("lost-garbage", "created, then bytes that are not HTTP", created({ fault: "garbage" })),
  one("lost-cut-start", "created, the answer ends after its headers", created({ fault: "cut", bytes: 0 })),
  one("lost-cut-id", "created, the answer ends inside the id", created({ fault: "cut", bytes: 20 })),
  one("lost-cut-half", "created, the answer ends in the middle", created({ fault: "cut" })),
  one("lost-500", "created, answered 500", created({ fault: "status", status: 500 })),
  one("lost-502", "created, a gateway answers 502 with a page", created({ fault: "not-json" })),
  one("lost-503", "created, answered 503", created({ fault: "status", status: 503 })),
  one("lost-504", "created, a gateway answers 504", created({ fault: "not-json", status: 504 })),
  one("lost-408", "created, answered 408", created({ fault: "status", status: 408 })),
  one("lost-200-page", "created, a page is answered with 200", created({ fault: "not-json", status: 200 })),
  one("lost-201-empty", "created, 201 with an empty body", created(answer(201, ""))),
  one("lost-201-null", "created, 201 with null", created(answer(201, null))),
  one("lost-201-object", "created, 201 with an object without an id", created(answer(201, {}))),
  one("lost-201-null-id", "created, 201 whose id is null", created(answer(201, { id: null }))),
  one("lost-202", "created, 202 without a body", created(answer(202, ""))),
  one("late-answer", "created, the answer comes two seconds late", created({ fault: "latency", milliseconds: 2000 })),
  one(
    "drip-answer",
    "created, the answer comes in small pieces",
    created({ fault: "drip", bytes: 512, milliseconds: 5 }),
  ),
];

/** Nothing is created. */
const nothing: readonly CertifyCase[] = [
  one("no-close", "not created, the connection ends without an answer", refused({ fault: "close" })),
  one("no-reset", "not created, the connection is broken off", refused({ fault: "reset" })),
  one("no-garbage", "not created, bytes that are not HTTP", refused({ fault: "garbage" })),
  one("no-500", "not created, answered 500", refused({ fault: "status", status: 500 })),
  one("no-502", "not created, a gateway answers 502 with a page", refused({ fault: "not-json" })),
  one("no-503", "not created, answered 503 twice", refused({ fault: "status", status: 503, times: 2 })),
  one(
    "no-400",
    "refused with the field that is wrong",
    refused(answer(400, { errors: { note: "note is not allowed." } })),
  ),
  one("no-401", "refused: the token is not valid", refused(answer(401, { errors: { message: "Not authenticated" } }))),
  one("no-403", "refused: not in the subscription", refused(answer(403, { errors: { message: "Not included" } }))),
  one("no-413", "refused: too large", refused(answer(413, { errors: { message: "Too large" } }))),
  // So long that a client which does not wait is early on a busy computer too.
  { ...one("429-documented", "429 with Retry-After in seconds", limited("documented", 5)), waits: 5 },
  { ...one("429-gateway", "429 as a gateway writes it", limited("gateway")), waits: 1 },
  { ...one("429-date", "429 with Retry-After as a date", limited("date")), waits: 0 },
  one("429-bare", "429 that names no time", limited("bare")),
];

const unknown = { statusUnknown: true } as const;
const shown = (body: unknown): FaultOrder => ({
  ...answer(200, body),
  method: get,
  path: "/api/purchase-invoices/",
  times: 50,
});
const status = (told: object) => ({ meta_info: { peppol_status: { validation_results: [], ...told } } });

/** The status holds nulls, which say neither success nor failure. */
const nulls: readonly CertifyCase[] = [
  { ...one("null-meta", "meta_info is null", shown({ meta_info: null })), ...unknown },
  { ...one("null-status", "peppol_status is null", shown({ meta_info: { peppol_status: null } })), ...unknown },
  { ...one("null-overall", "overall_status is null", shown(status({ overall_status: null }))), ...unknown },
  {
    ...one(
      "null-legs",
      "one leg is APPROVED, the other and the whole are null",
      shown(status({ overall_status: null, participant_status: "APPROVED", fta_status: null })),
    ),
    ...unknown,
  },
];

const list = { method: get, path: "/api/purchase-invoices", times: 50 } as const;

/** The answer is lost, and looking the document up does not go well either. */
const blind: readonly CertifyCase[] = [
  one("look-up-fails", "created, no answer; the list answers 500", created({ fault: "close" }), {
    ...list,
    fault: "status",
    status: 500,
  }),
  one("look-up-null", "created, no answer; the list has null for its content", created({ fault: "close" }), {
    ...list,
    ...answer(200, { content: null, page_number: 0, total_pages: 0, total_elements: 0 }),
  }),
  one("look-up-cut", "created, no answer; the list is cut off", created({ fault: "close" }), { ...list, fault: "cut" }),
];

/** Everything that a client is led through. */
export const cases: readonly CertifyCase[] = [...lost, ...nothing, ...nulls, ...blind];

function one(id: string, happens: string, ...faults: readonly FaultOrder[]): CertifyCase {
  return { id, happens, faults };
}

function limited(spelling: "documented" | "gateway" | "date" | "bare", seconds = 1): FaultOrder {
  return refused({ fault: "rate-limited", spelling, retry_after: seconds });
}
