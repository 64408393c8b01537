import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RecorderOptions {
  readonly tunnel?: boolean;
  /** Changes the body of an answer on its way back. */
  readonly change?: (body: Buffer, asked: { readonly method: string; readonly path: string }) => Buffer;
}

/**
 * Forwards every request to a service and records it. With `tunnel`, it hides the fact that the service is a sandbox,
 * so that the service counts as a real one.
 */
export async function startRecorder(
  baseUrl: string,
  { tunnel = false, change = (body) => body }: RecorderOptions = {},
): Promise<{ baseUrl: string; requests: Recorded[] }> {
  const requests: Recorded[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const { method = "GET", url: path = "/", headers } = request;
    // Every client first asks a local address whether it is a sandbox; that request is not part of a command.
    if (path !== "/sandbox") requests.push({ method, path, headers, body });
    else if (tunnel) return void response.writeHead(404).end();
    const { host: _, connection: __, "content-length": ___, ...kept } = headers;
    const sent = { method, headers: kept as Record<string, string>, ...(body === "" ? {} : { body }) };
    const answer = await fetch(baseUrl + path, sent).catch(() => undefined);
    // If the service loses an answer, the client does not get it either.
    if (answer === undefined) return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    response.end(change(Buffer.from(await answer.arrayBuffer()), { method, path }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
