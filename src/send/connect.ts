import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { buildConnector, Client } from "undici";
import type { Patience } from "./access.ts";
import type { ProxyServer } from "./proxy.ts";
import { WireError, type WireFailure } from "./wire.ts";

/** The way to one origin. */
export interface Route {
  readonly origin: string;
  readonly proxy?: ProxyServer | undefined;
  readonly extraCa?: string | undefined;
  readonly patience: Patience;
}

/**
 * Opens one connection, secured where the origin is https (TLS 1.2 or newer, HTTP/1.1, no session kept). A connection that could
 * not be made is tried again; a certificate that is wrong is not. Throws WireError; nothing of a request has been written then.
 */
export async function openConnection(route: Route, signal: AbortSignal): Promise<Socket> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptConnection(route, signal);
    } catch (error) {
      const failure = error instanceof WireError ? error.failure : connectFailure(error, route);
      const wait = failure.kind === "connect" && !signal.aborted ? route.patience.pauses[attempt] : undefined;
      if (wait === undefined) throw new WireError(failure);
      await pause(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw new WireError(failure);
    }
  }
}

/** The protocol of a secured connection, and when the certificate of the other end ends (Unix milliseconds). */
export interface Secured {
  readonly protocol: string;
  readonly validTo: number | undefined;
}

export function securedBy(socket: Socket): Secured | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const end = Date.parse(socket.getPeerCertificate().valid_to);
  return { protocol: socket.getProtocol() ?? "TLS", validTo: Number.isNaN(end) ? undefined : end };
}

async function attemptConnection(route: Route, signal: AbortSignal): Promise<Socket> {
  const url = new URL(route.origin);
  const httpSocket = route.proxy ? await openTunnel(route.proxy, url, route, signal) : undefined;
  return connectTo(url, route, signal, httpSocket);
}

/** Asks the proxy for a tunnel (CONNECT); it learns the host and port, and nothing that is meant for the service. */
async function openTunnel(proxy: ProxyServer, target: URL, route: Route, signal: AbortSignal): Promise<Socket> {
  const refuse = (code: string, message: string): WireError =>
    new WireError({ kind: "proxy", code, message, proxy: proxy.origin });
  if (!/^https?:\/\//.test(proxy.origin)) throw refuse("PROXY", `the proxy ${proxy.origin} is not one for HTTP`);
  const authority = `${target.hostname}:${target.port || "443"}`;
  const client = new Client(proxy.origin, {
    connect: { timeout: route.patience.connect, ...tlsOptions(route), maxCachedSessions: 0 },
    headersTimeout: route.patience.connect,
  });
  try {
    const { socket, statusCode } = await client.connect({
      path: authority,
      headers: {
        host: authority,
        ...(proxy.credentials === undefined ? {} : { "proxy-authorization": `Basic ${proxy.credentials}` }),
      },
      signal,
    });
    if (statusCode === 200) return socket as Socket;
    socket.on("error", () => undefined).destroy();
    throw refuse(`PROXY_${statusCode}`, `the proxy ${proxy.origin} answered ${statusCode}`);
  } catch (error) {
    if (error instanceof WireError) throw error;
    const { code, message } = codeAndMessage(error);
    throw refuse(code, `the proxy ${proxy.origin} cannot be used: ${message}`);
  } finally {
    void client.destroy().catch(() => undefined);
  }
}

function connectTo(url: URL, route: Route, signal: AbortSignal, httpSocket: Socket | undefined): Promise<Socket> {
  const connect = buildConnector({ timeout: route.patience.connect, ...tlsOptions(route), maxCachedSessions: 0 });
  const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return new Promise((resolve, reject) => {
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    const target = { hostname, host: url.host, protocol: url.protocol, port, ...(httpSocket ? { httpSocket } : {}) };
    // The connector returns the socket on its way, which its types keep quiet about; a stop must not wait for the timeout.
    const connecting = connect(target, (error, socket) => {
      signal.removeEventListener("abort", giveUp);
      if (error) {
        httpSocket?.destroy();
        reject(error);
      } else resolve(socket);
    }) as unknown as Socket;
    const giveUp = () => connecting.destroy(new Error("stopped"));
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  });
}

function tlsOptions(route: Route): { minVersion: "TLSv1.2"; rejectUnauthorized: true; secureContext?: SecureContext } {
  const strict = { minVersion: "TLSv1.2", rejectUnauthorized: true } as const;
  if (route.extraCa === undefined) return strict;
  // The `ca` option would replace the known authorities; adding to a context that has them is the only way to add.
  const secureContext = createSecureContext(strict);
  secureContext.context.addCACert(route.extraCa);
  return { ...strict, secureContext };
}

const connectCodes = new Set(["UND_ERR_CONNECT_TIMEOUT", "ENETUNREACH", "EHOSTUNREACH", "EADDRNOTAVAIL"]);

/** Sorts what went wrong while connecting: a handshake that broke is a matter of TLS, everything earlier one of the connection. */
function connectFailure(error: unknown, route: Route): WireFailure {
  const { code, message } = codeAndMessage(error);
  const first = error instanceof AggregateError ? (error.errors[0] as { syscall?: string; code?: string }) : undefined;
  const syscall = first?.syscall ?? (error as { syscall?: string }).syscall;
  const early = syscall === "connect" || syscall === "getaddrinfo" || connectCodes.has(code);
  const kind = early || route.origin.startsWith("http:") ? "connect" : "tls";
  return { kind, code, message, proxy: route.proxy?.origin };
}

/** The code and text of any error; several attempts at once (IPv6 and IPv4) speak by their first. */
export function codeAndMessage(error: unknown): { code: string; message: string } {
  const told = (error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error) as {
    code?: unknown;
    message?: unknown;
    name?: unknown;
  };
  return {
    code: String(told?.code ?? told?.name ?? "UNKNOWN"),
    message: String(told?.message || told?.code || "unknown"),
  };
}
