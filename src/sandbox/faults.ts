import { type FaultKind, faultsSchema, type WireFault } from "./control/fault-schema.ts";
import { unfitWords } from "./control/unfit.ts";
import { json, message, type Reply } from "./reply.ts";

export interface WaitingFault {
  readonly id: string;
  readonly fault: WireFault;
  /** Number of requests to which the fault will still be applied; null if it applies until it is deleted. */
  readonly left: number | null;
  /** Number of requests to which the fault has been applied. */
  readonly met: number;
}

interface Entry {
  readonly id: string;
  readonly fault: WireFault;
  left: number;
  met: number;
  /** State of the random number generator used for the probability. */
  state: number;
}

/** The facts that faults use to select documents. */
export interface DocumentFacts {
  readonly suppliers: readonly string[];
  readonly number: string | undefined;
}

/**
 * The queue is ordered, and each fault applies to the first requests that match it. The faults are lost when the
 * process ends.
 */
export class FaultQueue {
  #queue: Entry[] = [];
  #last = 0;

  /** Returns the ids in the same order. */
  add(faults: readonly WireFault[]): string[] {
    return faults.map((fault) => {
      this.#last += 1;
      const left = fault.times ?? (fault.probability === undefined ? 1 : Number.POSITIVE_INFINITY);
      this.#queue.push({ id: String(this.#last), fault, left, met: 0, state: fault.seed ?? 1 });
      return String(this.#last);
    });
  }

  /** Parses the faults and adds them to the queue; throws for one that is not valid. */
  order(faults: readonly unknown[]): void {
    const read = faultsSchema.safeParse({ faults });
    if (!read.success) throw new Error(`The fault cannot be read: ${unfitWords(read.error)}`);
    this.add(read.data.faults);
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

  remove(id: string): boolean {
    const before = this.#queue.length;
    this.#queue = this.#queue.filter((entry) => entry.id !== id);
    return this.#queue.length < before;
  }

  clear(): void {
    this.#queue = [];
  }

  /**
   * Returns the fault to apply before the body is read, if it does not depend on the document. Only faults that name a
   * path apply to a call without a token (`open`): the next fault is usually meant for the document, not for the
   * request that fetches a token.
   */
  take(method: string, path: string, open: boolean): WireFault | undefined {
    return this.#take(method, path, (fault) => {
      return fault.supplier === undefined && fault.number === undefined && (!open || Boolean(fault.path));
    });
  }

  /** Returns the fault to apply to a document. */
  takeFor(method: string, path: string, { suppliers, number }: DocumentFacts): WireFault | undefined {
    return this.#take(method, path, (fault) => {
      if (fault.supplier === undefined && fault.number === undefined) return false;
      const supplied = fault.supplier === undefined || suppliers.includes(fault.supplier);
      return supplied && (fault.number === undefined || fault.number === number);
    });
  }

  /** Whether the body must be read before the fault can be chosen. */
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

/**
 * Decides by the fault's probability whether it applies; the same seed gives the same sequence. Source: mulberry32, a
 * 32-bit generator.
 */
function isDrawn(entry: Entry): boolean {
  const { probability } = entry.fault;
  if (probability === undefined) return true;
  entry.state = (entry.state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(entry.state ^ (entry.state >>> 15), 1 | entry.state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 < probability;
}

const carriedOut: ReadonlySet<FaultKind> = new Set(["cut", "stall", "latency", "drip", "created-but-lost"]);

/** Whether the request is carried out before the fault applies. */
export function isProcessed(fault: WireFault): boolean {
  return fault.processed ?? carriedOut.has(fault.fault);
}

const torn: ReadonlySet<string> = new Set<FaultKind>(["close", "created-but-lost", "reset", "cut", "garbage"]);

/** Whether a complete answer arrives eventually; `null` means no fault. */
export function arrivesWhole(fault: string | null | undefined): boolean {
  return !torn.has(fault ?? "");
}

/** Returns the answer that replaces the real one; undefined for faults that only affect delivery. */
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

/** Returns the 429 in the variant that the fault names. Source: contract §1.3. */
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
