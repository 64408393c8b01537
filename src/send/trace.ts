import { createHash } from "node:crypto";
import { redacted } from "./redact.ts";
import type { Exchange, WireRequest } from "./wire.ts";

/** Receives the lines of a trace. Must not throw. */
export type Trace = (lines: readonly string[]) => void;

/** Headers that contain a secret. */
const secret = /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key)$/i;

/**
 * Returns lines for troubleshooting: the method, path and headers, and the size and SHA-256 of the body. The body
 * itself is left out, because it is a document. The token is removed in every form.
 */
export function requestLines(request: WireRequest, origin: string, token: string): string[] {
  const lines = [
    `> ${request.method} ${origin}${request.path}`,
    ...headerLines(">", request.headers),
    ...bodyLine(">", request.body),
  ];
  return lines.map((line) => clean(line, token));
}

/**
 * Returns lines about the answer, without the `secrets`: those that were sent, and those that the answer itself issues.
 */
export function answerLines(answer: Exchange, took: number, ...secrets: readonly string[]): string[] {
  const { status, headers, body, complete, failure, armed } = answer;
  const failed = failure === undefined ? [] : [`< failed: ${failure.kind} ${failure.code}: ${failure.message}`];
  const left = armed ? [] : ["< nothing left this computer"];
  const head = status === undefined ? [] : [`< ${status}${complete ? "" : " (cut)"}`, ...headerLines("<", headers)];
  const lines = [...head, ...bodyLine("<", body), ...failed, ...left, `< after ${took} ms`];
  return lines.map((line) => clean(line, ...secrets));
}

function headerLines(mark: string, headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${mark} ${name}: ${secret.test(name) ? "[hidden]" : value}`);
}

function bodyLine(mark: string, body: Uint8Array | undefined): string[] {
  if (body === undefined || body.length === 0) return [];
  return [`${mark} body: ${body.length} bytes, SHA-256 ${createHash("sha256").update(body).digest("hex")}`];
}

/** Returns one line of visible characters, without the secrets. */
function clean(line: string, ...secrets: readonly string[]): string {
  return secrets
    .reduce(redacted, line)
    .replace(/[^\x20-\x7e]/gu, "?")
    .slice(0, 2_000);
}
