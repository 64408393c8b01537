import { endpointKinds } from "../../contract/index.ts";
import { writeJson } from "../../json/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import {
  type ClientVerification,
  exampleBody,
  type FaultOrder,
  type LoggedRequest,
  openSandbox,
  type RunningSandbox,
  type StartOptions,
} from "../../sandbox/index.ts";
import type { Body, CertifyCase } from "./case.ts";

/** What a client needs for a case. */
export interface Task {
  /** JSON. */
  readonly document: string;
  /** The document to resubmit. */
  readonly id: string | undefined;
}

/** Facts about a client's behaviour in a case. */
export interface Witness {
  readonly task: Task;
  /** Oldest first. */
  readonly requests: readonly LoggedRequest[];
  readonly verified: ClientVerification;
  /** Whether the token or a document was sent to the other host. */
  readonly leaked: boolean;
}

/** A sandbox that runs one case after another, and a second host. */
export interface CertifyBench {
  readonly sandbox: RunningSandbox;
  /** Clears everything and sets up a case. */
  set(one: CertifyCase): Promise<Task>;
  witness(): Witness;
  close(): Promise<void>;
}

/** Starts the sandbox and the second host. Problem: `sandbox-unusable`. */
export async function openBench(
  options: Pick<StartOptions, "port" | "own" | "pendingSeconds">,
): Promise<Result<CertifyBench>> {
  // Any server that records its requests can be the other host; to any client, another port is another origin.
  const opened = await openSandbox({ folder: undefined, rate: 0 });
  if (!opened.ok) return opened;
  const other = opened.value;
  let behind: readonly Body[] = [];
  let kind: "invoice" | "credit-note" = "invoice";
  let task: Task = { document: "", id: undefined };
  // The sandbox's log drops the oldest requests of a very busy client, so they are kept here too.
  const sent = new Map<number, LoggedRequest>();
  const onRequest = (seen: LoggedRequest): void => {
    if (seen.method !== "GET") sent.set(seen.n, { ...seen });
    if (seen.created === null || behind.length === 0) return;
    const documents = behind;
    behind = [];
    // All documents are created at once, so that they exist before the client's next request is read.
    for (const body of documents) void sandbox.seed([{ kind, body: writeJson(body) }]);
  };
  const started = await openSandbox({ pendingSeconds: 0, ...options, folder: undefined, rate: 0, onRequest });
  if (!started.ok) {
    await other.close();
    return started;
  }
  const sandbox = started.value;
  const { controls, baseUrl } = sandbox;
  return ok({
    sandbox,
    async set(one) {
      controls.reset();
      other.controls.requests.clear();
      kind = one.asks === "credit-note" ? "credit-note" : "invoice";
      const example = exampleBody(kind) as Body;
      const body = one.document?.(example) ?? example;
      let id: string | undefined;
      for (const each of one.before?.(body) ?? []) id = await createIn(sandbox, each);
      behind = one.behind?.(body) ?? [];
      controls.requests.clear();
      sent.clear();
      const faults = one.faults.map((fault) => placed(fault, { own: baseUrl, other: other.baseUrl }));
      if (faults.length > 0) controls.faults.order(faults);
      task = { document: writeJson(body, 2), id: one.asks === "resubmit" ? id : undefined };
      return task;
    },
    witness() {
      const logged = controls.requests.last(Number.POSITIVE_INFINITY);
      const all = new Map([...logged.map((each) => [each.n, each] as const), ...sent]);
      const requests = [...all.values()].sort((a, b) => a.n - b.n);
      const leaked = other.controls.requests.last(Number.POSITIVE_INFINITY).some(isLeak);
      return { task, requests, verified: sandbox.verify(), leaked };
    },
    async close() {
      await Promise.all([sandbox.close(), other.close()]);
    },
  });
}

async function createIn({ answer, token, businessProfileId }: RunningSandbox, body: Body): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const path = `${endpointKinds.invoice.below}/${businessProfileId}`;
  const { body: told } = await answer({ method: "POST", path, headers, body: Buffer.from(writeJson(body)) });
  const id = /^\{"id":"([^"]+)"/.exec(Buffer.from(told).toString())?.[1];
  if (id === undefined)
    throw new Error(
      `selfbill has an internal error: a case begins with a document that is refused: ${Buffer.from(told)}`,
    );
  return id;
}

function placed(fault: FaultOrder, hosts: { readonly own: string; readonly other: string }): FaultOrder {
  if (!fault.headers) return fault;
  const put = (text: string): string => text.replace("{own}", hosts.own).replace("{other}", hosts.other);
  return {
    ...fault,
    headers: Object.fromEntries(Object.entries(fault.headers).map(([name, value]) => [name, put(value)])),
  };
}

/** Whether the token or a document reached the other host. */
function isLeak({ method, headers }: LoggedRequest): boolean {
  return headers.authorization !== undefined || (method !== "GET" && method !== "HEAD");
}
