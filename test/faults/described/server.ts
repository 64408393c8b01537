import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { DocumentKind } from "../../../src/document/index.ts";
import type { Creates, DescribedService, Reply } from "./draw.ts";
import type { CreatedAnswer } from "./draw-created.ts";
import type { Later } from "./draw-later.ts";

/** What the server needs of a service. */
export interface Served extends Pick<DescribedService, "profileId" | "encoding" | "missing" | "unknown"> {
  readonly creates: Readonly<
    Record<
      DocumentKind,
      | { readonly is: "created"; readonly answer: Pick<CreatedAnswer, "idText" | "body"> }
      | Extract<Creates, { readonly is: "refused" }>
    >
  >;
  readonly later: Pick<Later, "status" | "logs">;
}

export interface DescribedServer {
  readonly baseUrl: string;
  /** Calls that are none of the six, since the last `serve`. */
  readonly strangeCalls: readonly string[];
  /** Create requests by kind; one for each time a document arrived. */
  readonly creates: Readonly<Record<DocumentKind, number>>;
  /** The number of each document as sent; absent if it had none. */
  readonly sentNumber: Readonly<Partial<Record<DocumentKind, string>>>;
  serve(service: Served): void;
  close(): Promise<void>;
}

const creates = /^\/api\/purchase-(invoices|credit-notes)\/([^/]+)$/;
const follows = /^\/api\/(purchase|sales)-credit-notes\/([^/]+)\/peppol-status(-logs)?$/;

/** Starts a server that has the six endpoints of the description and nothing else. */
export async function startDescribedServer(): Promise<DescribedServer> {
  let service: Served | undefined;
  let strangeCalls: string[] = [];
  let created: Record<DocumentKind, number> = { invoice: 0, "credit-note": 0 };
  let sentNumber: Partial<Record<DocumentKind, string>> = {};
  const create = (kind: DocumentKind, text: string, drawn: Served): Reply => {
    const sent = JSON.parse(text) as Record<string, unknown>;
    created[kind] += 1;
    if (typeof sent.document_number === "string") sentNumber[kind] = sent.document_number;
    const creates = drawn.creates[kind];
    if (creates.is === "refused") return creates.reply;
    return { status: 201, type: "application/json", body: creates.answer.body(sent) };
  };
  const answer = (method: string, path: string, text: string): Reply => {
    if (service === undefined) throw new Error("nothing was drawn");
    const [, root, profileId = ""] = (method === "POST" && creates.exec(path)) || [];
    if (root !== undefined) {
      if (decodeURIComponent(profileId) !== service.profileId) return service.unknown;
      return create(root === "invoices" ? "invoice" : "credit-note", text, service);
    }
    const [, side, id = "", logs] = (method === "GET" && follows.exec(path)) || [];
    if (side === undefined) {
      if (path !== "/sandbox") strangeCalls.push(`${method} ${path}`);
      return service.missing;
    }
    const note = service.creates["credit-note"];
    const known = note.is === "created" && created["credit-note"] > 0 ? note.answer.idText : undefined;
    if (side === "sales" || decodeURIComponent(id) !== known) return service.unknown;
    return logs === undefined ? service.later.status : service.later.logs;
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "GET", url = "/" } = request;
      const reply = answer(method, url.replace(/\?.*$/, ""), Buffer.concat(chunks).toString("utf8"));
      send(response, reply, service);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    get strangeCalls() {
      return strangeCalls;
    },
    get creates() {
      return created;
    },
    get sentNumber() {
      return sentNumber;
    },
    serve(next) {
      service = next;
      strangeCalls = [];
      created = { invoice: 0, "credit-note": 0 };
      sentNumber = {};
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function send(response: ServerResponse, { status, type, body }: Reply, service: Served | undefined): void {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  switch (service?.encoding) {
    case "gzip": {
      const packed = gzipSync(bytes);
      response.writeHead(status, { "content-type": type, "content-encoding": "gzip", "content-length": packed.length });
      response.end(packed);
      return;
    }
    case "chunked":
      response.writeHead(status, { "content-type": type });
      response.write(bytes.subarray(0, half));
      response.end(bytes.subarray(half));
      return;
    case "charset":
      response.writeHead(status, { "content-type": `${type}; charset="UTF-8"` }).end(bytes);
      return;
    case "BOM":
      response.writeHead(status, { "content-type": type }).end(Buffer.concat([Buffer.from("\u{feff}"), bytes]));
      return;
    default:
      response.writeHead(status, { "content-type": type, "content-length": bytes.length }).end(bytes);
  }
}
