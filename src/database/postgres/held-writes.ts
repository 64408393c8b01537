import type { Answered, Statement } from "./messages.ts";

type Answer = Exclude<Answered, { error: string }>;

/**
 * Delays the writes of a transaction until the next query, at the latest its COMMIT, and sends them together: the row count of a write is
 * seldom needed, and every round trip takes time while others wait for the transaction. A failed write is reported then;
 * the server has ended the transaction in any case.
 */
export class HeldWrites {
  readonly #send: (asked: Statement) => Answer;
  #held: Held[] = [];
  #holds = false;

  constructor(send: (asked: Statement) => Answer) {
    this.#send = send;
  }

  /** Sends a statement after all delayed writes. */
  ask(asked: Statement): Answer {
    const before = this.#held;
    this.#held = [];
    const told = this.#send(before.length === 0 ? asked : { ...asked, before: before.map((each) => each.statement) });
    for (const [at, each] of before.entries()) each.changes = told.before[at] ?? 0;
    return told;
  }

  /** Runs a write, delayed inside a transaction; reading its row count sends it immediately. */
  write(statement: Statement): { readonly changes: number } {
    if (!this.#holds) return { changes: this.ask(statement).changes };
    const held: Held = { statement, changes: undefined };
    this.#held.push(held);
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

  /** Runs the work of a transaction. */
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
  }

  #flush(): void {
    const last = this.#held.pop();
    if (last) last.changes = this.ask(last.statement).changes;
  }
}

interface Held {
  readonly statement: Statement;
  /** Undefined while it is delayed. */
  changes: number | undefined;
}
