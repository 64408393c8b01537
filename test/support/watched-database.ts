import type { Database } from "../../src/database/index.ts";

type Asked = Parameters<Database["all"]>;

/** Wraps a database so that each statement is passed to `tell` before it runs. */
export function watchedDatabase(database: Database, tell: (asked: Asked) => void): Database {
  const told =
    <R>(call: (...asked: Asked) => R) =>
    (...asked: Asked): R => {
      tell(asked);
      return call(...asked);
    };
  return {
    ...database,
    engine: database.engine,
    run: told((...asked) => database.run(...asked)),
    get: told((...asked) => database.get(...asked)),
    all: told((...asked) => database.all(...asked)),
  };
}
