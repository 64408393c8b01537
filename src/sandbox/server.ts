import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { limits } from "../contract/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { textOf } from "./answer-call.ts";
import { answerOrFault, answerVisit } from "./answer-visit.ts";
import { readBody } from "./body.ts";
import { controlsOpenApiPath, healthPath, openApiPath, self, selfPath } from "./control/control.ts";
import type { LoggedRequest } from "./control/request-log.ts";
import { deliver } from "./deliver.ts";
import { disturb } from "./disturb.ts";
import type { Offices } from "./offices.ts";
import { controlsOpenApi } from "./openapi/controls.ts";
import { openApiText } from "./openapi/index.ts";
import { isOwnPath, type OwnPaths } from "./own-paths.ts";
import { json, type Reply } from "./reply.ts";
import { refuseStrangers } from "./strangers.ts";
import { type Incoming, type Visit, type VisitAnswer, visitOf } from "./visit.ts";

export interface ServerParts {
  readonly offices: Offices;
  /** Additional host names that requests to the sandbox may use, for instance from containers. */
  readonly allowHosts: readonly string[];
  /** Paths served in addition to those of the service. */
  readonly own: OwnPaths | undefined;
  /** Called when the answer to a client's request is being sent. */
  readonly onRequest: (seen: LoggedRequest) => void;
  /** Called with every internal error; the client gets a 500 in the service's error shape. */
  readonly onFault: (error: unknown) => void;
}

/** Returns a server that is not listening yet. For the order of the checks, see contract §1.4. */
export function makeServer(parts: ServerParts): Server {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // A client that disconnects while it is being answered is not an internal error.
    response.on("error", () => undefined);
    visit(request, response, parts).catch((error: unknown) => {
      parts.onFault(error);
      response.destroy();
    });
  };
  // Without this listener the server would request a body that is then rejected.
  return createServer(handle).on("checkContinue", handle);
}

async function visit(request: IncomingMessage, response: ServerResponse, parts: ServerParts): Promise<void> {
  const seen = visitOf(incomingOf(request, response), parts.offices.main);
  const reply = await answerOrFault(seen, () => answerTo(seen, request, parts), parts.onFault);
  // Node itself leaves out the body of an answer to a HEAD request.
  if (reply && !(await disturb(seen, request, response, reply))) await deliver(request, response, reply, seen.quota);
  if (seen.log) parts.onRequest(seen.log);
}

function incomingOf(request: IncomingMessage, response: ServerResponse): Incoming {
  const { method = "GET", url: target = "/", headers } = request;
  const text: Incoming["text"] = () => {
    const announced = Number(headers["content-length"] ?? 0);
    if (headers.expect && announced <= limits.bodyBytes) response.writeContinue();
    return readBody(request, limits.bodyBytes);
  };
  return { method, target, headers, text };
}

/** Performs the checks that only HTTP needs, which keep out web pages and unknown host names. */
async function answerTo(seen: Visit, request: IncomingMessage, parts: ServerParts): Promise<VisitAnswer> {
  const own = parts.own && isOwnPath(seen.path, parts.own) ? parts.own : undefined;
  const stranger = refuseStrangers(request, parts.allowHosts, own?.browser);
  if (stranger) return stranger;
  if (own) return answerOwn(seen, own);
  const page = seen.method === "GET" ? ownPage(seen, parts.offices) : undefined;
  return page ?? answerVisit(seen, parts.offices);
}

async function answerOwn(seen: Visit, own: OwnPaths): Promise<VisitAnswer> {
  const text = await textOf(seen);
  if (typeof text !== "string") return text;
  const { method, path, query, incoming } = seen;
  return own.answer({ method, path, query, headers: incoming.headers, body: text });
}

/** Returns pages about the sandbox that anyone on this computer may read; undefined for any other path. */
function ownPage({ path, incoming }: Visit, offices: Offices): Reply | undefined {
  const base = `http://${incoming.headers.host}`;
  if (path === openApiPath) {
    const { strict, oddAnswers } = offices.main.services.settings;
    const body = openApiText(base, { strict, hasOddAnswers: oddAnswers !== undefined });
    return { status: 200, type: "application/json", body };
  }
  if (path === controlsOpenApiPath) return json(200, controlsOpenApi(base));
  if (path === selfPath) return self(offices);
  return path === healthPath ? json(200, { status: "ok" }) : undefined;
}

/** Returns the port. Problem: `sandbox-unusable`. */
export async function listenOn(server: Server, port: number, host: string): Promise<Result<number>> {
  const wrong = await new Promise<Error | undefined>((resolve) => {
    server.once("error", resolve).listen(port, host, () => resolve(undefined));
  });
  if (wrong === undefined) return ok((server.address() as AddressInfo).port);
  const hint = "Choose another port, or leave it out.";
  return fail(problem("sandbox-unusable", `The sandbox cannot listen on port ${port}: ${wrong.message}.`, hint));
}
