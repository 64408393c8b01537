import type { DueItem } from "../../report/index.ts";
import type { CompanyOf } from "../answer/all-companies.ts";
import { leftTotals, runRemarks, runSays, type UnfinishedRun } from "../follow/open-runs.ts";
import { doneTodo } from "./remedies.ts";

/** Returns the row of a run that is not finished. Its sum is that of what is left, if it has one currency. */
export function runRow(run: UnfinishedRun, companyOf: CompanyOf | undefined): DueItem {
  const [total, another] = Object.entries(leftTotals(run));
  const [currency = "", payable = ""] = another === undefined ? (total ?? []) : [];
  return {
    what: "run",
    ...{ called: run.named, kind: run.kind, id: run.run, supplier: "", currency, payable, since: run.last },
    ...(companyOf ? { company: companyOf(run.account)?.company } : {}),
    why: [`${runSays(run)}.`, ...runRemarks(run)],
    todo: [`Go on: ${run.next}`, ...doneTodo("run", run.run)],
  };
}
