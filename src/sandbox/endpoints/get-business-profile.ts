import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { shownProfile } from "../profile.ts";
import { json } from "../reply.ts";

/** The only answer whose 404 has another shape than all others. Source: contract §11. */
export const getBusinessProfile = endpoint(endpoints.getBusinessProfile, ({ params }, { account, profileOf }) =>
  profileOf(params.business_profile_id ?? "")
    ? json(200, shownProfile(account))
    : json(404, { error: "profile not found" }),
);
