import type { Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { Life } from "../../life/index.ts";
import { nextStepsOf, type Steps } from "../due/documents.ts";

/** Returns the steps that a document needs; undefined if nothing is due. */
export async function nextSteps(life: Life, journal: Journal, desk: Desk): Promise<Steps | undefined> {
  const { owed } = life;
  if (owed === undefined) return undefined;
  const steps = await nextStepsOf({ ...life, owed }, { explained: false, checked: true }, journal, desk);
  const reissue = owed === "failed" || owed === "rejected" || owed === "correction";
  return { ...steps, deadline: reissue ? steps.deadline : undefined };
}
