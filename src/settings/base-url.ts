import { isLoopbackHost } from "../contract/index.ts";
import { fail, ok, problem, type Result, suggest } from "../problem/index.ts";

export interface BaseUrl {
  /** Without a trailing slash; a path before `/api/` is kept. */
  readonly url: string;
  /** Scheme, host and port; tokens belong to an origin. */
  readonly origin: string;
  /**
   * Whether the host is a literal loopback address (127.0.0.0/8 or [::1]): if so, it may be a sandbox, and plain http
   * is allowed.
   */
  readonly loopback: boolean;
}

const shape = /^(https?):\/\/([^/?#@\\]+)((?:\/[A-Za-z0-9._~-]+)*)\/?$/i;

/**
 * Accepts only https, or http for literal loopback addresses, without a user, password, query or fragment. The host
 * must be written as it is resolved, so that `http://0x7f.1` or a look-alike letter cannot pass for something else.
 * Problem: `bad-setting`.
 */
export function parseBaseUrl(text: string): Result<BaseUrl> {
  const given = withoutLastDot(text.trim());
  const parts = shape.exec(given);
  if (/^[a-z]+:\/\/[^/]*@/i.test(given)) {
    return refuse(given, "holds a user name or password", `Leave it out; the token is stored with ${suggest`login`}.`);
  }
  if (!parts || !URL.canParse(given)) {
    return refuse(
      given,
      "is not an address of a service",
      "Write it like https://api.example.com, without anything after it.",
    );
  }
  const url = new URL(given);
  const [, scheme = "", host = "", path = ""] = parts;
  if (!writtenPlainly(host.toLowerCase(), url) || path.split("/").some((segment) => /^\.+$/.test(segment))) {
    return refuse(
      given,
      `would in fact mean ${url.origin}${url.pathname}`,
      "Write the host in lower-case ASCII letters.",
    );
  }
  if (/^(?:0\.\d+\.\d+\.\d+|\[::(?:ffff:0:\d+)?\])$/.test(url.hostname) || url.port === "0") {
    return refuse(given, "names no computer or no port", "Write the address that the service gave you.");
  }
  const loopback = isLoopback(url.origin);
  if (/(?:^|\.)localhost$/.test(url.hostname)) {
    return refuse(
      given,
      "uses a name of this computer that can be redirected",
      "Write 127.0.0.1 instead of localhost.",
    );
  }
  if (scheme.toLowerCase() === "http" && !loopback) {
    return refuse(given, "is not encrypted", "Write https://. Plain http is for a sandbox on 127.0.0.1 or [::1] only.");
  }
  return ok({ url: url.origin + path, origin: url.origin, loopback });
}

/**
 * Removes a final dot from the host. The dot does not change which host is meant, so addresses with and without it must
 * share one token and one account.
 */
function withoutLastDot(address: string): string {
  return address.replace(/^([a-z]+:\/\/[^/?#@\\]*[^/?#@\\.\d])\.(?=[:/]|$)/i, "$1");
}

/** Whether the address is on this computer. */
export function isLoopback(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname);
}

function writtenPlainly(host: string, url: URL): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return host === url.hostname || host === `${url.hostname}:${port}`;
}

/** Removes everything that may be a user, a password or a token, even from a malformed address. */
function withoutSecrets(text: string): string {
  return text.replace(/^((?:[a-z]+:)?\/*).*@/is, "$1…@").replace(/([?#]).+/s, "$1…");
}

function refuse(text: string, why: string, hint: string): Result<BaseUrl> {
  return fail(
    problem("bad-setting", `The base URL ${withoutSecrets(text)} ${why}.`, hint, { where: { path: "base_url" } }),
  );
}
