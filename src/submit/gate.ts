/**
 * Starts the documents of a run one at a time, in order: the journal is queried about each document once all earlier
 * ones have begun. Exchanges continue in parallel.
 */
export class Gate {
  #last: Promise<unknown> = Promise.resolve();
  readonly #underWay = new Set<Promise<unknown>>();

  /** Runs `work` after everything passed to it earlier has finished. */
  pass<T>(work: () => Promise<T>): Promise<T> {
    const passing = this.#last.then(work);
    this.#last = passing.catch(() => undefined);
    return passing;
  }

  /** Awaits an exchange, which counts as under way until it ends. */
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

  /** Waits until an exchange ends; returns false if none is under way. */
  async oneEnded(): Promise<boolean> {
    if (this.#underWay.size === 0) return false;
    await Promise.race(this.#underWay);
    return true;
  }
}
