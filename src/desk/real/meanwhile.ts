/** Work for the time in which an answer is waited for. */
export class Meanwhile {
  #works: Array<() => Promise<unknown>> = [];

  readonly add = (work: () => Promise<unknown>): void => {
    this.#works.push(work);
  };

  /** Begins all of it; a fault is not heard. */
  readonly begin = (): void => {
    for (const work of this.#works.splice(0))
      void Promise.resolve()
        .then(work)
        .catch(() => undefined);
  };
}
