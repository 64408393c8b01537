import type { Marks } from "./mark.ts";
import { type MarkFile, markFile } from "./mark-file.ts";
import { secondMark } from "./second-mark.ts";

export interface OtherMarks {
  /** The user's default file, if another one was named: policies recorded in the default file still count. */
  readonly usual?: string | undefined;
  /** `policiesOnly`: the named file is all that is kept between runs. */
  readonly second?: { readonly path: string; readonly policiesOnly: boolean } | undefined;
}

export function marksIn(path: string, { usual, second }: OtherMarks = {}): Marks {
  const own = markFile(path);
  const other: MarkFile | undefined = usual === undefined || usual === path ? undefined : markFile(usual);
  const copy = second && secondMark(second, own, other !== undefined);
  return {
    ...own,
    second: copy,
    policy(name) {
      const there = other?.policy(name);
      const here = own.policy(name);
      if (!there?.ok || !here.ok) return there?.ok === false ? there : here;
      return (there.value?.number ?? 0) > (here.value?.number ?? 0) ? there : here;
    },
    keepPolicy(name, seen) {
      const kept = own.keepPolicy(name, seen);
      return kept.ok && other ? other.keepPolicy(name, seen) : kept;
    },
    close() {
      for (const each of [own, other, copy]) each?.close();
    },
  };
}
