import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { limits } from "../../contract/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { type BodyRead, readBody } from "../body.ts";
import { deliver } from "../deliver.ts";
import { message, type Reply } from "../reply.ts";
import { listenOn } from "../server.ts";
import { refuseStrangers } from "../strangers.ts";
import { recordedLine } from "./recorded-call.ts";

/** Header names are in lower case. */
interface PassedRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

/** `armed` says whether anything may have been sent from this computer. */
interface PassedAnswer {
  readonly armed: boolean;
  readonly status?: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly complete: boolean;
  readonly failure?: { readonly message: string } | undefined;
}

export interface RecorderParts {
  /** 0 means any free port. */
  readonly port: number;
  /** Passes a request on to a service, once. */
  readonly pass: (request: PassedRequest) => Promise<PassedAnswer>;
  /** Called with the recorded line of a call before the client gets its answer. */
  readonly keep: (line: string) => Promise<void>;
}

/** Listens on 127.0.0.1. Problem: `sandbox-unusable`. */
export async function openRecorder(parts: RecorderParts): Promise<Result<Recorder>> {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    response.on("error", () => undefined);
    visit(request, response, parts).catch(() => response.destroy());
  };
  const server = createServer(handle);
  const port = await listenOn(server, parts.port, "127.0.0.1");
  if (!port.ok) return port;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      // Waits for requests in progress, because their answers belong in the recording.
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  return ok({ baseUrl: `http://127.0.0.1:${port.value}`, close });
}

export interface Recorder {
  readonly baseUrl: string;
  /** Resolves once every call that was passed on has been recorded. */
  readonly close: () => Promise<void>;
}

async function visit(request: IncomingMessage, response: ServerResponse, parts: RecorderParts): Promise<void> {
  const refuse = (reply: Reply): Promise<void> => deliver(request, response, reply, {});
  const stranger = refuseStrangers(request, []);
  if (stranger) return refuse(stranger);
  const { method = "", url: path = "/" } = request;
  if (method !== "GET" && method !== "POST" && method !== "PUT")
    return refuse(
      message(405, `${method} was not passed on: the service has GET, POST and PUT`, { Allow: "GET, POST, PUT" }),
    );
  const read = await readBody(request, limits.bodyBytes);
  if (read.ended === "lost") return;
  if (read.ended !== "whole") return refuse(unreadable(read));
  const headers = joined(request);
  const body = read.text === "" ? undefined : Buffer.from(read.text);
  const answer = await parts.pass({ method, path, headers, body });
  const whole = answer.status !== undefined && answer.complete ? answer.status : null;
  const answerBody = Buffer.from(answer.body);
  const line = recordedLine({
    method,
    target: path,
    headers,
    body: read.text,
    status: whole,
    answerHeaders: answer.headers,
    answerBody: whole === null ? "" : answerBody.toString(),
  });
  await parts.keep(line);
  if (whole === null) return refuse(noAnswer(answer));
  response.writeHead(whole, { ...bytesOf(answer.headers), "content-length": answerBody.length });
  response.end(answerBody);
}

function unreadable({ ended }: BodyRead): Reply {
  if (ended === "too-big")
    return message(413, "Not passed on: the request payload is larger than 8 MB. Nothing was sent");
  return message(400, "Not passed on: the request body is not UTF-8 text. Nothing was sent");
}

function noAnswer({ armed, failure }: PassedAnswer): Reply {
  const why = failure?.message ?? "its answer is not whole";
  if (!armed) return message(502, `The service cannot be reached (${why}). Nothing was sent`);
  return message(
    502,
    `The service gave no whole answer (${why}). The request was sent once; whether it was carried out is not known`,
  );
}

/** Turns each UTF-8 byte into one character, because Node writes headers as one byte per character. */
function bytesOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString("latin1")]),
  );
}

function joined({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
}
