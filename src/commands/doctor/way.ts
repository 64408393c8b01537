import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Environment } from "../../environment/index.ts";
import { problem } from "../../problem/index.ts";
import { type Check, faulty, fine } from "./check.ts";

/** Checks the proxy settings. `proxy` is undefined for direct connections. */
export function proxyCheck(environment: Environment, proxy: string | undefined): Check {
  const facts = { proxy: proxy ?? null };
  if (proxy !== undefined) return fine("proxy", "Proxy", `${proxy} (HTTPS_PROXY)`, facts);
  const set = environment.https_proxy || environment.HTTPS_PROXY;
  if (set) return fine("proxy", "Proxy", "not used for this service (NO_PROXY, or an address of this computer)", facts);
  const http = environment.http_proxy || environment.HTTP_PROXY;
  return fine("proxy", "Proxy", http ? "none: HTTP_PROXY is set, but only HTTPS_PROXY counts" : "none", facts);
}

/** Lists the certificate authorities used in addition to Node's own, with the number of certificates in each file. */
export function authorityChecks(
  files: readonly { readonly from: string; readonly path: string }[],
  now: number,
): Check[] {
  if (files.length === 0) return [fine("ca", "Authorities", "those built into Node", { file: null })];
  return files.map(({ from, path }) => authorityCheck(from, path, now));
}

function authorityCheck(from: string, path: string, now: number): Check {
  const facts = { file: path, from };
  const refuse = (why: string): Check => {
    const hint = "Name a file that holds certificates in PEM format.";
    return faulty("ca", "Authorities", problem("ca-unusable", `The file ${path} (${from}) ${why}.`, hint), facts);
  };
  try {
    const found = readFileSync(path, "utf8").match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    if (found.length === 0) return refuse("holds no certificate");
    const ended = found.map((pem) => new X509Certificate(pem)).filter(({ validTo }) => Date.parse(validTo) < now);
    if (ended.length === found.length) return refuse("holds only certificates that have expired");
    const count = found.length === 1 ? "1 certificate" : `${found.length} certificates`;
    return fine("ca", "Authorities", `those built into Node, and ${count} in ${path} (${from})`, facts);
  } catch (error) {
    return refuse(`cannot be read: ${(error as Error).message}`);
  }
}
