import type { Desk } from "../../desk/index.ts";
import type { Sendable } from "../../prepare/index.ts";
import { renderPreview, renderProblems } from "../../render/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { undelivered } from "../answer/reaches.ts";
import { withHsWords } from "../codes/hs-codes.ts";

/** The document and its warnings: both are shown before the question whether to send it. */
export async function showBeforeAsking(document: Sendable, profile: ServiceProfile, desk: Desk): Promise<void> {
  const [shown = document] = await withHsWords([document], desk);
  const more = {
    customer: profile.businessProfile,
    undelivered: await undelivered(document.document, profile.sandbox, desk),
  };
  desk.say(renderPreview({ ...shown, ...more }, desk.talkStyle));
  if (document.problems.length > 0) desk.say(renderProblems(document.problems, desk.talkStyle));
}
