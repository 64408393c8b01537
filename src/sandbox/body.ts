import type { IncomingMessage } from "node:http";

/** `lost` means that the client disconnected. */
export type BodyRead =
  | { readonly ended: "whole"; readonly text: string }
  | { readonly ended: "too-big" | "not-text" | "lost" };

/**
 * An unread body is discarded up to these limits, so that a client that is still sending can read the answer.
 */
const drainLimit = { bytes: 256 * 1024 * 1024, milliseconds: 30_000 };

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

export function isJsonType(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return /^application\/json *(?:;|$)/i.test(String(headers["content-type"] ?? ""));
}

/**
 * Reads UTF-8 text of at most `limit` bytes. Stops at the first byte beyond the limit, with or without a
 * Content-Length.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<BodyRead> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return { ended: "too-big" };
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > limit) return { ended: "too-big" };
      chunks.push(chunk as Buffer);
    }
  } catch {
    return { ended: "lost" };
  }
  if (!request.complete) return { ended: "lost" };
  try {
    return { ended: "whole", text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { ended: "not-text" };
  }
}

/**
 * Discards the rest of the body; resolves when the body or the connection ends, or when one of the limits above is
 * reached.
 */
export function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let left = drainLimit.bytes;
    const timer = setTimeout(done, drainLimit.milliseconds);
    function done(): void {
      clearTimeout(timer);
      request.off("data", count);
      resolve();
    }
    function count(chunk: Buffer): void {
      left -= chunk.length;
      if (left < 0) done();
    }
    request.on("data", count).once("end", done).once("close", done).once("error", done);
    request.resume();
  });
}
