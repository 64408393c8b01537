export class Meanwhile {
  #works: Array<() => Promise<unknown>> = [];

  readonly add = (work: () => Promise<unknown>): void => {
    this.#works.push(work);
  };

  /** Starts the queued work and ignores its errors. */
  readonly begin = (): void => {
    for (const work of this.#works.splice(0))
      void Promise.resolve()
        .then(work)
        .catch(() => undefined);
  };
}
