import { type Problem, suggest } from "../problem/index.ts";
import type { Fixable, Style } from "../report/index.ts";

/** Counts the errors that have one answer, in files that --fix may change; undefined if none has. */
export function fixableOf(problems: readonly Problem[], before?: Fixable): Fixable | undefined {
  const found = problems.filter(
    ({ severity, fix, where }) => severity === "error" && fix?.safe && isFixable(where?.file),
  );
  const files = new Set(found.flatMap(({ where }) => where?.file ?? []));
  if (files.size === 0) return before;
  const all = new Set([...(before?.files ?? []), ...files]);
  return { count: (before?.count ?? 0) + found.length, files: [...all] };
}

const isFixable = (file = ""): boolean => /\.(?:ya?ml|json)$/i.test(file);

/** Says which command writes the values of errors that have one answer. */
export function fixableLine({ count, files: [file = "", ...more] }: Fixable, errors: number, style: Style): string {
  const how = more.length === 0 ? suggest`validate ${file} --diff` : suggest`validate FILES --diff`;
  const of =
    count === errors ? (count === 1 ? "It has" : `All ${count} have`) : `${count} of ${errors} errors ${have(count)}`;
  return `${style.faint("→")} ${of} one answer. To see what would be written: ${how}; --fix writes it.`;
}

const have = (count: number): string => (count === 1 ? "has" : "have");
