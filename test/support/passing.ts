import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer from the sandbox that `change` may modify; `body` is its parsed JSON. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  status: number;
  /** The date header; null if the answer has none. */
  date: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests change answers of any shape
  body: any;
}

/** Starts a server on a free port that passes on what it is asked, and lets `change` modify the answers. */
export async function passOn(
  to: string,
  change: (passing: Passing) => void | Promise<void>,
): Promise<{ readonly port: number; readonly baseUrl: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const { method = "GET", url = "/" } = request;
    const body = Buffer.concat(chunks);
    try {
      const answer = await fetch(to + url, {
        method,
        headers: headers as Record<string, string>,
        ...(body.length === 0 ? {} : { body }),
      });
      const { pathname: path, searchParams: query } = new URL(url, to);
      const date = answer.headers.get("date");
      const passing: Passing = { method, path, query, status: answer.status, date, body: await answer.json() };
      await change(passing);
      response.sendDate = false;
      response.writeHead(passing.status, {
        "content-type": "application/json",
        ...(passing.date === null ? {} : { date: passing.date }),
      });
      response.end(JSON.stringify(passing.body));
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
