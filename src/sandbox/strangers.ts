import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { message, type Reply } from "./reply.ts";

/**
 * A web page must not be able to reach the sandbox: not by another host name, and not from a browser at all. `allowed` are names that
 * whoever started it gave, whatever the port: a container's may be another one outside.
 */
export function refuseStrangers(request: IncomingMessage, allowed: readonly string[]): Reply | undefined {
  const port = (request.socket.address() as AddressInfo).port;
  // Node keeps the first of two; whatever stood before this server may have gone by the other.
  const named = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  if (named.length > 1) return message(400, "A request names one Host");
  const host = request.headers.host?.toLowerCase() ?? "";
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const name = host.replace(/:\d+$/, "");
  if (!hosts.includes(host) && !allowed.some((each) => each.toLowerCase() === name)) {
    return message(403, "The sandbox answers to its own loopback address only, and to names given with --allow-host");
  }
  return request.headers.origin === undefined ? undefined : message(403, "The sandbox answers no web pages");
}
