import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { onTestFinished } from "vitest";
import type { ServiceAccess } from "../../src/send/index.ts";
import { isAskedBefore } from "./capture.ts";
import type { Identity } from "./certificate.ts";

/** The data sent by a client on one connection. */
export interface RawRequest {
  readonly head: string;
  readonly body: Buffer;
}

export interface RawServer {
  readonly port: number;
  /** The complete requests, in order of arrival. */
  readonly requests: RawRequest[];
  /** Connections that reached the application; with TLS, after the handshake. */
  readonly connections: Socket[];
  /** From now on nothing answers at the port. */
  goAway(): void;
}

/** Answers a complete request with any bytes. */
export type Answer = (socket: Socket, request: RawRequest) => void;

/**
 * Starts a server whose answers the test defines; it ends with the test. Without `lists`, the search for documents
 * made elsewhere gets a 404.
 */
export async function startRawServer(answer: Answer, identity?: Identity, lists = false): Promise<RawServer> {
  const goAway = () => void server.close();
  const raw = { port: 0, requests: [] as RawRequest[], connections: [] as Socket[], goAway };
  const onSocket = (socket: Socket): void => {
    raw.connections.push(socket);
    socket.on("error", () => undefined);
    let received = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const request = completeRequest(received);
      if (request === undefined) return;
      received = Buffer.alloc(0);
      const [method, url] = request.head.split(" ");
      if (/^GET \/sandbox HTTP/.test(request.head) || (!lists && isAskedBefore({ method, url }))) {
        // Every client first asks a local address whether it is a sandbox; that connection is not recorded.
        raw.connections.splice(raw.connections.indexOf(socket), 1);
        socket.end(http(404, ""));
        return;
      }
      raw.requests.push(request);
      answer(socket, request);
    });
  };
  const server: Server = identity ? createTlsServer({ ...identity }, onSocket) : createServer(onSocket);
  server.on("tlsClientError", () => undefined);
  raw.port = await listen(server);
  onTestFinished(() => {
    for (const socket of raw.connections) socket.destroy();
    return new Promise<void>((done) => server.close(() => done()));
  });
  return raw;
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as { port: number }).port;
}

/** A complete HTTP response with its length. */
export function http(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  });
  return `HTTP/1.1 ${status} X\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

/** Access to a local server, with short timeouts. */
export function accessTo(port: number, change: Partial<ServiceAccess> = {}): ServiceAccess {
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    token: "canary-4711",
    serviceVersion: "20260101",
    versionHeader: "X-SERVICE-VERSION",
    clientVersion: "0.1.0",
    environment: {},
    ...change,
    patience: { pauses: [], ...change.patience },
  };
}

function completeRequest(received: Buffer): RawRequest | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = received.subarray(0, end).toString("latin1");
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const body = received.subarray(end + 4);
  return body.length < length ? undefined : { head, body };
}

/** Creates each document under the number sent, with an id of its own; the first id is that of `created`. */
export function makingEach(headers: Readonly<Record<string, string>> = {}): Answer {
  let made = 0;
  return (socket, { body }) => {
    made += 1;
    const sent = (JSON.parse(body.toString("utf8")) as { document_number?: string }).document_number;
    const id = made === 1 ? "0f8a2c1e" : `0f8a2c1e-${made}`;
    const number = sent ?? (made === 1 ? "SB-9" : `SB-9-${made}`);
    socket.end(http(201, JSON.stringify({ id, document_number: number }), headers));
  };
}
