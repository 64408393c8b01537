import type { ConnectionWords } from "../../desk/index.ts";
import { typed } from "../../problem/index.ts";
import { inSamePlace } from "../../render/index.ts";
import type { Report, View } from "../../report/index.ts";

/**
 * Keeps the suggested command on the same service, so that nobody sends a sandbox document to a real service by
 * mistake.
 */
export function samePlace({ sandbox, profile }: Pick<ConnectionWords, "sandbox" | "profile">): string {
  if (sandbox) return " --sandbox";
  return profile === undefined ? "" : ` --profile ${typed(profile)}`;
}

export function reportInSamePlace(report: Report, place: string): Report {
  if (place === "") return report;
  const hinted = <T extends { readonly hint: string }>(each: T): T => ({
    ...each,
    hint: inSamePlace(each.hint, place),
  });
  return { ...report, place, problems: report.problems.map(hinted), view: viewInSamePlace(report.view, place, hinted) };
}

function viewInSamePlace(view: View, place: string, hinted: <T extends { readonly hint: string }>(each: T) => T): View {
  if (view.view === "submissions")
    return { ...view, results: view.results.map((each) => ({ ...each, problems: each.problems.map(hinted) })) };
  if (view.view === "statuses")
    return { ...view, results: view.results.map((each) => ({ ...each, problems: each.problems.map(hinted) })) };
  return view.view === "table" && view.next !== undefined ? { ...view, next: inSamePlace(view.next, place) } : view;
}
