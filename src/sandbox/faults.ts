import * as z from "zod";
import { json, message, type Reply } from "./reply.ts";

/** How a 429 may be written: as the service documents it, as a gateway before it does, with a date, or without any time. */
export const spellings = ["documented", "gateway", "date", "bare"] as const;

const faultSchema = z.strictObject({
  /**
   * `status` answers with another status · `rate-limited` 429 · `not-json` a gateway's HTML page · `close` ends the connection
   * without an answer · `created-but-lost` carries the request out and then ends the connection · `reset` breaks it off · `cut` ends it
   * in the middle of the answer · `garbage` answers with bytes that are no HTTP · `stall` sends nothing for a while · `latency` answers
   * late · `drip` sends the answer in small pieces.
   */
  fault: z.enum([
    ...["status", "rate-limited", "not-json", "close", "created-but-lost", "reset"],
    ...["cut", "garbage", "stall", "latency", "drip"],
  ] as [FaultKind, ...FaultKind[]]),
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

type FaultKind =
  | "status"
  | "rate-limited"
  | "not-json"
  | "close"
  | "created-but-lost"
  | "reset"
  | "cut"
  | "garbage"
  | "stall"
  | "latency"
  | "drip";

/** A wire fault that the next matching request meets. Source: Decision 14. */
export type WireFault = z.infer<typeof faultSchema>;
/** A fault as it may be ordered. */
export type FaultOrder = z.input<typeof faultSchema>;

/** Body of `POST /sandbox/faults`. */
export const faultsSchema = z.strictObject({ faults: z.array(faultSchema).min(1) });

/** A fault that waits for its requests. */
export interface WaitingFault {
  readonly id: string;
  readonly fault: WireFault;
  /** Requests that will still meet it; null for all until it is deleted. */
  readonly left: number | null;
  /** Requests that met it. */
  readonly met: number;
}

interface Entry {
  readonly id: string;
  readonly fault: WireFault;
  left: number;
  met: number;
  /** State of the generator that draws by probability. */
  state: number;
}

/** What a document says of itself, for faults that are meant for it. */
export interface DocumentFacts {
  readonly suppliers: readonly string[];
  readonly number: string | undefined;
}

/** Faults in the order they were ordered; each is met by the first requests that match it. They end with the process. */
export class FaultQueue {
  #queue: Entry[] = [];
  #last = 0;

  /** Queues them; their ids, in their order. */
  add(faults: readonly WireFault[]): string[] {
    return faults.map((fault) => {
      this.#last += 1;
      const left = fault.times ?? (fault.probability === undefined ? 1 : Number.POSITIVE_INFINITY);
      this.#queue.push({ id: String(this.#last), fault, left, met: 0, state: fault.seed ?? 1 });
      return String(this.#last);
    });
  }

  /** Queues faults as somebody wrote them. Throws for one that does not exist. */
  order(faults: readonly unknown[]): void {
    this.add(faultsSchema.parse({ faults }).faults);
  }

  list(): WaitingFault[] {
    return this.#queue.map(({ id, fault, left, met }) => ({
      id,
      fault,
      left: Number.isFinite(left) ? left : null,
      met,
    }));
  }

  get size(): number {
    return this.#queue.length;
  }

  /** Forgets one fault; false when there is none of this id. */
  remove(id: string): boolean {
    const before = this.#queue.length;
    this.#queue = this.#queue.filter((entry) => entry.id !== id);
    return this.#queue.length < before;
  }

  clear(): void {
    this.#queue = [];
  }

  /** The fault that a request meets before its body is read: one that asks nothing of the document. */
  take(method: string, path: string): WireFault | undefined {
    return this.#take(method, path, (fault) => fault.supplier === undefined && fault.number === undefined);
  }

  /** The fault that a document meets. */
  takeFor(method: string, path: string, { suppliers, number }: DocumentFacts): WireFault | undefined {
    return this.#take(method, path, (fault) => {
      if (fault.supplier === undefined && fault.number === undefined) return false;
      const supplied = fault.supplier === undefined || suppliers.includes(fault.supplier);
      return supplied && (fault.number === undefined || fault.number === number);
    });
  }

  /** Whether any fault asks for the document, so that its body must be looked at first. */
  get asksForDocuments(): boolean {
    return this.#queue.some(({ fault }) => fault.supplier !== undefined || fault.number !== undefined);
  }

  #take(method: string, path: string, fits: (fault: WireFault) => boolean): WireFault | undefined {
    for (const entry of this.#queue) {
      const { fault } = entry;
      if ((fault.method ?? method) !== method || !path.startsWith(fault.path ?? "") || !fits(fault)) continue;
      if (!isDrawn(entry)) continue;
      entry.left -= 1;
      entry.met += 1;
      if (entry.left === 0) this.remove(entry.id);
      return fault;
    }
    return undefined;
  }
}

/** Draws whether a request meets the fault: the same seed gives the same run. Source: mulberry32, a generator of 32 bits. */
function isDrawn(entry: Entry): boolean {
  const { probability } = entry.fault;
  if (probability === undefined) return true;
  entry.state = (entry.state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(entry.state ^ (entry.state >>> 15), 1 | entry.state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 < probability;
}

const carriedOut: ReadonlySet<FaultKind> = new Set(["cut", "stall", "latency", "drip", "created-but-lost"]);

/** Whether the request is carried out before the fault shows. */
export function isProcessed(fault: WireFault): boolean {
  return fault.processed ?? carriedOut.has(fault.fault);
}

/** The answer that a fault puts in place of the real one; undefined for faults that only disturb its delivery. */
export function faultReply(fault: WireFault): Reply | undefined {
  const { headers = {} } = fault;
  switch (fault.fault) {
    case "rate-limited":
      return rateLimited(fault);
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

/** A 429 in one of its spellings. Source: contract §1.3. */
function rateLimited(fault: WireFault): Reply {
  const seconds = fault.retry_after ?? 1;
  const own = fault.headers ?? {};
  const sentence = "Rate limit exceeded";
  switch (fault.spelling ?? (fault.gateway ? "gateway" : "documented")) {
    case "bare":
      return withBody(fault, 429, own, sentence);
    case "date": {
      const at = new Date(Date.now() + seconds * 1000).toUTCString();
      return withBody(fault, 429, { ...own, "Retry-After": at }, sentence);
    }
    case "gateway": {
      const headers = { "RateLimit-Limit": "60", "RateLimit-Remaining": "0", "RateLimit-Reset": String(seconds) };
      const all = { ...own, ...headers, "Retry-After": String(seconds) };
      return withBody({ ...fault, gateway: true }, 429, all, sentence);
    }
    case "documented":
      return withBody(fault, 429, { ...own, "Retry-After": String(seconds) }, sentence);
  }
}

function withBody(fault: WireFault, status: number, headers: Record<string, string>, sentence: string): Reply {
  if (typeof fault.body === "string") return { status, type: "text/plain", body: fault.body, headers };
  if (fault.body !== undefined) return json(status, fault.body, headers);
  if (fault.gateway)
    return json(status, { message: sentence, request_id: "a1b2c3d4e5f60718293a4b5c6d7e8f90" }, headers);
  return message(status, sentence, headers);
}
