import type { Settings } from "./settings.ts";

/** What people call the company of a business profile: its legal name and the name of the stored profile, as far as they are known. */
export function companyName({ file }: Pick<Settings, "file">, businessProfile: string): string {
  const wanted = businessProfile.toLowerCase();
  const stored = Object.entries(file.profiles).find(([, { business_profile_id: id }]) => id?.toLowerCase() === wanted);
  const [name, profile] = stored ?? [];
  const legal = profile?.business_profile?.party_name ?? profile?.business_profile?.name;
  if (legal) return `${legal} (${name})`;
  return name === undefined ? businessProfile : `${name} (${businessProfile})`;
}

/** Whether the settings have profiles of several companies, so that one must be told from another. */
export function hasSeveralCompanies({ file }: Pick<Settings, "file">): boolean {
  const ids = Object.values(file.profiles).flatMap(({ business_profile_id: id }) => id?.toLowerCase() ?? []);
  return new Set(ids).size > 1;
}
