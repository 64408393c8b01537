import { request } from "node:http";
import { consoleOfSandbox } from "../../../src/extras/console/console.ts";
import { startTestSandbox, type TestSandbox } from "../../support/start-sandbox.ts";

/** A sandbox with a console, and the sign-in paths that it printed. */
export interface WithConsole {
  readonly sandbox: TestSandbox;
  /** The sign-in path, which works only once. */
  readonly entry: string;
  /** Further sign-in paths, each with a new code, in the order in which they were printed. */
  readonly told: string[];
}

export async function startWithConsole(options: Parameters<typeof startTestSandbox>[0] = {}): Promise<WithConsole> {
  const told: string[] = [];
  const { entry, paths } = await consoleOfSandbox.open((path) => told.push(path));
  return { sandbox: await startTestSandbox({ ...options, own: paths }), entry, told };
}

/** An unmodified reply: no redirect is followed and no header is added. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export function rawCall(
  { port }: TestSandbox,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = "",
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.on("error", reject).end(body);
  });
}

/** Signs in with the code; returns the Cookie header for further requests. */
export async function enter({ sandbox, entry }: WithConsole): Promise<string> {
  const { headers } = await rawCall(sandbox, "GET", entry);
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}
