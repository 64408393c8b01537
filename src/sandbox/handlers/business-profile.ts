import type { Call, Services } from "../endpoint.ts";
import { shownProfile } from "../profile.ts";
import { json, type Reply } from "../reply.ts";

/** Returns the profile, or a 404 with a body in a shape that no other call uses. Source: contract §11. */
export function readProfile(_: "none", { params }: Call, { account, profileOf }: Services): Reply {
  return profileOf(params.business_profile_id ?? "")
    ? json(200, shownProfile(account))
    : json(404, { error: "profile not found" });
}
