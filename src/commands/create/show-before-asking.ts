import type { Desk } from "../../desk/index.ts";
import type { Sendable } from "../../prepare/index.ts";
import { renderPreview, renderProblems } from "../../render/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";

/** The document and what is doubtful about it: both belong before the question whether to send it. */
export function showBeforeAsking(document: Sendable, profile: ServiceProfile, desk: Desk): void {
  desk.say(renderPreview({ ...document, customer: profile.businessProfile }, desk.talkStyle));
  if (document.problems.length > 0) desk.say(renderProblems(document.problems, desk.talkStyle));
}
