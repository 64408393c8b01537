import { isAbsolute } from "node:path";
import * as z from "zod";
import { businessProfileSchema } from "../document/index.ts";
import { accountsSchema } from "./accounts-schema.ts";
import { type SettingName, type StoredProfile, settingNames, type TextSetting } from "./profile-settings.ts";
import { journalFault } from "./values.ts";

const otherSettings = {
  base_url: z.string(),
  extras: z.boolean().optional(),
  business_profile: businessProfileSchema.optional(),
  accounts: accountsSchema.optional(),
  journal: z
    .string()
    .refine((place) => journalFault(place) === undefined, {
      error: ({ input }) => journalFault(String(input)) ?? "",
    })
    .optional(),
  acceptance: z.strictObject({ days: z.string(), from: z.string() }).optional(),
} satisfies { readonly [K in Exclude<SettingName, TextSetting>]: z.ZodType<StoredProfile[K]> } & Record<
  string,
  z.ZodType
>;

const texts = settingNames.map((name) => [name, z.string().optional()] as const);
const profileSchema = z.strictObject({ ...Object.fromEntries(texts), ...otherSettings }) as z.ZodType<StoredProfile>;

/** Where the token is stored, and since when (UTC). This file never contains a secret. */
const signInSchema = z.strictObject({
  kept: z.enum(["keychain", "file"]),
  since: z.string(),
  /** Set for a client: the stored value is then its secret. */
  client_id: z.string().optional(),
});

export const userFileSchema = z.strictObject({
  current_profile: z.string().optional(),
  profiles: z.record(z.string(), profileSchema).default({}),
  /** The keys are origins. */
  sign_ins: z.record(z.string(), signInSchema).default({}),
  /** The keys are origins with a profile name (`ownPlace`); absent if there are none. */
  profile_sign_ins: z.record(z.string().regex(/#/), signInSchema).optional(),
  /** Absolute path of the folder for `--sandbox`; the default is the user's own folder. */
  sandbox_journal: z.string().refine(isAbsolute).optional(),
  /** The keys consist of the user, the server and the database. */
  journal_passwords: z.record(z.string(), signInSchema).optional(),
});

export type UserFile = Readonly<z.infer<typeof userFileSchema>>;
export type SignIn = Readonly<z.infer<typeof signInSchema>>;
