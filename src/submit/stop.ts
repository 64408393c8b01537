import type { Desk } from "../desk.ts";

/** How long an answer is waited for after somebody asked to stop, in milliseconds. */
const lastWait = 10_000;

/** Watches for Ctrl-C and the system's request to end, while documents are sent. */
export interface StopWatch {
  /** Whether somebody asked to stop. */
  readonly asked: boolean;
  /** The signal for one exchange: before its first byte a request to stop ends it at once. */
  begin(): AbortSignal;
  /** The first byte is about to leave: from now on the answer is waited for, until a second request or 10 seconds. */
  underWay(): void;
  close(): void;
}

/** Starts to watch; until `close` a request to stop ends nothing by itself. */
export function watchForStop(desk: Pick<Desk, "onStop" | "say">): StopWatch {
  let requests = 0;
  let sending = false;
  let current = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const waitForAnswer = (): void => {
    desk.say(
      "Stopping: the document is under way, so its answer is waited for, up to 10 seconds. Again: stop at once.",
    );
    const running = current;
    timer = setTimeout(() => running.abort(), lastWait);
  };
  const off = desk.onStop(() => {
    requests += 1;
    if (!sending || requests > 1) current.abort();
    else waitForAnswer();
  });
  return {
    get asked() {
      return requests > 0;
    },
    begin() {
      clearTimeout(timer);
      current = new AbortController();
      sending = false;
      if (requests > 0) current.abort();
      return current.signal;
    },
    underWay() {
      sending = true;
    },
    close() {
      clearTimeout(timer);
      off();
    },
  };
}
