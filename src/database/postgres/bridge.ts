import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { threadFile, waitForAnother } from "../thread.ts";
import { DatabaseAway, ServerError } from "./away.ts";
import type { Answered, Encryption, Server, Start, Statement } from "./messages.ts";

/** A session on a server, running one statement at a time: the program waits for the answer, as with SQLite. */
export interface Bridge {
  /** Throws `DatabaseAway`, also when no answer arrives within `milliseconds`, and `ServerError`. */
  ask(asked: Statement, milliseconds: number): Exclude<Answered, { error: string }>;
  /** How the session is encrypted; undefined without encryption. */
  readonly tls?: Encryption | undefined;
  /** Why the session has ended; undefined as long as it seems to be open. */
  readonly lost: string | undefined;
  close(): void;
}

const heartbeat = 5_000;
const toConnect = 15_000;
const toEnd = 2_000;

/**
 * The thread holds only one answer at a time, but without this limit V8 would let its garbage grow to 48 MB before
 * collecting it. Reaching the limit does not cause a failure.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

/** Interval between two checks for the server's answer, in milliseconds. */
const look = 10;

/**
 * Opens a session in its own thread. Waits with `Atomics.wait`: nothing in this program can run between two
 * statements of a transaction, so the code that makes the decisions is the same as with SQLite, and just as simple.
 * Throws `DatabaseAway` and `ServerError`.
 */
export function openBridge(server: Server, session: string): Bridge {
  const { bridge, opened } = startBridge(server, session);
  opened(toConnect);
  return bridge;
}

/**
 * Like `openBridge`, but the rest of this program continues in the meantime, for instance to receive answers from a
 * service.
 */
export async function openBridgeMeanwhile(server: Server, session: string): Promise<Bridge> {
  const { bridge, opened, isAnswered } = startBridge(server, session);
  for (const end = performance.now() + toConnect; !isAnswered() && performance.now() < end; )
    await new Promise((on) => setTimeout(on, look));
  opened(0);
  return bridge;
}

/** Starts the thread; `opened` waits up to `milliseconds` for the server's first answer. */
function startBridge(
  server: Server,
  session: string,
): { bridge: Bridge; opened: (milliseconds: number) => void; isAnswered: () => boolean } {
  const bell = new SharedArrayBuffer(4);
  const count = new Int32Array(bell);
  const { port1: here, port2: there } = new MessageChannel();
  const start: Start = { server, session, bell, port: there, heartbeat };
  const where = { workerData: start, transferList: [there], resourceLimits };
  const thread = new Worker(threadFile("postgres-worker"), where);
  thread.unref();
  here.unref();
  let lost: string | undefined;
  let tls: Encryption | undefined;
  const lose = (why: string, code?: string): DatabaseAway => {
    lost ??= why;
    void thread.terminate();
    return new DatabaseAway(why, code);
  };
  const answerAfter = (before: number, milliseconds: number): Exclude<Answered, { error: string }> => {
    if (!waitForAnother(count, before, milliseconds))
      throw lose(`no answer came within ${(milliseconds || toConnect) / 1000} seconds`);
    const told = receiveMessageOnPort(here)?.message as Answered;
    if (!("error" in told)) {
      tls = told.tls;
      return told;
    }
    throw told.lost ? lose(told.error, told.code) : new ServerError(told.error, told.code);
  };
  const bridge: Bridge = {
    get tls() {
      return tls;
    },
    get lost() {
      return lost;
    },
    ask(asked, milliseconds) {
      if (lost !== undefined) throw new DatabaseAway(lost);
      const before = Atomics.load(count, 0);
      here.postMessage(asked);
      return answerAfter(before, milliseconds);
    },
    close() {
      if (lost !== undefined) return;
      lost = "it was closed";
      const before = Atomics.load(count, 0);
      here.postMessage("end");
      waitForAnother(count, before, toEnd);
      here.close();
      void thread.terminate();
    },
  };
  const opened = (milliseconds: number): void => void answerAfter(0, milliseconds);
  return { bridge, opened, isAnswered: () => Atomics.load(count, 0) !== 0 };
}
