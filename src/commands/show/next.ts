import type { Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { Life } from "../../life/index.ts";
import { type DueFacts, dueFacts } from "../due/documents.ts";
import * as remedies from "../due/remedies.ts";

/** What a person does next about a document, and until when. */
export interface NextSteps extends Pick<DueFacts, "deadline"> {
  readonly todo: readonly string[];
}

/** The steps of what is open; undefined when nothing is. */
export async function nextSteps({ past, owed }: Life, journal: Journal, desk: Desk): Promise<NextSteps | undefined> {
  if (owed === undefined) return undefined;
  const { called, kind, deadline, file, id } = await dueFacts("rejected", past, journal, desk);
  const reissue = owed === "failed" || owed === "rejected" || owed === "correction";
  const todo = ((): string[] => {
    switch (owed) {
      case "in-doubt":
        return remedies.doubtTodo(past.attempt);
      case "failed":
        return remedies.failedTodo(called, file, false);
      case "rejected":
        return remedies.rejectedTodo(called, kind);
      case "pending":
        return remedies.pendingTodo(called, id, true);
      case "objected":
        return remedies.objectedTodo(called, kind);
      case "not-accepted":
        return remedies.notAcceptedTodo(called);
      default:
        return [];
    }
  })();
  return { todo, deadline: reissue ? deadline : undefined };
}
