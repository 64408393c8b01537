import type { ConnectionWords } from "../../desk/index.ts";
import { typed } from "../../problem/index.ts";
import { inSamePlace } from "../../render/index.ts";
import type { Report, View } from "../../report/index.ts";

/** The words that lead the next command to the same service: what was practised on the sandbox must not be sent to a real one by the next line. */
export function samePlace({ sandbox, profile }: Pick<ConnectionWords, "sandbox" | "profile">): string {
  if (sandbox) return " --sandbox";
  return profile === undefined ? "" : ` --profile ${typed(profile)}`;
}

/** A report whose hints and next steps lead to the same service as the command that made it. */
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
