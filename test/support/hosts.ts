import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { makeIdentity } from "./certificate.ts";

export interface HostRequest {
  readonly method: string;
  /** The path, including the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `lost` means that the connection ends without an answer. */
export type HostAnswer = { readonly status: number; readonly text: string } | "lost";

/** The handler of a host name. */
export type Host = (request: HostRequest) => Promise<HostAnswer>;

/** Local services that are reached like real ones: over HTTPS, under their host names. */
export interface Hosts {
  /** Settings that route a command to the hosts: a proxy, and the CA of their certificate. */
  readonly settings: Readonly<Record<string, string>>;
  tunnel(host: string): Promise<string>;
  /** Resolves when all pending requests have finished. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the hosts. Names must be in lower case and without a trailing dot. The certificate is stored in `folder`.
 * `now` is the time in the answers.
 */
export async function startHosts(
  folder: string,
  hosts: Readonly<Record<string, Host>>,
  now: () => number = Date.now,
): Promise<Hosts> {
  const identity = makeIdentity(Object.keys(hosts));
  const authority = join(folder, "authority.pem");
  writeFileSync(authority, identity.cert);
  let underWay = 0;
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const serve = (name: string | undefined) => (request: IncomingMessage, response: ServerResponse) => {
    underWay += 1;
    const asked = name ?? String(request.headers.host).replace(/:\d+$/, "").replace(/\.$/, "").toLowerCase();
    answerBy(hosts[asked], request, response, now)
      .catch(() => response.destroy())
      .finally(() => {
        underWay -= 1;
      });
  };
  const listen = async (server: Server): Promise<number> => {
    server.on("connection", (socket: Socket) => {
      sockets.add(socket.on("close", () => sockets.delete(socket)).on("error", () => undefined));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(createTlsServer(identity, serve(undefined)));
  const proxy = createServer().on("connect", (_: IncomingMessage, client: Socket, head: Buffer) => {
    const line = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      line.write(head);
      line.pipe(client).pipe(line);
    });
    const end = (): void => {
      line.destroy();
      client.destroy();
    };
    line.on("error", end).on("close", end);
    client.on("error", end).on("close", end);
  });
  const proxyPort = await listen(proxy);
  return {
    settings: { HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`, SELFBILL_CA_FILE: authority },
    tunnel: async (host) => `http://127.0.0.1:${await listen(createServer(serve(host)))}`,
    async idle() {
      while (underWay > 0) await new Promise((turn) => setImmediate(turn));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    },
  };
}

async function answerBy(
  host: Host | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  now: () => number,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "GET", url: path = "/" } = request;
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const isProbe = path === "/sandbox"; // requested at local addresses; none of these is a sandbox
  const answer =
    host === undefined || isProbe
      ? { status: 404, text: "{}" }
      : await host({ method, path, headers, body: Buffer.concat(chunks).toString("utf8") });
  if (answer === "lost") return void response.destroy();
  response.sendDate = false;
  response.writeHead(answer.status, {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(answer.text)),
    date: new Date(now()).toUTCString(),
    connection: "close",
  });
  response.end(answer.text);
}
