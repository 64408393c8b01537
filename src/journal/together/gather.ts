import { ok, type Result } from "../../problem/index.ts";

/** Maximum number of queries answered at once. */
const most = 1_000;

interface Waiting<Q, A> {
  readonly asked: Q;
  readonly tell: (answer: Result<A> | Promise<Result<A>>) => void;
}

/**
 * Answers queries together if they are made in the same turn of the event loop. `all` may answer only the first few
 * of them. If it fails, each query is made separately, so that one failure does not affect the others.
 */
export function gathered<Q extends readonly unknown[], A>(
  one: (...asked: Q) => Promise<Result<A>>,
  all: (asked: readonly Q[]) => Promise<Result<readonly A[]>>,
): (...asked: Q) => Promise<Result<A>> {
  let waiting: Waiting<Q, A>[] = [];
  let isAsking = false;
  const answer = async (): Promise<void> => {
    const some = waiting.slice(0, most);
    const found = some.length === 1 ? undefined : await all(some.map(({ asked }) => asked));
    const told = found?.ok ? found.value.length : some.length;
    waiting = waiting.slice(told);
    isAsking = waiting.length > 0;
    if (isAsking) setImmediate(answer);
    for (const [at, { asked, tell }] of some.slice(0, told).entries())
      tell(found?.ok ? ok(found.value[at] as A) : one(...asked));
  };
  return (...asked) =>
    new Promise((tell) => {
      if (!isAsking) setImmediate(answer);
      isAsking = true;
      waiting.push({ asked, tell });
    });
}
