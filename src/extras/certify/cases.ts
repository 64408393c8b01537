import type { FaultOrder } from "../../sandbox/index.ts";
import { answer, type CertifyCase, created, notCreated, one, supplierOf } from "./case.ts";
import { casesOfAddresses } from "./cases-of-addresses.ts";
import { casesOfReading } from "./cases-of-reading.ts";

const told = { demands: "created" } as const;

/** Cases without faults: a careful client reports what the service said. */
const plain: readonly CertifyCase[] = [
  one("plain", "nothing goes wrong", [], { demands: "created-with-status" }),
  one("plain-slow", "nothing goes wrong; PENDING for five seconds", [], {
    demands: "created-with-status",
    pendingSeconds: 5,
  }),
  one("plain-rejected", "nothing goes wrong on the way; the supplier's provider rejects the document", [], {
    demands: "created-with-status",
    document: (body) => ({ ...body, accounting_supplier_party: supplierOf(body, "1999999913", "03") }),
  }),
  one("plain-invalid", "nothing goes wrong on the way; the document fails the Peppol validation", [], {
    demands: "created-with-status",
    mayHoldBack: true,
    document: withInvalidTrn,
  }),
  one("credit-note", "a credit note; nothing goes wrong", [], { ...told, asks: "credit-note" }),
  one("resubmit", "a document that failed the Peppol validation is resubmitted", [], {
    ...told,
    asks: "resubmit",
    before: (body) => [withInvalidTrn(body)],
  }),
];

/** The document is created, but the answer does not say so. */
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
  one(
    "late-answer",
    "created, the answer comes two seconds late",
    created({ fault: "latency", milliseconds: 2000 }),
    told,
  ),
  one(
    "drip-answer",
    "created, the answer comes in small pieces",
    created({ fault: "drip", bytes: 512, milliseconds: 5 }),
    told,
  ),
  one("lost-credit-note", "a credit note is created, then the connection ends", created({ fault: "close" }), {
    asks: "credit-note",
  }),
  one(
    "lost-resubmit",
    "a document is resubmitted, then the connection ends",
    { method: "PUT", processed: true, fault: "close" },
    { asks: "resubmit", before: (body) => [withInvalidTrn(body)] },
  ),
];

/** Nothing is created. */
const nothing: readonly CertifyCase[] = [
  one("no-close", "not created, the connection ends without an answer", notCreated({ fault: "close" })),
  one("no-reset", "not created, the connection is broken off", notCreated({ fault: "reset" })),
  one("no-garbage", "not created, bytes that are not HTTP", notCreated({ fault: "garbage" })),
  one("no-500", "not created, answered 500", notCreated({ fault: "status", status: 500 })),
  one("no-502", "not created, a gateway answers 502 with a page", notCreated({ fault: "not-json" })),
  one("no-503", "not created, answered 503 twice", notCreated({ fault: "status", status: 503, times: 2 })),
  one("no-200-page", "not created, a page is answered with 200", notCreated({ fault: "not-json", status: 200 })),
  one("no-202", "not created, 202 without a body", notCreated(answer(202, ""))),
  one(
    "no-400",
    "refused with the field that is wrong",
    notCreated(answer(400, { errors: { note: "note is not allowed." } })),
  ),
  one(
    "no-401",
    "refused: the token is not valid",
    notCreated(answer(401, { errors: { message: "Not authenticated" } })),
  ),
  one("no-403", "refused: not in the subscription", notCreated(answer(403, { errors: { message: "Not included" } }))),
  one("no-413", "refused: too large", notCreated(answer(413, { errors: { message: "Too large" } }))),
  one("number-taken", "refused: another document has its number", [], {
    mayHoldBack: true,
    before: (body) => [{ ...body, note: "Another delivery." }],
  }),
  one("too-large", "the document is larger than the service takes", [], {
    mayHoldBack: true,
    document: (body) => ({ ...body, note: "Delivered to the yard. ".repeat(400_000) }),
  }),
  // The times are long enough to detect a client that does not wait, even on a busy computer.
  one("429-documented", "429 with Retry-After in seconds", limited("documented", 5), told),
  one("429-gateway", "429 as a gateway writes it", limited("gateway"), told),
  // HTTP dates have no fractions of a second, so the date can be up to a second earlier than intended.
  one("429-date", "429 with Retry-After as a date", limited("date", 6), told),
  one("429-bare", "429 that names no time", limited("bare"), told),
];

export const cases: readonly CertifyCase[] = [...plain, ...lost, ...nothing, ...casesOfReading, ...casesOfAddresses];

function limited(spelling: "documented" | "gateway" | "date" | "bare", seconds = 1): FaultOrder {
  return notCreated({ fault: "rate-limited", spelling, retry_after: seconds });
}

/** The service accepts a TRN that ends in 01, and the network rejects it. */
function withInvalidTrn(body: Record<string, unknown>): Record<string, unknown> {
  const { tin } = body.accounting_supplier_party as { tin: string };
  return { ...body, accounting_supplier_party: supplierOf(body, tin, "01") };
}
