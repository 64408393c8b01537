import type { Database } from "../database/index.ts";

interface Waiting {
  readonly work: () => unknown;
  readonly done: (value: unknown) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Lets requests that arrive together share one flush to disk, because the flush takes longer than the rest of a
 * request. Each gets its own answer once the whole group is on disk; if one `work` throws, only that one is rolled
 * back.
 */
export class GroupCommit {
  readonly #database: Database;
  #waiting: Waiting[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resolves once the result is on disk. Rejects with the error of `work`, or of the commit. */
  run<T>(work: () => T): Promise<T> {
    return new Promise((done, failed) => {
      // Waits until the requests that have already arrived have been read.
      if (this.#waiting.length === 0) setImmediate(() => this.flush());
      this.#waiting.push({ work, done: done as (value: unknown) => void, failed });
    });
  }

  /** Commits all waiting work. */
  flush(): void {
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length === 0) return;
    const answers: (() => void)[] = [];
    try {
      this.#database.transaction(() => {
        for (const each of group) answers.push(this.#one(each));
      });
    } catch (error) {
      for (const { failed } of group) failed(error);
      return;
    }
    for (const answer of answers) answer();
  }

  /** Returns a function that settles the request. */
  #one({ work, done, failed }: Waiting): () => void {
    this.#database.exec("SAVEPOINT one");
    try {
      const value = work();
      this.#database.exec("RELEASE one");
      return () => done(value);
    } catch (error) {
      this.#database.exec("ROLLBACK TO one");
      this.#database.exec("RELEASE one");
      return () => failed(error);
    }
  }
}
