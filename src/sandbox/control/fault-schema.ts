import * as z from "zod";

/** How a 429 may be written: as the service documents it, as a gateway before it does, with a date, or without any time. */
const spellings = ["documented", "gateway", "date", "bare"] as const;

const faultKinds = [
  ...(["status", "rate-limited", "not-json", "close", "created-but-lost", "reset"] as const),
  ...(["cut", "garbage", "stall", "latency", "drip"] as const),
] as const;

const faultSchema = z.strictObject({
  /**
   * `status` answers with another status · `rate-limited` 429 · `not-json` a gateway's HTML page · `close` ends the connection
   * without an answer · `created-but-lost` carries the request out and then ends the connection · `reset` breaks it off · `cut` ends it
   * in the middle of the answer · `garbage` answers with bytes that are no HTTP · `stall` sends nothing for a while · `latency` answers
   * late · `drip` sends the answer in small pieces.
   */
  fault: z.enum(faultKinds),
  /** Whether the request is carried out all the same: `true` on a create is the lost answer. */
  processed: z.boolean().optional(),
  method: z.enum(["GET", "POST", "PUT"]).optional(),
  /** Only requests whose path begins with this. */
  path: z.string().optional(),
  /** Only documents of this supplier, by TIN or TRN. */
  supplier: z.string().optional(),
  /** Only the document of this number. */
  number: z.string().optional(),
  /** How many requests meet it: one when left out; with `probability` every one until it is deleted. */
  times: z.int().min(1).optional(),
  /** How often a matching request meets it, from 0 to 1; drawn from `seed`, so that a run can be repeated. */
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().min(0).optional(),
  status: z.int().min(200).max(599).optional(),
  /** Body to answer with instead of the service's shape; a text is sent as it is. */
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Seconds of Retry-After. */
  retry_after: z.int().min(0).optional(),
  /** How a 429 is written. */
  spelling: z.enum(spellings).optional(),
  /** The spelling `gateway` under its older name: `{message, request_id}`. */
  gateway: z.boolean().optional(),
  /** Bytes of the answer's body before the cut, half of it when left out; of a drip bytes a piece, one when left out. */
  bytes: z.int().min(0).optional(),
  /** How long to stall (until the client gives up when left out), to be late, or to wait between two pieces of a drip. */
  milliseconds: z.int().min(0).optional(),
});

export type FaultKind = (typeof faultKinds)[number];

/** A wire fault that the next matching request meets. Source: Decision 14. */
export type WireFault = z.infer<typeof faultSchema>;
/** A fault as it may be ordered. */
export type FaultOrder = z.input<typeof faultSchema>;

/** Body of `POST /sandbox/faults`. */
export const faultsSchema = z.strictObject({ faults: z.array(faultSchema).min(1) });
