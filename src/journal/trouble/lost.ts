import { DatabaseAway, isStarting, mayComeBack } from "../../database/index.ts";
import { fail, ok, type Problem, type Result } from "../../problem/index.ts";
import type { Disk } from "../places/disk.ts";
import type { Chain } from "../store/chain.ts";
import { JournalDamage } from "../store/second-path.ts";
import { isBusy, isUnstorable, unusable } from "./trouble.ts";

/** How to wait for a lost connection to the journal's server. */
export interface ServerPatience {
  /** The longest wait, in milliseconds. */
  readonly most: number;
  /** Whether the user asked to wait; if so, the program also waits for a server that refuses the first connection. */
  readonly isAsked: boolean;
  /** Shows a message that the connection is lost and this run is waiting. */
  say(line: string): void;
  /** Resolves to false if the user asked to stop. */
  pause(milliseconds: number): Promise<boolean>;
  /** Returns milliseconds from a clock that never goes backwards. */
  now(): number;
}

/** Thrown when the server now answering is a different one, or has an older copy of the journal. */
export class LacksRecords extends DatabaseAway {
  constructor() {
    super("the server in its place lacks what was recorded there before");
  }
}

/**
 * Thrown when a document was claimed but not sent, because the connection was lost or others took over the claim; it
 * may be claimed again.
 */
export class ClaimLost extends Error {}

/** Whether only a lost connection kept a document from being sent. */
export const isOnlyLost = ({ cause }: Problem): boolean =>
  (cause instanceof DatabaseAway && !(cause instanceof LacksRecords)) || cause instanceof ClaimLost;

/** Maximum number of tries for one read or write: a server may end the session every time. */
const rounds = 6;
/** Pauses between two attempts to connect, in milliseconds. */
const [firstPause, longestPause] = [100, 2_000];

/** Runs reads and writes of a journal. If the connection to its server is lost, they are retried once it is back. */
export class Access {
  readonly #disk: Disk;
  readonly #chain: Chain;
  readonly #patience: ServerPatience | undefined;
  /** Set after a failed write: this run then sends nothing more, because the state of the disk is unknown. */
  #broken: Problem | undefined;
  #coming: Promise<Problem | undefined> | undefined;
  /** Increases with each new connection. */
  connection = 1;
  /**
   * Whether the wait ended without a connection; from then on, only records of the service's answers are retried, and
   * only once.
   */
  #isSpent = false;

  constructor(disk: Disk, chain: Chain, patience: ServerPatience | undefined) {
    this.#disk = disk;
    this.#chain = chain;
    this.#patience = patience;
  }

  get broken(): Problem | undefined {
    return this.#broken;
  }

  readNow<T>(work: () => T): Result<T> {
    try {
      return ok(work());
    } catch (error) {
      return fail(unusable(error, "read", this.#disk.path));
    }
  }

  async read<T>(work: () => T): Promise<Result<T>> {
    for (let round = 1; ; round++) {
      const done = this.#readSoundly(work);
      if (done.ok || round === rounds || !this.#waitsFor(done.problems[0])) return done;
      const away = await this.#away();
      if (away) return fail(away);
    }
  }

  /**
   * Runs `work`. Between two of its statements another process may add records, so damage counts only if it is also
   * found in a single state of the database.
   */
  #readSoundly<T>(work: () => T): Result<T> {
    const done = this.readNow(work);
    if (done.ok || !(done.problems[0].cause instanceof JournalDamage)) return done;
    const again = this.readNow(() => this.#disk.database.snapshot(work));
    return again.ok || isAway(again.problems[0]) ? again : done;
  }

  /** Writes without waiting for a lost connection; losing it does not end the run. */
  writeNow<T>(work: () => T): Result<T> {
    if (this.#broken) return fail(this.#broken);
    const { done } = this.#once(work);
    return done.ok || this.#waitsFor(done.problems[0]) ? done : this.#failed(done.problems[0]);
  }

  /** Runs `work`, and repeats it after each lost connection. */
  async write<T>(work: () => T): Promise<Result<T>> {
    return this.#write(work, () => undefined);
  }

  /**
   * Runs one transaction. It is not repeated if it was committed before the connection was lost. With `surely`, it runs
   * even after a failed write, and is retried after reconnecting even if this run no longer waits for the server.
   */
  async commit<T>(work: () => T, surely = false): Promise<Result<T>> {
    let value: { readonly is: T } | undefined;
    const once = (): T => {
      value = undefined;
      return this.#disk.database.transaction(() => {
        const is = work();
        value = { is };
        return is;
      });
    };
    return this.#write(once, () => value, surely);
  }

  /**
   * Runs `work`, with retries. `made` returns the value of a transaction whose COMMIT may have taken effect although
   * the answer was lost.
   */
  async #write<T>(work: () => T, made: () => { readonly is: T } | undefined, surely = false): Promise<Result<T>> {
    const { reconnect } = this.#disk;
    // The service's answer is recorded even if other writes failed.
    if (this.#broken && !(surely && reconnect)) return fail(this.#broken);
    for (let round = 1; ; round++) {
      const { done, added } = this.#once(work);
      if (done.ok) return done;
      const value = made();
      const [found] = done.problems;
      const isTried = surely && reconnect && (isAway(found) || (round === 1 && !isUnstorable(found.cause)));
      if (round === rounds || !(isTried || this.#waitsFor(found))) return this.#failed(found);
      const away = await this.#away();
      if (away) return this.#failed(away);
      const isDone = value && added ? this.readNow(() => this.#chain.hasLink(added)) : ok(false);
      if (value && isDone.ok && isDone.value) return ok(value.is);
    }
  }

  #once<T>(work: () => T): { done: Result<T>; added: ReturnType<Chain["added"]> } {
    try {
      const value = work();
      this.#chain.wrote(true);
      return { done: ok(value), added: undefined };
    } catch (error) {
      const added = this.#chain.added();
      this.#chain.wrote(false);
      return { done: fail(unusable(error, "written", this.#disk.path)), added };
    }
  }

  #failed(found: Problem): Result<never> {
    const { cause } = found;
    if (!isBusy(cause) && !isUnstorable(cause) && !(cause instanceof ClaimLost)) this.#broken ??= found;
    return fail(found);
  }

  #waitsFor(found: Problem): boolean {
    return this.#patience !== undefined && !this.#isSpent && isAway(found);
  }

  /**
   * Waits for the connection; explains why the server is still unavailable after that, or returns undefined once the
   * connection is back.
   */
  #away(): Promise<Problem | undefined> {
    this.#coming ??= this.#connect().finally(() => {
      this.#coming = undefined;
    });
    return this.#coming;
  }

  async #connect(): Promise<Problem | undefined> {
    const { most = 0, say, pause, now = () => 0 } = this.#isSpent ? {} : (this.#patience ?? {});
    if (!this.#disk.isAway?.()) return undefined;
    say?.(lostLine(this.#disk.path, most));
    const end = now() + most;
    for (let wait = firstPause; ; wait = Math.min(2 * wait, longestPause)) {
      try {
        await this.#disk.reconnect?.(this.#chain.hasConfirmed);
        this.connection += 1;
        return undefined;
      } catch (error) {
        const left = end - now();
        const isHopeless = error instanceof LacksRecords || !mayComeBack(error) || left <= 0;
        if (!isHopeless && (await pause?.(Math.min(wait, left)))) continue;
        this.#isSpent = true;
        return unusable(error);
      }
    }
  }
}

/**
 * Opens a journal, waiting if the server is starting or stopping and, with `isAsked`, also if there is no answer. A
 * wrong address is reported immediately.
 */
export async function openPatiently<T>(
  open: () => Result<T>,
  address: string,
  patience?: ServerPatience,
): Promise<Result<T>> {
  const end = (patience?.now() ?? 0) + (patience?.most ?? 0);
  for (let wait = firstPause; ; wait = Math.min(2 * wait, longestPause)) {
    const opened = open();
    const cause = opened.ok ? undefined : opened.problems[0].cause;
    const isWaitedFor = patience?.isAsked ? mayComeBack(cause) : isStarting(cause);
    const left = patience === undefined ? 0 : end - patience.now();
    if (opened.ok || !isWaitedFor || left <= 0) return opened;
    if (wait === firstPause) patience?.say(awayLine(address, patience.most));
    if (!(await patience?.pause(Math.min(wait, left)))) return opened;
  }
}

const isAway = ({ cause }: Problem): boolean => cause instanceof DatabaseAway && !(cause instanceof LacksRecords);

function lostLine(address: string, most: number): string {
  return `The connection to the server of the journal ${address} is lost. ${waits(most)}`;
}

function awayLine(address: string, most: number): string {
  return `The server of the journal ${address} does not answer yet. ${waits(most)}`;
}

function waits(most: number): string {
  return `Waiting for it for up to ${Math.round(most / 1_000)} seconds; no document is sent until it is back.`;
}
