import type { Problem } from "./problem.ts";

export interface Failure {
  readonly ok: false;
  readonly problems: readonly [Problem, ...Problem[]];
}

/** A value or the problems that prevented it. Only internal errors are thrown. */
export type Result<T> = { readonly ok: true; readonly value: T } | Failure;

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(first: Problem, ...more: Problem[]): Failure {
  return { ok: false, problems: [first, ...more] };
}

/** Returns a failure with these problems. Throws if there are none. */
export function failAll(problems: readonly Problem[]): Failure {
  const [first, ...more] = problems;
  if (first === undefined) throw new Error("selfbill has an internal error: a failure without a problem");
  return { ok: false, problems: [first, ...more] };
}

/** Changes the value of a result; problems are passed through. */
export function map<A, B>(result: Result<A>, change: (value: A) => B): Result<B> {
  return result.ok ? ok(change(result.value)) : result;
}

/** Maximum number of calls running at once. */
const atOnce = 1_000;

/** Calls `ask` for each thing, many at a time. Returns the values in order, or the first failure. */
export async function mapAll<A, B>(things: readonly A[], ask: (thing: A) => Promise<Result<B>>): Promise<Result<B[]>> {
  const values: B[] = [];
  for (let from = 0; from < things.length; from += atOnce) {
    for (const each of await Promise.all(things.slice(from, from + atOnce).map(ask))) {
      if (!each.ok) return each;
      values.push(each.value);
    }
  }
  return ok(values);
}
