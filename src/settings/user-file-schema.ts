import { isAbsolute } from "node:path";
import * as z from "zod";
import { businessProfileSchema } from "../document/index.ts";
import { accountsSchema } from "./accounts-schema.ts";
import { journalFault } from "./values.ts";

/** A named profile in the file. */
const profileSchema = z.strictObject({
  base_url: z.string(),
  business_profile_id: z.string().optional(),
  /** The user's name for the buying company. */
  company: z.string().optional(),
  /** The user's name for the account at the service whose requests are counted together. */
  account_name: z.string().optional(),
  service_version: z.string().optional(),
  version_header: z.string().optional(),
  /** The edition of the rules to check by. */
  rules_edition: z.string().optional(),
  extras: z.boolean().optional(),
  /** The series for numbering invoices and credit notes without a number. */
  number_series: z.string().optional(),
  credit_note_series: z.string().optional(),
  /** The buyer's party, from the service or written by the user. */
  business_profile: businessProfileSchema.optional(),
  /** The accounts for `export`. */
  accounts: accountsSchema.optional(),
  /** Path of the picture at the top of pages. */
  logo: z.string().optional(),
  /** The absolute path of the journal's folder, or the address of its server; by default this user's own folder. */
  journal: z
    .string()
    .refine((place) => journalFault(place) === undefined, {
      error: ({ input }) => journalFault(String(input)) ?? "",
    })
    .optional(),
  /**
   * `due` lists documents that were sent on the day `from` (YYYY-MM-DD) or later and not accepted within this many days, a whole number
   * from 0 to 365; absent: acceptance is not required.
   */
  acceptance: z.strictObject({ days: z.string(), from: z.string() }).optional(),
});

/** The place of an origin's token, and since when (UTC). This file never contains a secret. */
const signInSchema = z.strictObject({
  kept: z.enum(["keychain", "file"]),
  since: z.string(),
  /** For a client that fetches its tokens: the stored value is then the client's secret. */
  client_id: z.string().optional(),
});

/** The whole of settings.json. */
export const userFileSchema = z.strictObject({
  current_profile: z.string().optional(),
  profiles: z.record(z.string(), profileSchema).default({}),
  /** By origin. */
  sign_ins: z.record(z.string(), signInSchema).default({}),
  /** Tokens that belong to one profile, by origin and name: `ownPlace`. Absent if there are none. */
  profile_sign_ins: z.record(z.string().regex(/#/), signInSchema).optional(),
  /** The absolute path of the folder for practice with `--sandbox`; by default this user's own folder. */
  sandbox_journal: z.string().refine(isAbsolute).optional(),
  /** By user, server and database of a journal. */
  journal_passwords: z.record(z.string(), signInSchema).optional(),
});

export type UserFile = Readonly<z.infer<typeof userFileSchema>>;
export type StoredProfile = Readonly<z.infer<typeof profileSchema>>;
export type AcceptanceSetting = Readonly<NonNullable<StoredProfile["acceptance"]>>;
export type SignIn = Readonly<z.infer<typeof signInSchema>>;
