import type { Server } from "node:http";
import { ok, type Result } from "../problem/index.ts";
import type { LoggedRequest } from "./control/request-log.ts";
import { createSeeds } from "./documents/seeds.ts";
import { type InsideOptions, insideOf, openAccounts, type SandboxInside } from "./inside.ts";
import type { Offices } from "./offices.ts";
import type { OwnPaths } from "./own-paths.ts";
import { seededProfile } from "./profile.ts";
import { type Watch, watchOf } from "./watch.ts";

/** All options except the folder are optional (Decision 30). */
export interface StartOptions extends InsideOptions {
  /** If 0 or absent, any free port is used. */
  readonly port?: number;
  /** Default: loopback. */
  readonly host?: string;
  /** JSON bodies of create requests; documents that already exist are skipped. */
  readonly seed?: readonly string[];
  /** Whether the process may end while the sandbox is still running. */
  readonly unref?: boolean;
  /** Additional host names that requests to the sandbox may use. */
  readonly allowHosts?: readonly string[];
  /** Serves additional paths, such as a web console; their handlers get access to the whole sandbox through `watch`. */
  readonly own?: (watch: Watch) => OwnPaths;
  /** Called for every client request. */
  readonly onRequest?: (seen: LoggedRequest) => void;
}

/** A sandbox that also answers over HTTP. */
export interface RunningSandbox extends SandboxInside {
  /** `http://127.0.0.1:PORT`, or the listen address that was given. */
  readonly baseUrl: string;
  readonly port: number;
}

/**
 * Listens on 127.0.0.1 by default. Problems: `sandbox-unusable` if the folder cannot be used, an initial document is
 * rejected or the port is taken; `bad-usage` for a default version that is not offered.
 */
export async function openSandbox(options: StartOptions): Promise<Result<RunningSandbox>> {
  const { port = 0, host = "127.0.0.1", allowHosts = [], onRequest = nothing, own, seed = [], ...more } = options;
  const { unref = false, ...inside } = more;
  const { onFault = nothing } = inside;
  const opened = openAccounts(inside);
  if (!opened.ok) return opened;
  const offices = opened.value;
  const { main } = offices;
  const begun = await createSeeds(seed, main.services);
  if (!begun.ok) {
    offices.close();
    return begun;
  }
  const shown = shownHost(host);
  // A named listen address is also allowed as a host name, whatever port a container maps to it.
  const named = shown === "127.0.0.1" ? allowHosts : [...allowHosts, shown];
  const paths = own?.(watchOf(main, seededProfile(main.services.account)));
  // Loaded on demand, because a sandbox inside the process does not need HTTP.
  const { listenOn, makeServer } = await import("./server.ts");
  const server = makeServer({ offices, allowHosts: named, own: paths, onRequest, onFault });
  if (unref) server.on("connection", (socket) => socket.unref());
  const listening = await listenOn(server, port, host);
  if (!listening.ok) {
    offices.close();
    return listening;
  }
  if (unref) server.unref();
  const bound = listening.value;
  return ok({
    ...insideOf(offices, { onFault }),
    baseUrl: `http://${shown}:${bound}`,
    port: bound,
    close: once(() => closeServer(server, offices)),
  });
}

const nothing = (): void => undefined;

/** Replaces an address that means all interfaces with the loopback address; puts an IPv6 address in brackets. */
function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Does the work only once; a second call waits for the first. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

function closeServer(server: Server, offices: Offices): Promise<void> {
  offices.flush();
  return new Promise((resolve) => {
    server.close(() => {
      offices.close();
      resolve();
    });
    server.closeAllConnections();
  });
}
