import type { Answered, Statement } from "./messages.ts";

type Answer = Exclude<Answered, { error: string }>;

/**
 * Holds the writes of a transaction back until something is asked, at the latest its COMMIT, and sends them with that: what a write changed is
 * seldom asked, and every way to the server takes its time while others wait for the transaction's end. A write that fails is told then;
 * the server has ended the transaction in any case.
 */
export class HeldWrites {
  readonly #send: (asked: Statement) => Answer;
  #held: Held[] = [];
  #holds = false;

  constructor(send: (asked: Statement) => Answer) {
    this.#send = send;
  }

  /** Sends a statement, after all writes that were held back. */
  ask(asked: Statement): Answer {
    const before = this.#held;
    this.#held = [];
    const told = this.#send(before.length === 0 ? asked : { ...asked, before: before.map((each) => each.statement) });
    for (const [at, each] of before.entries()) each.changes = told.before[at] ?? 0;
    return told;
  }

  /** Inside a transaction later; how many rows it changes sends it at once. */
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

  /** Does the work of a transaction. */
  during<T>(work: () => T): T {
    this.#holds = true;
    try {
      return work();
    } finally {
      this.#holds = false;
    }
  }

  /** After a transaction that did not come to its end. */
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
  /** Undefined while it is held back. */
  changes: number | undefined;
}
