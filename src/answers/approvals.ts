import * as z from "zod";
import { answer, kind, maybe, text, whole, yes } from "./common.ts";

export const keyMade = answer({ key: z.object({ name: text, file: text, public_key: text, passphrase: yes }) });
const documents = z.array(z.object({ file: text, kind, confirm: text, gross_aed: text }));
/** `file` is empty if the request is only in a journal on a server. */
export const requested = answer({ request: z.object({ sha256: text, file: text, by: text, policy: text, documents }) });
/** Members that the answer to a preview of a request has in addition to the documents. */
export const previewedRequest = {
  request: z.object({ sha256: text, by: text, at: text, policy: text }),
  html: maybe,
  page_sha256: maybe,
} as const;
/**
 * The requests and delegations that ended with the user's membership, and the requests for which the user's approvals
 * no longer count.
 */
export const revoked = answer({
  revoked: z.object({
    user: text,
    requests: z.array(text),
    approvals: z.array(text),
    delegations: z.array(text),
    without_result: whole,
    keeps_role: yes,
  }),
});
/** `file` is empty if the delegation is only in a journal on a server. */
export const delegated = answer({
  delegation: z.object({
    sha256: text,
    file: text,
    by: text,
    to: text,
    from: text,
    until: text,
    business_profiles: z.array(text),
  }),
});
export const undelegated = answer({ ended: z.array(text) });
/** `to` is the approver who must decide now. */
export const handed = answer({ handed: z.array(z.object({ request: text, to: text, by: text })) });
export const admitted = answer({ admitted: z.object({ user: text }) });
