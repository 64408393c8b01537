import { connect, isIP, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connect as secureConnect, TLSSocket } from "node:tls";
import { type Route, tlsOptions } from "./route.ts";
import { codeAndMessage, WireError, type WireFailure } from "./wire.ts";

/**
 * Opens one connection, using TLS if the origin is https (TLS 1.2 or newer, HTTP/1.1, no session reuse). Retries if no
 * connection can be made, but not after a refusal by the proxy or a failed TLS handshake. If it throws a WireError, no
 * byte of a request has been written.
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

/** The protocol, and when the peer's certificate expires (Unix milliseconds). */
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
  if (route.proxy === undefined) return connectTo(url, route, signal);
  // Loaded on demand, because most computers do not use a proxy.
  const { openTunnel } = await import("./tunnel.ts");
  return connectTo(url, route, signal, await openTunnel(route.proxy, url, route, signal));
}

/** Connects through the tunnel if there is one. The signal can abort the attempt before the time limit. */
function connectTo(url: URL, route: Route, signal: AbortSignal, tunnel?: Socket): Promise<Socket> {
  const isSecure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const to = { host, port: Number(url.port || (isSecure ? 443 : 80)) };
  const secured = {
    servername: isIP(host) ? "" : host,
    ALPNProtocols: ["http/1.1"],
    ...(tunnel && { socket: tunnel }),
  };
  const socket = isSecure ? secureConnect({ ...to, ...secured, ...tlsOptions(route) }) : connect(to);
  socket.setNoDelay(true).setKeepAlive(true, 60_000);
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy(new Error("stopped"));
    const tooLong = () => socket.destroy(Object.assign(new Error("it did not answer in time"), { code: tooSlow }));
    const timer = setTimeout(tooLong, route.patience.connect);
    const ended = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    };
    socket
      .once(isSecure ? "secureConnect" : "connect", () => {
        ended();
        resolve(socket);
      })
      .on("error", (error) => {
        ended();
        tunnel?.destroy();
        reject(error);
      });
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  });
}

/** The error code if connecting, including the handshake, took too long. */
const tooSlow = "CONNECT_TIMEOUT";
const connectCodes = new Set([tooSlow, "ENETUNREACH", "EHOSTUNREACH", "EADDRNOTAVAIL"]);

/** Classifies the error: a failed handshake is a TLS failure; anything earlier is a connection failure. */
function connectFailure(error: unknown, route: Route): WireFailure {
  const { code, message } = codeAndMessage(error);
  const first = error instanceof AggregateError ? (error.errors[0] as { syscall?: string; code?: string }) : undefined;
  const syscall = first?.syscall ?? (error as { syscall?: string }).syscall;
  const early = syscall === "connect" || syscall === "getaddrinfo" || connectCodes.has(code);
  const kind = early || route.origin.startsWith("http:") ? "connect" : "tls";
  return { kind, code, message, proxy: route.proxy?.origin };
}
