import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { OpenContract, Part, Served } from "./draw.ts";

/** A received request and its answer. */
export interface Asked {
  readonly part: Part;
  readonly path: string;
  readonly served: Served;
}

/** A real server that answers according to the current contract. */
export interface OpenServer {
  readonly baseUrl: string;
  /** The requests since the last contract or `forget`. */
  readonly asked: readonly Asked[];
  /** Number of create requests received under the current contract. */
  readonly creates: number;
  readonly made: boolean;
  serve(contract: OpenContract): void;
  forget(): void;
  close(): Promise<void>;
}

export async function startOpenServer(): Promise<OpenServer> {
  let contract: OpenContract | undefined;
  let asked: Asked[] = [];
  let creates = 0;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { method = "GET", url = "/" } = request;
    const path = url.replace(/\?.*$/, "");
    if (path === "/sandbox") {
      const itself = { service: "selfbill sandbox", id: "OPEN1", rate_limit: 0 };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(itself));
      return;
    }
    if (contract === undefined) throw new Error("nothing was drawn");
    if (method === "POST") {
      creates += 1;
      send(response, contract, contract.create);
      return;
    }
    const part = partOf(path, contract);
    const served = part === undefined ? absent : contract.served[part];
    if (part !== undefined) asked.push({ part, path, served });
    send(response, contract, served);
  };
  const server = createServer((request, response) => {
    request.resume().on("end", () => answer(request, response));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    get asked() {
      return asked;
    },
    get creates() {
      return creates;
    },
    get made() {
      return creates > 0 && contract?.makes === true;
    },
    serve(next) {
      contract = next;
      asked = [];
      creates = 0;
    },
    forget() {
      asked = [];
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

const absent: Served = {
  status: 404,
  type: "application/json",
  body: '{"errors":{"message":"no such thing"}}',
  plants: [],
};

function send(response: ServerResponse, { headers }: OpenContract, { status, type, body }: Served): void {
  response.writeHead(status, { "content-type": type, ...headers }).end(body);
}

const roots = { "purchase-invoices": "invoice", "purchase-credit-notes": "credit-note" } as const;

/** Returns the call that the path belongs to, or undefined if the contract does not serve it. */
function partOf(path: string, { extras, kind, id }: OpenContract): Part | undefined {
  const [, api, root = "", segment, last, ...more] = path.split("/");
  const asked = api === "api" && root in roots ? roots[root as keyof typeof roots] : undefined;
  if (asked === undefined || more.length > 0) return undefined;
  const isStatus = last === "peppol-status" || last === "peppol-status-logs";
  if (!extras && !(isStatus && asked === "credit-note")) return undefined;
  if (segment === undefined) return "list";
  if (asked !== kind || decodeURIComponent(segment) !== id) return "other";
  if (last === undefined) return "document";
  return last === "peppol-status" ? "status" : last === "peppol-status-logs" ? "logs" : undefined;
}
