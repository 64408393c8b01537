import type { Answered, Statement } from "./messages.ts";

type Answer = Exclude<Answered, { error: string }>;

/**
 * Delays the writes of a transaction until the next query, or at the latest its COMMIT, and sends them together: the
 * row count of a write is seldom needed, and every round trip takes time while others wait for the transaction. A
 * failed write is reported then; the server has ended the transaction in any case. Long transactions, such as the
 * copy of a whole journal, send their writes earlier, so that memory stays small.
 */
export class HeldWrites {
  readonly #send: (asked: Statement) => Answer;
  #held: Held[] = [];
  #size = 0;
  #holds = false;

  constructor(send: (asked: Statement) => Answer) {
    this.#send = send;
  }

  /** Delayed writes are sent first. */
  ask(asked: Statement): Answer {
    const before = this.#held;
    this.forget();
    const told = this.#send(before.length === 0 ? asked : { ...asked, before: before.map((each) => each.statement) });
    for (const [at, each] of before.entries()) each.changes = told.before[at] ?? 0;
    return told;
  }

  /** Delayed inside a transaction; reading the row count sends the write immediately. */
  write(statement: Statement): { readonly changes: number } {
    if (!this.#holds) return { changes: this.ask(statement).changes };
    const held: Held = { statement, changes: undefined };
    this.#held.push(held);
    this.#size += sizeOf(statement);
    if (this.#size > mostHeld) this.#flush();
    const flush = (): number => {
      if (held.changes === undefined) this.#flush();
      return held.changes ?? 0;
    };
    return {
      get changes() {
        return flush();
      },
    };
  }

  during<T>(work: () => T): T {
    this.#holds = true;
    try {
      return work();
    } finally {
      this.#holds = false;
    }
  }

  /** Discards delayed writes, after a transaction that did not finish. */
  forget(): void {
    this.#held = [];
    this.#size = 0;
  }

  #flush(): void {
    const last = this.#held.pop();
    if (last) last.changes = this.ask(last.statement).changes;
  }
}

/** In bytes or characters: the delayed writes are sent once they reach this total size. */
const mostHeld = 1_000_000;

/** Returns the approximate size of a write's values; each counts as at least the size of a number. */
function sizeOf({ values = [] }: Statement): number {
  return values.reduce<number>(
    (sum, each) => sum + 8 + (typeof each === "object" || typeof each === "string" ? (each?.length ?? 0) : 0),
    0,
  );
}

interface Held {
  readonly statement: Statement;
  /** Undefined while the write is delayed. */
  changes: number | undefined;
}
