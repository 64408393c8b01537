import { isAbsolute } from "node:path";
import * as z from "zod";
import { businessProfileSchema } from "../document/index.ts";
import { accountsSchema } from "./accounts-schema.ts";
import { journalFault } from "./values.ts";

/** A named profile as it stands in the file. */
const profileSchema = z.strictObject({
  base_url: z.string(),
  business_profile_id: z.string().optional(),
  /** What the user calls the company that buys. */
  company: z.string().optional(),
  /** What the user calls the account at the service whose requests are counted together. */
  account_name: z.string().optional(),
  service_version: z.string().optional(),
  version_header: z.string().optional(),
  /** The edition of the rules to check by. */
  rules_edition: z.string().optional(),
  extras: z.boolean().optional(),
  /** By which invoices and credit notes without a number of their own are numbered here. */
  number_series: z.string().optional(),
  credit_note_series: z.string().optional(),
  /** The buyer's party, as the service told it or as the user wrote it. */
  business_profile: businessProfileSchema.optional(),
  /** The accounts that `export` books on. */
  accounts: accountsSchema.optional(),
  /** Path of the picture on top of pages. */
  logo: z.string().optional(),
  /** The whole path of the journal's folder, or the address of its server; absent: this user's own folder. */
  journal: z
    .string()
    .refine((place) => journalFault(place) === undefined, {
      error: ({ input }) => journalFault(String(input)) ?? "",
    })
    .optional(),
  /**
   * `due` tells of documents that were sent on the day `from` (YYYY-MM-DD) or later and not accepted within so many days, a whole number
   * from 0 to 365; absent: it does not ask whether suppliers accepted.
   */
  acceptance: z.strictObject({ days: z.string(), from: z.string() }).optional(),
});

/** Where the token of an origin is kept, and since when (UTC). No secret is ever in this file. */
const signInSchema = z.strictObject({
  kept: z.enum(["keychain", "file"]),
  since: z.string(),
  /** For a client that fetches its tokens: then what is kept is the client's secret. */
  client_id: z.string().optional(),
});

/** The whole of settings.json. */
export const userFileSchema = z.strictObject({
  current_profile: z.string().optional(),
  profiles: z.record(z.string(), profileSchema).default({}),
  /** By origin. */
  sign_ins: z.record(z.string(), signInSchema).default({}),
  /** Tokens that one profile alone uses, by origin and name: `ownPlace`. Absent where there are none. */
  profile_sign_ins: z.record(z.string().regex(/#/), signInSchema).optional(),
  /** The whole path of the folder where practice with `--sandbox` is recorded; absent: this user's own folder. */
  sandbox_journal: z.string().refine(isAbsolute).optional(),
  /** By user, server and database of a journal. */
  journal_passwords: z.record(z.string(), signInSchema).optional(),
});

export type UserFile = Readonly<z.infer<typeof userFileSchema>>;
export type StoredProfile = Readonly<z.infer<typeof profileSchema>>;
export type AcceptanceSetting = Readonly<NonNullable<StoredProfile["acceptance"]>>;
export type SignIn = Readonly<z.infer<typeof signInSchema>>;
