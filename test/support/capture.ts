import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Captured {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Whether the request looks for documents made elsewhere, as selfbill does before its first create request; services
 * without lists answer it with 404.
 */
export function isAskedBefore({
  method,
  url = "",
}: {
  method?: string | undefined;
  url?: string | undefined;
}): boolean {
  return method === "GET" && /^\/api\/purchase-(?:invoices|credit-notes)\?page=0&size=80$/.test(url);
}

/** Records every request and gives each the same answer. */
export async function startCapture(
  status: number,
  answer: string,
  headers: Record<string, string> = {},
): Promise<{ baseUrl: string; requests: Captured[] }> {
  const requests: Captured[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      // Every client first asks a local address whether it is a sandbox.
      if (request.url === "/sandbox" || isAskedBefore(request)) return void response.writeHead(404).end();
      requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
