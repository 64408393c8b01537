import type { Settings } from "./settings.ts";
import { isSandboxId } from "./values.ts";

/** How companies are told apart. */
export interface CompanyNames {
  /** The company of this business profile, where the settings have another one as well. */
  readonly company: string | undefined;
  /** What people call the company of a business profile. */
  readonly companyName: (businessProfile: string) => string;
}

/** The names of a run for a business profile; none for practice. */
export function companiesOf(settings: Pick<Settings, "file">, businessProfile: string): CompanyNames {
  const naming = (id: string): string => companyName(settings, id);
  const isOneOf = hasSeveralCompanies(settings) && !isSandboxId(businessProfile);
  return { company: isOneOf ? naming(businessProfile) : undefined, companyName: naming };
}

/** What people call the company of a business profile: its legal name and the name of the stored profile, as far as they are known. */
function companyName({ file }: Pick<Settings, "file">, businessProfile: string): string {
  const wanted = businessProfile.toLowerCase();
  const stored = Object.entries(file.profiles).find(([, { business_profile_id: id }]) => id?.toLowerCase() === wanted);
  const [name, profile] = stored ?? [];
  const legal = profile?.business_profile?.party_name ?? profile?.business_profile?.name;
  if (legal) return `${legal} (${name})`;
  return name === undefined ? businessProfile : `${name} (${businessProfile})`;
}

function hasSeveralCompanies({ file }: Pick<Settings, "file">): boolean {
  const ids = Object.values(file.profiles).flatMap(({ business_profile_id: id }) => id?.toLowerCase() ?? []);
  return new Set(ids).size > 1;
}
