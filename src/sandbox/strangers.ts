import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { message, type Reply } from "./reply.ts";

/**
 * Rejects requests under an unknown host name and requests from web pages, so that no page in a browser can reach the
 * sandbox. `allowed` lists the host names given by the user; they are valid for any port, because a container may map a
 * different one. `browser` is true for paths that serve pages; these pages may send requests to their own origin.
 */
export function refuseStrangers(
  request: IncomingMessage,
  allowed: readonly string[],
  browser = false,
): Reply | undefined {
  const port = (request.socket.address() as AddressInfo).port;
  // Reject a repeated Host header: Node keeps the first; a proxy in front of this server may have used the other.
  const named = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  if (named.length > 1) return message(400, "A request names one Host");
  const host = request.headers.host?.toLowerCase() ?? "";
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const name = host.replace(/:\d+$/, "");
  if (!hosts.includes(host) && !allowed.some((each) => each.toLowerCase() === name)) {
    return message(403, "The sandbox answers to its own loopback address only, and to names given with --allow-host");
  }
  const { origin } = request.headers;
  if (browser) return refuseOtherPages(request, host);
  return origin === undefined ? undefined : message(403, "The sandbox answers no web pages");
}

/**
 * Rejects requests from pages other than the console's. Pages on this computer may differ only by port, which cookies
 * ignore. So a request that changes something must name the console as its origin, and the browser's headers on other
 * requests must not name another page.
 */
function refuseOtherPages({ method, headers }: IncomingMessage, host: string): Reply | undefined {
  const refused = message(403, "The console answers its own pages only");
  const { origin } = headers;
  const reads = method === "GET" || method === "HEAD";
  if (origin === undefined ? !reads : origin.toLowerCase() !== `http://${host}`) return refused;
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none" ? undefined : refused;
}
