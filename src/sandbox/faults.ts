import * as z from "zod";
import { json, message, type Reply } from "./reply.ts";

const faultSchema = z.strictObject({
  /**
   * `status` answers with another status · `rate-limited` 429 · `not-json` a gateway's HTML page · `close` ends the connection
   * without an answer · `cut` ends it in the middle of the answer · `stall` sends nothing for a while.
   */
  fault: z.enum(["status", "rate-limited", "not-json", "close", "cut", "stall"]),
  /** Whether the request is carried out all the same: `true` on a create is the lost answer. */
  processed: z.boolean().optional(),
  method: z.enum(["GET", "POST", "PUT"]).optional(),
  /** Only requests whose path begins with this. */
  path: z.string().optional(),
  /** How many requests meet it. */
  times: z.int().min(1).default(1),
  status: z.int().min(200).max(599).optional(),
  /** Body to answer with instead of the service's shape; a text is sent as it is. */
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Seconds of Retry-After. */
  retry_after: z.int().min(0).optional(),
  /** The spelling of a live gateway: `{message, request_id}`. */
  gateway: z.boolean().optional(),
  /** Bytes of the answer's body before the cut; half of it when left out. */
  bytes: z.int().min(0).optional(),
  /** How long to stall; until the client gives up when left out. */
  milliseconds: z.int().min(0).optional(),
});

/** A wire fault that the next matching request meets. Source: Decision 14. */
export type Fault = z.infer<typeof faultSchema>;

/** Body of `POST /sandbox/faults`. */
export const faultsSchema = z.strictObject({ faults: z.array(faultSchema).min(1) });

/** Faults in the order they were ordered; each is met by the first requests that match it. They end with the process. */
export class FaultQueue {
  private queue: { fault: Fault; left: number }[] = [];

  add(faults: readonly Fault[]): number {
    for (const fault of faults) this.queue.push({ fault, left: fault.times });
    return this.queue.length;
  }

  clear(): void {
    this.queue = [];
  }

  take(method: string, path: string): Fault | undefined {
    const at = this.queue.findIndex(
      ({ fault }) => (fault.method ?? method) === method && path.startsWith(fault.path ?? ""),
    );
    const entry = this.queue[at];
    if (!entry) return undefined;
    entry.left -= 1;
    if (entry.left === 0) this.queue.splice(at, 1);
    return entry.fault;
  }
}

/** Whether the request is carried out before the fault shows. */
export function isProcessed(fault: Fault): boolean {
  return fault.processed ?? (fault.fault === "cut" || fault.fault === "stall");
}

/** The answer that a fault puts in place of the real one; undefined for faults that only disturb its delivery. */
export function faultReply(fault: Fault): Reply | undefined {
  const { headers = {} } = fault;
  switch (fault.fault) {
    case "rate-limited":
      return withBody(fault, 429, { ...headers, "Retry-After": String(fault.retry_after ?? 1) }, "Rate limit exceeded");
    case "not-json":
      return {
        status: fault.status ?? 502,
        type: "text/html",
        headers,
        body: typeof fault.body === "string" ? fault.body : "<html><body><h1>502 Bad Gateway</h1></body></html>",
      };
    case "status":
      return withBody(fault, fault.status ?? 500, headers, "An error occurred");
    default:
      return undefined;
  }
}

function withBody(fault: Fault, status: number, headers: Record<string, string>, sentence: string): Reply {
  if (typeof fault.body === "string") return { status, type: "text/plain", body: fault.body, headers };
  if (fault.body !== undefined) return json(status, fault.body, headers);
  if (fault.gateway)
    return json(status, { message: sentence, request_id: "a1b2c3d4e5f60718293a4b5c6d7e8f90" }, headers);
  return message(status, sentence, headers);
}
