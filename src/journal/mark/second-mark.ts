import { ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { Mark, MarkPlace, SecondMark } from "./mark.ts";
import { markFile } from "./mark-file.ts";

/**
 * The second copy is kept with the settings, because a restored or replaced data folder contains a journal and a mark
 * that match each other. A named file has its own second copy, so that two scripts with separate journals do not stop
 * each other. If neither copy has a mark under this name, the last mark written for the account counts, because an
 * emptied or misplaced folder looks like a new journal. A missing copy is created.
 */
export function secondMark(
  { path, policiesOnly }: { readonly path: string; readonly policiesOnly: boolean },
  own: MarkPlace,
  isNamed: boolean,
): SecondMark {
  const file = markFile(path, true);
  const key = (account: string): string => (isNamed ? `${account}\n${own.path}` : account);
  let failed: Problem | undefined;
  const written = <T>(result: Result<T>, otherwise: T): Result<T> => {
    if (!result.ok) failed ??= unwritable(path, own.path, result.problems[0]);
    return result.ok ? result : ok(otherwise);
  };
  if (policiesOnly)
    return { ...policies(), of: () => ok(undefined), advance: (_, to) => ok(to), set: () => ok(undefined) };
  return {
    ...policies(),
    of(account) {
      const here = file.of(key(account));
      const known = here.ok && here.value === undefined ? own.of(account) : here;
      if (!known.ok || known.value !== undefined) return here;
      return file.latest(account);
    },
    advance: (account, to, from) => written(file.advance(key(account), to, from), from ?? to),
    set(account, to) {
      const was = file.of(key(account));
      const result = file.set(key(account), to);
      // A failed write is an error if the unchanged copy would cause the journal that was just accepted to be
      // rejected.
      const stops = was.ok && was.value && !isBehind(was.value, to);
      return !result.ok && stops ? result : written(result, undefined);
    },
  };

  function policies() {
    return {
      path,
      policy: file.policy,
      keepPolicy: (name: string, seen: Parameters<MarkPlace["keepPolicy"]>[1]) =>
        written(file.keepPolicy(name, seen), undefined),
      trouble: () => failed,
      close: file.close,
    };
  }
}

const isBehind = (mark: Mark, of: Mark): boolean => mark.journal === of.journal && mark.sequence <= of.sequence;

function unwritable(path: string, own: string, { cause }: Problem): Problem {
  const why = cause instanceof Error ? cause.message : "it cannot be written";
  const message = `The second copy of the journal mark, ${path}, could not be written: ${why}. Only ${own} remembers what is sent.`;
  const hint =
    "Nothing is wrong with what you send. If that file is lost or restored together with the journal, selfbill does not notice it; make the folder of the settings writable.";
  return problem("mark-unusable", message, hint, { severity: "warning", cause });
}
