import { isUtf8 } from "node:buffer";
import { type ClientRequest, type IncomingMessage, request as makeRequest } from "node:http";
import type { Socket } from "node:net";
import { openConnection } from "./connect.ts";
import type { Route } from "./route.ts";
import { codeAndMessage, type Exchange, type Hooks, WireError, type WireFailure, type WireRequest } from "./wire.ts";

/** `over` prevents the use of a connection that becomes ready too late. */
interface State {
  armed: boolean;
  over: boolean;
  status: number | undefined;
  headers: Record<string, string>;
  chunks: Buffer[];
  /** Total bytes of all chunks. */
  size: number;
  complete: boolean;
}

/**
 * Sends one request on one new connection, which is then closed. Never throws because of a network error, does not
 * follow redirects, and writes the request at most once: once a connection has been handed
 * over, a second one is never opened.
 */
export async function exchange(request: WireRequest, route: Route, hooks: Hooks = {}): Promise<Exchange> {
  const state: State = {
    armed: false,
    over: false,
    status: undefined,
    headers: {},
    chunks: [],
    size: 0,
    complete: false,
  };
  const stop = new AbortController();
  const askedToStop = () => stop.abort(new WireError({ kind: "stopped", code: "STOPPED", message: "it was stopped" }));
  const tooLong = () => {
    // Before the first byte is written, the proxy may be the cause of the timeout.
    const proxy = state.armed ? undefined : route.proxy?.origin;
    return new WireError({ kind: "timeout", code: "WHOLE_TIMEOUT", message: "it did not answer in time", proxy });
  };
  const timer = setTimeout(() => stop.abort(tooLong()), route.patience.whole);
  if (hooks.signal?.aborted) askedToStop();
  else hooks.signal?.addEventListener("abort", askedToStop, { once: true });
  let failure: WireFailure | undefined;
  try {
    await run(request, route, hooks, state, stop);
  } catch (error) {
    failure = failureOf(error, stop.signal);
  } finally {
    state.over = true;
    clearTimeout(timer);
    hooks.signal?.removeEventListener("abort", askedToStop);
    stop.abort();
  }
  const { armed, status, headers, complete } = state;
  const packed = Buffer.concat(state.chunks);
  const encoding = complete ? headers["content-encoding"] : undefined;
  const body = encoding === undefined ? packed : await unpack(packed, encoding, route.patience.answerBytes);
  return { armed, status, headers, body, complete, failure };
}

async function unpack(packed: Buffer, encoding: string, cap: number): Promise<Buffer> {
  const { unpacked } = await import("./unpacked.ts");
  return unpacked(packed, encoding, cap);
}

/** Connects, calls the hook, and only then releases the socket. From that moment on, the outcome may be in doubt. */
async function handOver(route: Route, hooks: Hooks, state: State, signal: AbortSignal): Promise<Socket> {
  if (state.armed || state.over) throw notAgain();
  const socket = await openConnection(route, signal);
  // Without a listener, a socket error would end the process.
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

/**
 * Creates the request. Node checks it before a connection is opened, and writes it once the connection has been handed
 * over.
 */
function ask(request: WireRequest, route: Route, hooks: Hooks, state: State, signal: AbortSignal): ClientRequest {
  return makeRequest({
    method: request.method,
    path: request.path,
    headers: { host: new URL(route.origin).host, connection: "close", ...request.headers },
    maxHeaderSize: 65_536,
    // Set explicitly, so that the flags Node was started with do not matter.
    insecureHTTPParser: false,
    createConnection: (_options, callback) => {
      handOver(route, hooks, state, signal).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, undefined as never),
      );
      return undefined;
    },
  });
}

async function run(
  request: WireRequest,
  route: Route,
  hooks: Hooks,
  state: State,
  stop: AbortController,
): Promise<void> {
  const { signal } = stop;
  const { head, idle, answerBytes } = route.patience;
  const silence = silenceBefore(stop);
  const asked = ask(request, route, hooks, state, signal);
  let answer: IncomingMessage | undefined;
  let broken: Error | undefined;
  signal.addEventListener("abort", () => (answer ?? asked).destroy(signal.reason), { once: true });
  try {
    asked.once("socket", () => silence.begin(head));
    asked.once("finish", () => state.status === undefined && silence.begin(head));
    if (hooks.waiting) asked.once("finish", hooks.waiting);
    asked.on("error", (error) => {
      broken ??= error;
    });
    asked.end(request.body);
    answer = await answerTo(asked, signal);
    take(answer, state);
    silence.begin(idle);
    await body(answer, (chunk) => {
      silence.begin(idle);
      keep(chunk, state, answerBytes);
    });
    state.complete = answer.complete;
  } catch (error) {
    // While receiving, the answer only reports that it is broken; the request's own error, such as a parser error,
    // names the cause.
    throw broken ?? error;
  } finally {
    silence.end();
    asked.destroy();
  }
}

/** Aborts the exchange if no data arrives for the given number of milliseconds. */
function silenceBefore(stop: AbortController): { begin(milliseconds: number): void; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = () =>
    stop.abort(new WireError({ kind: "timeout", code: "SILENCE", message: "it did not answer in time" }));
  return {
    begin(milliseconds) {
      clearTimeout(timer);
      timer = setTimeout(tooLong, milliseconds);
    },
    end: () => clearTimeout(timer),
  };
}

/** Resolves with the answer. Listens to the signal as well, because a request without a connection ignores it. */
function answerTo(asked: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(Object.assign(new Error("the connection was closed"), { code: "ECONNRESET" }));
    // An answer that switches protocols is not usable; Node then closes the request without an error.
    asked.once("response", resolve).once("error", reject).once("close", closed);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}

/** Uses events, because iterating a stream makes Node load a module that nothing else here needs. */
function body(answer: IncomingMessage, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(Object.assign(new Error("the connection was closed"), { code: "ECONNRESET" }));
    answer.on("data", (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        reject(error);
      }
    });
    answer.once("end", resolve).on("error", reject).once("close", closed);
  });
}

/** Decodes headers as UTF-8 if they are valid UTF-8, otherwise as Latin-1; keeps all values of a repeated header. */
function take({ statusCode, headersDistinct }: IncomingMessage, state: State): void {
  state.status = statusCode;
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    const bytes = Buffer.from(values.join(", "), "latin1");
    state.headers[name] = bytes.toString(isUtf8(bytes) ? "utf8" : "latin1");
  }
}

function keep(chunk: Buffer, state: State, cap: number): void {
  const size = state.size + chunk.length;
  state.size = Math.min(size, cap);
  state.chunks.push(chunk.subarray(0, chunk.length - Math.max(size - cap, 0)));
  if (size > cap)
    throw new WireError({ kind: "too-big", code: "TOO_BIG", message: `the answer is larger than ${cap} bytes` });
}

function failureOf(error: unknown, signal: AbortSignal): WireFailure {
  if (signal.aborted && signal.reason instanceof WireError) return signal.reason.failure;
  if (error instanceof WireError) return error.failure;
  return { kind: "broken", ...codeAndMessage(error) };
}
