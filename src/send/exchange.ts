import type { Socket } from "node:net";
import { Client, errors } from "undici";
import { codeAndMessage, openConnection, type Route } from "./connect.ts";
import { type Exchange, type Hooks, WireError, type WireFailure, type WireRequest } from "./wire.ts";

/** What is known so far; `over` forbids that a late connection is still used. */
interface State {
  armed: boolean;
  over: boolean;
  status?: number;
  headers: Record<string, string>;
  chunks: Buffer[];
  complete: boolean;
}

/**
 * Makes one request on one fresh connection and closes it. Never throws for what the network does, follows nothing, decompresses
 * nothing and writes the request at most once: a second connection is never asked for once the first was handed over.
 */
export async function exchange(request: WireRequest, route: Route, hooks: Hooks = {}): Promise<Exchange> {
  const state: State = { armed: false, over: false, headers: {}, chunks: [], complete: false };
  const stop = new AbortController();
  const askedToStop = () => stop.abort(new WireError({ kind: "stopped", code: "STOPPED", message: "it was stopped" }));
  const tooLong = () => {
    // Whatever did not answer before the first byte: where there is a proxy, it may be that.
    const proxy = state.armed ? undefined : route.proxy?.origin;
    return new WireError({ kind: "timeout", code: "WHOLE_TIMEOUT", message: "it did not answer in time", proxy });
  };
  const timer = setTimeout(() => stop.abort(tooLong()), route.patience.whole);
  if (hooks.signal?.aborted) askedToStop();
  else hooks.signal?.addEventListener("abort", askedToStop, { once: true });
  const client = new Client(route.origin, {
    connect: (_options, callback) => {
      handOver(route, hooks, state, stop.signal).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
    pipelining: 0,
    headersTimeout: route.patience.head,
    bodyTimeout: route.patience.idle,
    maxHeaderSize: 65_536,
  });
  let failure: WireFailure | undefined;
  try {
    await run(client, request, route.patience.answerBytes, state, stop.signal);
  } catch (error) {
    failure = failureOf(error, stop.signal);
  } finally {
    state.over = true;
    clearTimeout(timer);
    hooks.signal?.removeEventListener("abort", askedToStop);
    stop.abort();
    void client.destroy().catch(() => undefined);
  }
  const { armed, status, headers, complete } = state;
  return { armed, status, headers, body: Buffer.concat(state.chunks), complete, failure };
}

/** Connects, asks the hook, and only then lets go of the socket. From that moment on the outcome may be in doubt. */
async function handOver(route: Route, hooks: Hooks, state: State, signal: AbortSignal): Promise<Socket> {
  if (state.armed || state.over) throw notAgain();
  const socket = await openConnection(route, signal);
  // A socket that breaks while nobody listens would end the process.
  socket.on("error", () => undefined);
  try {
    const said = state.over ? undefined : await hooks.beforeFirstByte?.();
    if (said) throw new WireError({ kind: "hook", code: "HOOK", message: said.message, problem: said });
    if (state.over || signal.aborted) throw notAgain();
    if (socket.destroyed || !socket.writable) {
      throw new WireError({ kind: "connect", code: "ECONNRESET", message: "the connection was closed at once" });
    }
  } catch (error) {
    socket.destroy();
    throw error;
  }
  state.armed = true;
  return socket;
}

function notAgain(): WireError {
  return new WireError({ kind: "broken", code: "NOT_AGAIN", message: "the connection is not opened a second time" });
}

async function run(
  client: Client,
  request: WireRequest,
  cap: number,
  state: State,
  signal: AbortSignal,
): Promise<void> {
  const answer = await client.request({
    method: request.method,
    path: request.path,
    headers: request.headers,
    body: request.body ?? null,
    signal,
  });
  state.status = answer.statusCode;
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) state.headers[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  }
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > cap) {
      state.chunks.push(chunk.subarray(0, chunk.length - (size - cap)));
      throw new WireError({ kind: "too-big", code: "TOO_BIG", message: `the answer is larger than ${cap} bytes` });
    }
    state.chunks.push(chunk);
  }
  state.complete = true;
}

function failureOf(error: unknown, signal: AbortSignal): WireFailure {
  if (signal.aborted && signal.reason instanceof WireError) return signal.reason.failure;
  if (error instanceof WireError) return error.failure;
  const slow = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  return { kind: slow ? "timeout" : "broken", ...codeAndMessage(error) };
}
