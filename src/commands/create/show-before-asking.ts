import type { Desk } from "../../desk/index.ts";
import type { Sendable } from "../../prepare/index.ts";
import { renderPreview, renderProblems } from "../../render/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { withHsWords } from "../codes/hs-codes.ts";

/** The document and what is doubtful about it: both belong before the question whether to send it. */
export async function showBeforeAsking(document: Sendable, profile: ServiceProfile, desk: Desk): Promise<void> {
  const [shown = document] = await withHsWords([document], desk);
  desk.say(renderPreview({ ...shown, customer: profile.businessProfile }, desk.talkStyle));
  if (document.problems.length > 0) desk.say(renderProblems(document.problems, desk.talkStyle));
}
