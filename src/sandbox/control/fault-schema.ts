import * as z from "zod";

/**
 * Variants of a 429: as documented by the service, as sent by a gateway in front of it, with a date, or without a
 * time.
 */
const spellings = ["documented", "gateway", "date", "bare"] as const;

const faultKinds = [
  ...(["status", "rate-limited", "not-json", "close", "created-but-lost", "reset"] as const),
  ...(["cut", "garbage", "stall", "latency", "drip"] as const),
] as const;

/** In milliseconds; Node fires a longer timer immediately. */
const longestTimer = 2 ** 31 - 1;

/** Rejects headers that Node cannot send: it would throw, and the client would get no answer. */
function refuseUnsendable(headers: Readonly<Record<string, string>>, context: z.RefinementCtx): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      context.addIssue({ code: "custom", path: [name], message: "this is not the name of a header" });
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      context.addIssue({ code: "custom", path: [name], message: "the value has a character that cannot be sent" });
  }
}

const faultSchema = z.strictObject({
  fault: z
    .enum(faultKinds)
    .describe(
      "status answers with another status · rate-limited 429 · not-json a gateway's HTML page · close ends the connection without an answer · created-but-lost carries the request out and then ends the connection · reset breaks it off · cut ends it in the middle of the answer · garbage answers with bytes that are no HTTP · stall sends nothing for a while · latency answers late · drip sends the answer in small pieces.",
    ),
  processed: z
    .boolean()
    .optional()
    .describe("Whether the request is carried out all the same: true on a create is the lost answer."),
  method: z.enum(["GET", "POST", "PUT"]).optional().describe("Only requests with this method."),
  path: z
    .string()
    .optional()
    .describe("Only requests whose path begins with this; calls without a token meet no fault that names no path."),
  supplier: z.string().optional().describe("Only documents of this supplier, by TIN or TRN."),
  number: z.string().optional().describe("Only the document of this number."),
  times: z
    .int()
    .min(1)
    .optional()
    .describe("How many requests meet it: one when left out; with probability every one until it is deleted."),
  probability: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("How often a matching request meets it, from 0 to 1; drawn from seed, so that a run can be repeated."),
  seed: z.int().min(0).optional().describe("The same seed draws the same requests for probability."),
  status: z.int().min(200).max(599).optional().describe("The status of the fault status, or of not-json."),
  body: z.unknown().optional().describe("Body to answer with instead of the service's shape; a text is sent as it is."),
  headers: z
    .record(z.string(), z.string())
    .superRefine(refuseUnsendable)
    .optional()
    .describe("Headers of the answer, such as Location."),
  retry_after: z.int().min(0).optional().describe("Seconds of Retry-After."),
  spelling: z.enum(spellings).optional().describe("How a 429 is written."),
  gateway: z.boolean().optional().describe("The spelling gateway under its older name: {message, request_id}."),
  bytes: z
    .int()
    .min(0)
    .optional()
    .describe(
      "Bytes of the answer's body before the cut, half of it when left out; of a drip bytes a piece, one when left out.",
    ),
  milliseconds: z
    .int()
    .min(0)
    .max(longestTimer)
    .optional()
    .describe(
      "How long to stall (until the client gives up when left out), to be late, or to wait between two pieces of a drip.",
    ),
});

export type FaultKind = (typeof faultKinds)[number];

/** A fault for the next matching requests. Source: Decision 14. */
export type WireFault = z.infer<typeof faultSchema>;
export type FaultOrder = z.input<typeof faultSchema>;

export const faultsSchema = z.strictObject({ faults: z.array(faultSchema).min(1) });
