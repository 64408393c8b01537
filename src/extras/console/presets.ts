import type { FaultOrder, Watch } from "../../sandbox/index.ts";

export interface Preset {
  readonly id: string;
  readonly says: string;
  readonly means: string;
  readonly order: FaultOrder;
}

/** Faults for training, described as the sender sees them. */
export const presets: readonly Preset[] = [
  {
    id: "lost",
    says: "Created, but the answer is lost",
    means: "The document exists, and the sender does not know it: it is in doubt.",
    order: { fault: "created-but-lost", method: "POST" },
  },
  {
    id: "closed",
    says: "Not created, and no answer",
    means: "The connection ends before anything was stored. To the sender it looks the same as the one above.",
    order: { fault: "close", method: "POST", processed: false },
  },
  {
    id: "error",
    says: "The service answers with an error (500)",
    means: "Nothing is created, but the sender cannot be sure of that.",
    order: { fault: "status", status: 500, method: "POST" },
  },
  {
    id: "limit",
    says: "Too many requests (429), wait 5 seconds",
    means: "Nothing is created. A careful sender waits and tries again.",
    order: { fault: "rate-limited", retry_after: 5, method: "POST" },
  },
  {
    id: "gateway",
    says: "A page of a gateway instead of an answer (502)",
    means: "Something between the sender and the service answered in its place.",
    order: { fault: "not-json", method: "POST" },
  },
  {
    id: "cut",
    says: "Created, and the answer is cut off",
    means: "The document exists; half of the answer arrives.",
    order: { fault: "cut", method: "POST" },
  },
  {
    id: "late",
    says: "The answer comes 5 seconds late",
    means: "Everything works, slowly. This one is also met by reading.",
    order: { fault: "latency", milliseconds: 5000 },
  },
];

/** Steps by which the clock can be moved, in seconds. */
export const clockSteps: readonly (readonly [seconds: number, says: string])[] = [
  [10, "10 seconds"],
  [60, "1 minute"],
  [3600, "1 hour"],
  [86_400, "1 day"],
  [2_592_000, "30 days"],
];

export type Queued = ReturnType<Watch["controls"]["faults"]["list"]>[number];

/** Whether the queued fault matches this preset, regardless of the number of requests and the probability. */
export function isQueuedAs({ fault }: Queued, { order }: Preset): boolean {
  const { times: _, probability: __, ...plain } = fault;
  const own = new Map<string, unknown>(Object.entries(plain));
  const wanted = Object.entries(order);
  return own.size === wanted.length && wanted.every(([name, value]) => own.get(name) === value);
}
