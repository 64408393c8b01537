import { isLoopbackHost } from "../contract/index.ts";
import type { Environment } from "../environment/index.ts";

export interface ProxyServer {
  /** Scheme, host and port, without credentials: safe to show. */
  readonly origin: string;
  /** Sent in Proxy-Authorization; never shown. */
  readonly credentials?: string | undefined;
}

/**
 * Returns the proxy for an origin, as set by HTTPS_PROXY and NO_PROXY (the lower-case names take precedence, as is
 * usual). An http origin is always loopback, and loopback never uses a proxy. A proxy that is not an http(s) address is
 * still returned, so that connecting to it fails and it is not bypassed.
 */
export function proxyFor(origin: string, environment: Environment): ProxyServer | undefined {
  const url = new URL(origin);
  const setting = (environment.https_proxy || environment.HTTPS_PROXY || "").trim();
  if (url.protocol !== "https:" || setting === "" || url.hostname === "localhost" || isLoopbackHost(url.hostname))
    return undefined;
  if (isExcepted(url, environment.no_proxy || environment.NO_PROXY || "")) return undefined;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(setting) ? setting : `http://${setting}`;
  if (!URL.canParse(address)) return { origin: "an address that cannot be read (HTTPS_PROXY)" };
  const proxy = new URL(address);
  const credentials = proxy.username
    ? Buffer.from(`${decoded(proxy.username)}:${decoded(proxy.password)}`).toString("base64")
    : undefined;
  return { origin: `${proxy.protocol}//${proxy.host}`, credentials };
}

/**
 * Whether NO_PROXY lists the host. The list may contain `*`, `host`, `.host`, `*.host` and `host:port`; a name also
 * covers its subdomains.
 */
function isExcepted(url: URL, list: string): boolean {
  const host = url.hostname.toLowerCase();
  const port = url.port || "443";
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [, name = "", entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      const bare = name.replace(/^\*?\./, "");
      return (
        (entryPort === undefined || entryPort === port) && bare !== "" && (host === bare || host.endsWith(`.${bare}`))
      );
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
