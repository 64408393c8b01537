/**
 * Where the documents of a run begin: one at a time, in the order they came, so that the journal is asked about each when all before it
 * have begun. What is under way goes on beside it.
 */
export class Gate {
  #last: Promise<unknown> = Promise.resolve();
  readonly #underWay = new Set<Promise<unknown>>();

  /** Does `work` once everything that came before is through. */
  pass<T>(work: () => Promise<T>): Promise<T> {
    const passing = this.#last.then(work);
    this.#last = passing.catch(() => undefined);
    return passing;
  }

  /** An exchange, which counts as under way until it ends. */
  async follow<T>(exchange: Promise<T>): Promise<T> {
    const ended = exchange.then(
      () => undefined,
      () => undefined,
    );
    this.#underWay.add(ended);
    try {
      return await exchange;
    } finally {
      this.#underWay.delete(ended);
    }
  }

  /** Waits until one of those under way ends; false when there is none. */
  async oneEnded(): Promise<boolean> {
    if (this.#underWay.size === 0) return false;
    await Promise.race(this.#underWay);
    return true;
  }
}
