import type { Database } from "../database/index.ts";

interface Waiting {
  readonly work: () => unknown;
  readonly done: (value: unknown) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Lets requests that arrive together share one flush to disk, which takes longer than the rest of a request. Each gets
 * its own answer once the whole group is on disk; if one piece of work throws, only that one is rolled back.
 */
export class GroupCommit {
  readonly #database: Database;
  #waiting: Waiting[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Runs `work` and resolves with what it returns, once that is on disk. Rejects with what it throws, or with the error of the commit. */
  run<T>(work: () => T): Promise<T> {
    return new Promise((done, failed) => {
      // Wait until the requests that have already arrived are read.
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

  /** Runs one work; returns a function that settles its request. */
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
