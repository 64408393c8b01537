import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { openDatabase } from "../../src/database/index.ts";
import { openSandbox } from "../../src/sandbox/index.ts";
import { variablesOf } from "../support/variables-of.ts";

export const behaviours = [
  "created",
  "refused (400)",
  "created, the answer is cut",
  "closed without an answer",
  "created, closed without an answer",
  "429, then created",
  "created, the answer is 500",
] as const;
export type Behaviour = (typeof behaviours)[number];

/**
 * A sandbox with the reference ledger, behind a server with configurable behaviour. Documents are identified by their
 * note.
 */
export interface Service {
  /** Settings that select this service. */
  readonly settings: Readonly<Record<string, string>>;
  /** Applies to all further create requests. */
  behave(behaviour: Behaviour): void;
  /** Resolves when every connection has ended, including those of killed processes. */
  idle(): Promise<void>;
  /** Ids of the documents that exist, by note. */
  ledger(): ReadonlyMap<string, readonly string[]>;
  /** Complete create requests since the last reset, by note. */
  readonly requests: ReadonlyMap<string, number>;
  /** Complete create requests since the start. */
  readonly came: number;
  /** Returns the settings of a sender; each sender has its own, so that the service can tell them apart. */
  settingsOf(who: string): Readonly<Record<string, string>>;
  /** Notes of the documents created by a sender since the start. */
  madeBy(who: string): ReadonlySet<string>;
  /** Deletes all documents and requests. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The service keeps its data in `folder` and has no rate limit. A `hidden` service does not identify itself as a
 * sandbox.
 */
export async function startService(
  folder: string,
  { hidden = false }: { readonly hidden?: boolean } = {},
): Promise<Service> {
  const started = await openSandbox({ folder, rate: 0 });
  if (!started.ok) throw new Error(started.problems[0].message);
  const sandbox = started.value;
  const opened = openDatabase(join(folder, "sandbox.db"), "", { code: "sandbox-unusable" });
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const database = opened.value;
  const front = new Front(sandbox.baseUrl, hidden);
  const port = await front.listen();
  const settings = {
    ...variablesOf({ ...sandbox, baseUrl: `http://127.0.0.1:${port}` }),
  };
  return {
    settings,
    settingsOf: (who) => ({ ...settings, SELFBILL_TOKEN: `${sandbox.token}~${who}` }),
    madeBy: (who) => front.makers.get(who) ?? new Set(),
    behave: (behaviour) => front.behave(behaviour),
    idle: () => front.idle(),
    ledger() {
      const found = new Map<string, string[]>();
      for (const { id, body } of database.all("SELECT id, body FROM document ORDER BY sequence")) {
        const note = noteOf(String(body));
        found.set(note, [...(found.get(note) ?? []), String(id)]);
      }
      return found;
    },
    requests: front.requests,
    get came() {
      return front.came;
    },
    async reset() {
      front.requests.clear();
      const headers = { authorization: `Bearer ${sandbox.token}` };
      const answer = await fetch(`${sandbox.baseUrl}/sandbox/reset`, { method: "POST", headers });
      await answer.arrayBuffer();
    },
    async close() {
      await front.close();
      database.close();
      await sandbox.close();
    },
  };
}

/** Applies the behaviour to complete create requests; forwards everything else. */
class Front {
  readonly requests = new Map<string, number>();
  readonly makers = new Map<string, Set<string>>();
  came = 0;
  readonly #behind: string;
  readonly #hidden: boolean;
  readonly #open = new Set<Socket>();
  readonly #server = createServer((request, response) => {
    this.#underWay += 1;
    this.#answer(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        this.#underWay -= 1;
      });
  });
  #underWay = 0;
  #behaviour: Behaviour = "created";

  constructor(behind: string, hidden: boolean) {
    this.#behind = behind;
    this.#hidden = hidden;
    this.#server.on("connection", (socket) => {
      this.#open.add(socket);
      socket.on("close", () => this.#open.delete(socket));
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return (this.#server.address() as AddressInfo).port;
  }

  behave(behaviour: Behaviour): void {
    this.#behaviour = behaviour;
  }

  async idle(): Promise<void> {
    const { port } = this.#server.address() as AddressInfo;
    // Connections are accepted in order: once this one has ended, all earlier ones have been accepted.
    await new Promise((over) => connect(port, "127.0.0.1").on("close", over).on("error", over).resume().end());
    while (this.#open.size > 0 || this.#underWay > 0) await new Promise((turn) => setImmediate(turn));
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    if (this.#hidden && request.url === "/sandbox") return deliver(response, { status: 404, text: "{}" });
    if (request.method !== "POST") return this.#through(request, body, (reply) => deliver(response, reply));
    const note = noteOf(body);
    const before = this.requests.get(note) ?? 0;
    this.requests.set(note, before + 1);
    this.came += 1;
    switch (this.#behaviour) {
      case "created":
        return this.#through(request, body, (reply) => deliver(response, reply));
      case "refused (400)":
        return deliver(response, { status: 400, text: '{"errors":{"issue_date":"No."}}' });
      case "created, the answer is cut":
        return this.#through(request, body, (reply) => cut(response, reply));
      case "closed without an answer":
        response.destroy();
        return;
      case "created, closed without an answer":
        return this.#through(request, body, () => void response.destroy());
      case "429, then created":
        if (before === 0) return deliver(response, { status: 429, text: "{}" }, { "retry-after": "0" });
        return this.#through(request, body, (reply) => deliver(response, reply));
      case "created, the answer is 500":
        return this.#through(request, body, () => deliver(response, { status: 500, text: "{}" }));
    }
  }

  async #through(
    { method = "GET", url = "/", headers }: IncomingMessage,
    body: string,
    then: (reply: Reply) => void,
  ): Promise<void> {
    const { host: _, connection: __, "content-length": ___, ...kept } = headers;
    if (kept.authorization !== undefined) kept.authorization = kept.authorization.replace(/~.*$/, "");
    const [, who = ""] = /~(.*)$/.exec(headers.authorization ?? "") ?? [];
    if (method === "POST") this.makers.set(who, (this.makers.get(who) ?? new Set()).add(noteOf(body)));
    const sent = { method, headers: kept as Record<string, string>, ...(body === "" ? {} : { body }) };
    const answer = await fetch(this.#behind + url, sent);
    then({ status: answer.status, text: await answer.text() });
  }
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

function deliver(response: ServerResponse, { status, text }: Reply, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...headOf(text), ...headers }).end(text);
}

function cut(response: ServerResponse, { status, text }: Reply): void {
  response.writeHead(status, headOf(text)).write(text.slice(0, text.length / 2), () => response.destroy());
}

function headOf(text: string): Record<string, string> {
  return { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)), connection: "close" };
}

function noteOf(body: string): string {
  return /"note":"([^"]*)"/.exec(body)?.[1] ?? "";
}
