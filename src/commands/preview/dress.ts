import type { Desk } from "../../desk/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { agreementFinder } from "./agreement.ts";
import { readLogo } from "./logo.ts";
import type { PrintedPaper } from "./pressed.ts";

/** Adds the logo and the agreement to a page. */
export type Dress = (printed: PrintedPaper) => PrintedPaper;

/**
 * Loads the logo and the agreements once for all pages. A missing logo is only a warning. Problem:
 * `suppliers-broken`.
 */
export async function dressOf(
  profile: ServiceProfile | undefined,
  desk: Desk,
): Promise<Result<{ readonly dress: Dress; readonly problems: readonly Problem[] }>> {
  const agreement = await agreementFinder(desk);
  if (!agreement.ok) return agreement;
  const read = profile?.logo === undefined ? undefined : await readLogo(profile.logo, desk);
  const logo = read?.ok ? read.value : undefined;
  const problems =
    read === undefined || read.ok ? [] : read.problems.map((each) => ({ ...each, severity: "warning" as const }));
  const dress: Dress = (printed) => ({
    ...printed,
    paper: { ...printed.paper, logo, agreement: agreement.value(printed.preview.document) },
  });
  return ok({ dress, problems });
}
