import { delegationsIn, judgeApproval, openApprovalFile, type PolicyChain } from "../../approval/index.ts";
import type { Desk } from "../../desk/index.ts";
import { countedOf, formatAmount, gulfDay, isRateDoubtful, money } from "../../document/index.ts";
import { noRight, type Policies } from "../../journal/index.ts";
import type { Prepared } from "../../prepare/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { approvalsIn } from "./approval-files.ts";
import { confirmOf } from "./check-documents.ts";

type ApprovalsDue = (prepared: Prepared) => Promise<Problem[]>;

/**
 * Reports missing approvals as warnings. The daily limits, and whether a server recorded the approval, are checked
 * only when sending. Problems: any file-reading problem, any journal problem.
 */
export async function approvalsDue(
  profile: ServiceProfile | undefined,
  given: { readonly approval: readonly string[] },
  desk: Desk,
): Promise<Result<ApprovalsDue>> {
  const { businessProfileId } = profile ?? {};
  if (profile === undefined || businessProfileId === undefined) return ok(async () => []);
  const account = (await desk.account(profile)) ?? "";
  const policy = await policyOf({ businessProfileId, account }, desk);
  if (!policy.ok) return policy;
  if (policy.value === undefined) return ok(async () => []);
  if ("code" in policy.value) {
    const barred = policy.value;
    return ok(async ({ file }) => [{ ...barred, severity: "warning", where: { file } }]);
  }
  const texts = await approvalsIn(given, desk);
  if (!texts.ok) return texts;
  const { chain, policies } = policy.value;
  const named = texts.value.map((text) => openApprovalFile(text, { users: true }));
  const limits = { policy: chain.now, day: gulfDay(desk.now()), spent: () => money.zero };
  return ok(async (prepared) => {
    const { calculation, document, problems, file } = prepared;
    const grossInAed = calculation && formatAmount(countedOf(calculation));
    const rate = document?.tax_exchange_rate?.calculation_rate;
    const doubtfulRate = isRateDoubtful(calculation?.currency ?? "AED", rate);
    const changedSupplier = problems.some(({ code }) => code === "supplier-changed");
    const key = confirmOf(prepared, account) ?? "";
    const recorded = await policies.queue.decisionsOn(key);
    if (!recorded.ok) return [...recorded.problems];
    const files = [...named, ...recorded.value.map((text) => openApprovalFile(text, { users: true }))];
    const send = { account, businessProfileId, key, grossInAed, changedSupplier, doubtfulRate };
    const ended = await policies.delegations.ended(delegationsIn(files));
    if (!ended.ok) return [...ended.problems];
    const found = judgeApproval(send, { ...limits, files, ended: ended.value });
    return found.is === "refused" ? [{ ...found.problem, severity: "warning", where: { file } }] : [];
  });
}

/** Fails if the user may not send for the company at all. */
async function policyOf(
  { businessProfileId, account }: { readonly businessProfileId: string; readonly account: string },
  desk: Desk,
): Promise<Result<{ readonly chain: PolicyChain; readonly policies: Policies } | Problem | undefined>> {
  const place = await desk.journalPlace();
  if (!place.ok) return place;
  // Opening the journal would create it.
  if (!place.value.exists) return ok(undefined);
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const { policies } = journal.value;
  const barred = await policies.team.mayNot(account, "send");
  if (!barred.ok) return barred;
  if (barred.value !== undefined) return ok(noRight(barred.value));
  const chain = await policies.of(businessProfileId);
  if (!chain.ok) return chain;
  return ok(chain.value.now === undefined ? undefined : { chain: chain.value, policies });
}
