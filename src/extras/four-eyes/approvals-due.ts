import { delegationsIn, judgeApproval, openApprovalFile, type PolicyChain } from "../../approval/index.ts";
import { approvalsIn } from "../../commands/create/approval-files.ts";
import type { ForeseeingDesk, ForeseenRun, ForeseenSend } from "../../desk/index.ts";
import { gulfDay, money } from "../../document/index.ts";
import { noRight, type Policies } from "../../journal/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";

type ApprovalsDue = (send: ForeseenSend) => Promise<readonly Problem[]>;

/**
 * Reports missing approvals as warnings. The daily limits, and whether a server recorded the approval, are checked
 * only when sending. Problems: any file-reading problem, any journal problem.
 */
export async function approvalsDue(
  { businessProfileId, account, approval }: ForeseenRun,
  desk: ForeseeingDesk,
): Promise<Result<readonly ApprovalsDue[]>> {
  const policy = await policyOf({ businessProfileId, account }, desk);
  if (!policy.ok) return policy;
  if (policy.value === undefined) return ok([]);
  if ("code" in policy.value) {
    const barred = policy.value;
    return ok([async ({ file }) => [{ ...barred, severity: "warning", where: { file } }]]);
  }
  const texts = await approvalsIn({ approval }, desk);
  if (!texts.ok) return texts;
  const { chain, policies } = policy.value;
  const named = texts.value.map((text) => openApprovalFile(text, { users: true }));
  const limits = { policy: chain.now, day: gulfDay(desk.now()), spent: () => money.zero };
  const due: ApprovalsDue = async ({ file, ...send }) => {
    const recorded = await policies.queue.decisionsOn(send.key);
    if (!recorded.ok) return recorded.problems;
    const files = [...named, ...recorded.value.map((text) => openApprovalFile(text, { users: true }))];
    const ended = await policies.delegations.ended(delegationsIn(files));
    if (!ended.ok) return ended.problems;
    const asked = { account, businessProfileId, ...send };
    const found = judgeApproval(asked, { ...limits, files, ended: ended.value });
    return found.is === "refused" ? [{ ...found.problem, severity: "warning", where: { file } }] : [];
  };
  return ok([due]);
}

/** Fails if the user may not send for the company at all. */
async function policyOf(
  { businessProfileId, account }: { readonly businessProfileId: string; readonly account: string },
  desk: ForeseeingDesk,
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
