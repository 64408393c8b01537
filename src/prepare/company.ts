import type { Desk } from "../desk/index.ts";
import { type Problem, problem, type Spot, typed } from "../problem/index.ts";
import { profileOfCompany } from "../settings/index.ts";
import type { PrepareOptions } from "./prepared.ts";

/**
 * Explains why a document that names its company does not belong to the profile of this run: no profile has that
 * company, or the run is for another company. Practice has one company, which represents all companies. Problems:
 * `wrong-company`, any settings problem.
 */
export async function companyProblems(
  company: string,
  spot: () => Spot,
  { profile }: Pick<PrepareOptions, "profile">,
  desk: Desk,
): Promise<readonly Problem[]> {
  const settings = await desk.settings();
  if (!settings.ok) return settings.problems;
  if (settings.value.folders.usual !== undefined) return [];
  const named = profileOfCompany(settings.value, company);
  if (!named.ok)
    return named.problems.map(({ message, hint }) => problem("wrong-company", message, hint, { where: spot() }));
  if (profile === undefined) return [];
  const own = settings.value.file.profiles[named.value];
  const isSame = (one: string | undefined, other: string | undefined) => one?.toLowerCase() === other?.toLowerCase();
  if (profile.name === named.value && isSame(profile.businessProfileId, own?.business_profile_id)) return [];
  const message = `The document is of ${company}, and this run is for the profile ${profile.name ?? "of the environment"}.`;
  return [problem("wrong-company", message, `Name its company: --company ${typed(company)}`, { where: spot() })];
}
