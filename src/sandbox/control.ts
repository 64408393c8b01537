import * as z from "zod";
import { isJsonObject, JsonNumber, type JsonValue, parseJson } from "../json/index.ts";
import type { Account } from "./account.ts";
import { type FaultQueue, faultsSchema } from "./faults.ts";
import { json, message, type Reply } from "./reply.ts";

/** What the control calls may change. Times are Unix milliseconds. */
export interface Controls {
  readonly faults: FaultQueue;
  readonly now: () => number;
  /** Moves the sandbox's clock by this many milliseconds; kept with the data, for all processes of the folder. */
  readonly moveClock: (milliseconds: number) => void;
  /** Forgets all documents, the running quota window, queued faults and the clock's offset. */
  readonly reset: () => void;
}

const clockSchema = z.union([
  z.strictObject({ advance_seconds: z.number().min(0) }),
  z.strictObject({ now: z.int().min(0) }),
]);

/** Calls that exist in the sandbox only; they count against no quota. Source: Decision 14. */
const calls: Readonly<Record<string, (body: unknown, controls: Controls) => Reply>> = {
  "/sandbox/faults": (body, { faults }) => {
    const parsed = faultsSchema.safeParse(body);
    return parsed.success ? json(200, { queued: faults.add(parsed.data.faults) }) : unfit(parsed.error);
  },
  "/sandbox/clock": (body, { now, moveClock }) => {
    const parsed = clockSchema.safeParse(body);
    if (!parsed.success) return unfit(parsed.error);
    const by = "now" in parsed.data ? parsed.data.now - now() : parsed.data.advance_seconds * 1000;
    moveClock(Math.round(by));
    return json(200, { now: now() });
  },
  "/sandbox/reset": (_, { reset }) => {
    reset();
    return json(200, { reset: true });
  },
};

/** Where the sandbox tells that it is one; needs no token and counts against no quota. */
export const selfPath = "/sandbox";

/** That this is a sandbox, and which: the id of its data folder, whatever the port. */
export function self({ accountId }: Pick<Account, "accountId">): Reply {
  return json(200, { service: "selfbill sandbox", id: accountId.replace(/^sandbox:/, "") });
}

export function isControlPath(path: string): boolean {
  return path.startsWith("/sandbox/");
}

export function controlReply(method: string, path: string, text: string, controls: Controls): Reply {
  const call = Object.hasOwn(calls, path) ? calls[path] : undefined;
  if (!call) return message(404, `There is no ${path}; the sandbox has ${Object.keys(calls).join(", ")}`);
  if (method !== "POST") return message(405, `${path} takes POST only`, { Allow: "POST" });
  const body = text.trim() === "" ? { ok: true as const, value: {} } : parseJson(text);
  return body.ok ? call(plain(body.value), controls) : message(400, body.problems[0].message);
}

function unfit(error: z.ZodError): Reply {
  const says = error.issues.map((issue) => `${issue.path.join(".") || "the body"}: ${issue.message}`).join("; ");
  return message(400, `The control call cannot be read: ${says}`);
}

/** Control bodies hold counts and times only, so their numbers may become JS numbers. */
function plain(value: JsonValue | undefined): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
