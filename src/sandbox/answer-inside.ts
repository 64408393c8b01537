import { limits } from "../contract/index.ts";
import { answerOrFault, answerVisit } from "./answer-visit.ts";
import type { BodyRead } from "./body.ts";
import { arrivesWhole } from "./faults.ts";
import type { Offices } from "./offices.ts";
import { visitOf } from "./visit.ts";

export interface InsideRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

/** The complete answer; header names are in lower case. */
export interface InsideAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Like the server, but without HTTP: the same checks in the same order, the same documents, quota, log and queued
 * faults. Only delays are not simulated, because they need a connection. Throws if a fault prevents the answer from
 * arriving.
 */
export async function answerInside(
  { method, path, headers, body = new Uint8Array() }: InsideRequest,
  offices: Offices,
  onFault: (error: unknown) => void,
): Promise<InsideAnswer> {
  const small = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const incoming = { method, target: path, headers: Object.fromEntries(small), text: async () => textIn(body) };
  const seen = visitOf(incoming, offices.main);
  const reply = await answerOrFault(seen, () => answerVisit(seen, offices), onFault);
  if (reply === undefined || !arrivesWhole(seen.fault?.fault)) throw new Error("the sandbox gave no whole answer");
  const sent = typeof reply.body === "string" ? Buffer.from(reply.body) : reply.body;
  const all = {
    date: new Date().toUTCString(),
    "content-type": reply.type,
    "content-length": String(sent.length),
    "cache-control": "no-store",
    ...seen.quota,
    ...reply.headers,
  };
  const named = Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status: reply.status,
    headers: Object.fromEntries(named),
    body: method === "HEAD" ? new Uint8Array() : sent,
  };
}

function textIn(body: Uint8Array): BodyRead {
  if (body.length > limits.bodyBytes) return { ended: "too-big" };
  try {
    return { ended: "whole", text: new TextDecoder("utf-8", { fatal: true }).decode(body) };
  } catch {
    return { ended: "not-text" };
  }
}
