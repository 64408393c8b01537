import { isAbsolute } from "node:path";
import * as z from "zod";
import { businessProfileSchema } from "../document/index.ts";
import { accountsSchema } from "./accounts-schema.ts";
import { journalFault } from "./values.ts";

const profileSchema = z.strictObject({
  base_url: z.string(),
  business_profile_id: z.string().optional(),
  account_name: z.string().optional(),
  service_version: z.string().optional(),
  version_header: z.string().optional(),
  rules_edition: z.string().optional(),
  extras: z.boolean().optional(),
  number_series: z.string().optional(),
  credit_note_series: z.string().optional(),
  business_profile: businessProfileSchema.optional(),
  accounts: accountsSchema.optional(),
  logo: z.string().optional(),
  journal: z
    .string()
    .refine((place) => journalFault(place) === undefined, {
      error: ({ input }) => journalFault(String(input)) ?? "",
    })
    .optional(),
  acceptance: z.strictObject({ days: z.string(), from: z.string() }).optional(),
});
const signInSchema = z.strictObject({
  kept: z.enum(["keychain", "file"]),
  since: z.string(),
  client_id: z.string().optional(),
});
/** The file of profiles and sign-ins. */
export const userFileSchema = z.strictObject({
  current_profile: z.string().optional(),
  profiles: z.record(z.string(), profileSchema).default({}),
  sign_ins: z.record(z.string(), signInSchema).default({}),
  profile_sign_ins: z.record(z.string().regex(/#/), signInSchema).optional(),
  sandbox_journal: z.string().refine(isAbsolute).optional(),
  journal_passwords: z.record(z.string(), signInSchema).optional(),
});
