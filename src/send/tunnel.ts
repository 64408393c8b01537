import type { Socket } from "node:net";
import { Client } from "undici";
import type { ProxyServer } from "./proxy.ts";
import { type Route, tlsOptions } from "./route.ts";
import { codeAndMessage, WireError } from "./wire.ts";

/** Opens a tunnel with CONNECT, so the proxy learns only the host and port. */
export async function openTunnel(proxy: ProxyServer, target: URL, route: Route, signal: AbortSignal): Promise<Socket> {
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
