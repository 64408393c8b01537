import type { Verdict } from "../../report/index.ts";

/** Warnings alone do not make a file fail. */
export function isRight({ problems }: Verdict): boolean {
  return problems.every(({ severity }) => severity === "warning");
}
