import type { Desk } from "../desk/index.ts";

/** How long to wait for answers after a request to stop, in milliseconds. */
const lastWait = 10_000;

export interface StopWatch {
  /** Whether a stop has been requested. */
  readonly asked: boolean;
  /** Must be called before each exchange. */
  begin(): Watched;
  close(): void;
}

/** How a request to stop affects one exchange with the service. */
export interface Watched {
  /** Aborted by a request to stop, which ends the exchange at once if the first byte has not been sent. */
  readonly signal: AbortSignal;
  /**
   * Must be called when the first byte is about to be sent. After that, a request to stop waits for the answer for up
   * to 10 seconds, or until a second request.
   */
  underWay(): void;
  ended(): void;
}

/** Watches for requests to stop (Ctrl-C or SIGTERM), which do not end the process until `close` is called. */
export function watchForStop(desk: Pick<Desk, "onStop" | "say">): StopWatch {
  let requests = 0;
  let timer: NodeJS.Timeout | undefined;
  const waiting = new Set<AbortController>();
  const sending = new Set<AbortController>();
  const abort = (all: ReadonlySet<AbortController>): void => {
    for (const each of all) each.abort();
  };
  const off = desk.onStop(() => {
    requests += 1;
    abort(waiting);
    if (requests > 1) abort(sending);
    if (requests > 1 || sending.size === 0) return;
    desk.say(stopping(sending.size));
    timer = setTimeout(() => abort(sending), lastWait);
  });
  return {
    get asked() {
      return requests > 0;
    },
    begin() {
      const own = new AbortController();
      waiting.add(own);
      if (requests > 0) own.abort();
      return {
        signal: own.signal,
        underWay() {
          waiting.delete(own);
          sending.add(own);
        },
        ended() {
          waiting.delete(own);
          sending.delete(own);
        },
      };
    },
    close() {
      clearTimeout(timer);
      off();
    },
  };
}

function stopping(count: number): string {
  const what =
    count === 1
      ? "the document is under way, so waiting for its answer"
      : `${count} documents are under way, so waiting for their answers`;
  return `Stopping: ${what}, up to 10 seconds. Again: stop at once.`;
}
