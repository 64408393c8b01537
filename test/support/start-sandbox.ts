import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openSandbox, type RunningSandbox, type StartOptions } from "../../src/sandbox/index.ts";
import { wrongByDescription } from "./judge-exchange.ts";

/** A clock that only tests move. */
export class SettableClock {
  at: number;
  constructor(at = Date.parse("2026-06-15T08:00:00Z")) {
    this.at = at;
  }
  now(): number {
    return this.at;
  }
  advance(seconds: number): void {
    this.at += seconds * 1000;
  }
}

/** An answer that has been read completely; `body` is its parsed JSON, if it is JSON. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  readonly body: any;
}

export interface TestSandbox extends RunningSandbox {
  readonly folder: string;
  readonly clock: SettableClock;
  /** Internal errors of the sandbox; the test fails at its end if there are any. */
  readonly faults: unknown[];
  /**
   * Sends a request with the token, unless the headers contain another one. An object is sent as JSON, a string
   * unchanged. An accepted request or an answer that contradicts the sandbox's own description fails the test.
   */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ReadAnswer>;
}

/**
 * Starts a sandbox on a free port, with its own folder and clock; it ends with the test. By default, it has no rate
 * limit.
 */
export async function startTestSandbox(options: Partial<StartOptions> = {}): Promise<TestSandbox> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "selfbill-sandbox-")));
  const clock = options.clock instanceof SettableClock ? options.clock : new SettableClock();
  const faults: unknown[] = [];
  const started = await openSandbox({ rate: 0, clock, onFault: (error) => faults.push(error), ...options, folder });
  if (!started.ok) throw new Error(started.problems[0].message);
  const running = started.value;
  onTestFinished(async () => {
    await running.close();
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    if (faults.length > 0) throw faults[0];
  });
  const described = { strict: options.strict === true, hasOddAnswers: options.oddAnswers !== undefined };
  return {
    ...running,
    folder,
    clock,
    faults,
    call: (...request) => callSandbox(running, described, ...request),
  };
}

let inside = false;

/** Makes `call` use the sandbox inside this process, as commands with --sandbox do, instead of HTTP. */
export function callInside(): void {
  inside = true;
}

/** Sandboxes whose answers their description does not cover: with injected faults. */
const disturbed = new Set<string>();

async function callSandbox(
  sandbox: RunningSandbox,
  described: Parameters<typeof wrongByDescription>[1],
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<ReadAnswer> {
  const named = { authorization: `Bearer ${sandbox.token}`, ...more };
  const headers = body === undefined ? named : { "content-type": "application/json", ...named };
  const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  // The self-description, which needs no token, is fetched from the server.
  const response =
    inside && /^\/(?:api|sandbox)\/(?!openapi)/.test(path)
      ? await answerInside(sandbox, method, path, headers, sent)
      : await fetch(sandbox.baseUrl + path, { method, headers, ...(sent === undefined ? {} : { body: sent }) });
  const text = await response.text();
  if (path.startsWith("/sandbox/faults") && method === "POST") disturbed.add(sandbox.baseUrl);
  const exchange = { method, target: path, sent, status: response.status, headers: response.headers, text };
  const wrong = wrongByDescription(exchange, described, disturbed.has(sandbox.baseUrl));
  if (wrong.length > 0) throw new Error(`the sandbox does not do what it says of itself:\n${wrong.join("\n")}`);
  const isJson = text !== "" && response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

async function answerInside(
  sandbox: RunningSandbox,
  method: string,
  path: string,
  headers: Record<string, string>,
  text: string | undefined,
): Promise<Response> {
  const body = text === undefined ? undefined : new TextEncoder().encode(text);
  const answer = await sandbox.answer({ method, path, headers, body });
  return new Response(answer.body.length > 0 ? Buffer.from(answer.body) : null, {
    status: answer.status,
    headers: answer.headers,
  });
}
