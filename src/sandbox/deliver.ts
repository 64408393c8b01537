import type { IncomingMessage, ServerResponse } from "node:http";
import { limits } from "../contract/index.ts";
import { drain, hasBody } from "./body.ts";
import type { Reply } from "./reply.ts";

/** How a queued fault changes the delivery of an answer. */
export type Interference =
  /** Number of body bytes sent before the connection is closed. */
  | { readonly cutAfter: number }
  /** Bytes per piece, and the pause between pieces. */
  | { readonly piece: number; readonly pause: () => Promise<void> };

/** Delivers the whole answer even to a client that is still sending its body. */
export async function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  headers: Readonly<Record<string, string>>,
  interference?: Interference,
): Promise<void> {
  const body = typeof reply.body === "string" ? Buffer.from(reply.body) : reply.body;
  const stillSending = hasBody(request) && !request.readableEnded;
  // Reading a short body to its end keeps the connection usable.
  const short = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY) <= limits.bodyBytes;
  const early = stillSending && (!short || expectsContinue(request));
  if (stillSending && !early) await drain(request);
  if (response.destroyed) return;
  response.writeHead(reply.status, {
    "Content-Type": reply.type,
    "Content-Length": body.length,
    "Cache-Control": "no-store",
    ...headers,
    ...reply.headers,
    ...(early ? { Connection: "close" } : {}),
  });
  if (interference && "cutAfter" in interference) {
    response.write(body.subarray(0, interference.cutAfter), () => response.destroy());
    return;
  }
  if (interference) await drip(response, body, interference);
  else response.write(body);
  // Closing with unread bytes would reset the connection and lose the answer.
  if (early) await drain(request);
  response.end();
}

async function drip(
  response: ServerResponse,
  body: Uint8Array,
  { piece, pause }: { readonly piece: number; readonly pause: () => Promise<void> },
): Promise<void> {
  for (let from = 0; from < body.length && !response.destroyed; from += piece) {
    response.write(body.subarray(from, from + piece));
    await pause();
  }
}

function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === "100-continue";
}
