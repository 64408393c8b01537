import type { Environment } from "../../environment/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { foldersFor, openSettings, profileOfCompany } from "../../settings/index.ts";

interface CompanyTyping {
  readonly company: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly environment: Environment;
}

/** Adds the profile of the company to the given options. Problems: `no-company`, `bad-usage`, any settings problem. */
export function withProfileOf({ company, given, environment }: CompanyTyping): Result<CompanyTyping["given"]> {
  const others = {
    "--profile": given.profile,
    "--business-profile": given.businessProfile,
    "--sandbox": given.sandbox,
  };
  const other = Object.entries(others).find(([, value]) => value !== undefined && value !== false)?.[0];
  if (other === "--sandbox")
    return fail(problem("bad-usage", "Practice has a company of its own, and no other.", "Leave --company out."));
  if (other !== undefined)
    return fail(problem("bad-usage", `--company and ${other} both say whose books are meant.`, "Use one of them."));
  const folders = foldersFor(environment);
  const settings = folders.ok ? openSettings(environment, folders.value) : folders;
  const profile = settings.ok ? profileOfCompany(settings.value, company) : settings;
  return profile.ok ? ok({ ...given, profile: profile.value }) : profile;
}
