import * as z from "zod";
import { answer, kind, maybe, party, text, whole, yes } from "./common.ts";

/** `policy new-key`; the private key is in the file. */
export const keyMade = answer({ key: z.object({ name: text, file: text, public_key: text, passphrase: yes }) });
/** `policy set`, `sign` and `show`; `result` says what was done. */
export const policyShown = answer({
  policy: z.object({
    number: text,
    business_profile: text,
    approval_from: text,
    approvals: whole,
    /** Who signs the next one. */
    owner: text,
    signed_by: text,
    sha256: text,
    people: z.array(
      z.object({
        name: text,
        key: text,
        may: z.array(z.enum(["request", "approve"])),
        per_document: maybe,
        per_day: maybe,
      }),
    ),
  }),
  result: maybe,
});

const asked = { file: text, kind, confirm: text, gross_aed: text };
const documents = z.array(z.object(asked));
/** By whose records its supplier or account is new or changed. */
const records = z.array(z.enum(["requester", "approver"]));
const shown = {
  ...asked,
  number: maybe,
  supplier: party,
  accounts: z.array(text),
  new_by: records,
  changed_by: records,
  net: text,
  vat: text,
  gross: text,
  currency: text,
  issue_date: maybe,
};

export const requested = answer({ request: z.object({ sha256: text, file: text, by: text, policy: text, documents }) });
export const decided = answer({
  decisions: z.array(
    z.object({
      request: text,
      requested_by: text,
      decision: z.enum(["approved", "rejected"]),
      by: text,
      policy: text,
      documents: z.array(z.object(shown)),
      left_out: z.array(z.object({ ...shown, why: text })),
      page_sha256: maybe,
      sha256: text,
      file: text,
    }),
  ),
});
/** `preview` of a request. */
export const requestShown = answer({
  request: z.object({ sha256: text, by: text, at: text, policy: text }),
  html: maybe,
  page_sha256: maybe,
  documents: z.array(z.object(shown)),
});
