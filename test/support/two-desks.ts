import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Policy } from "../../src/approval/index.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { approve } from "../../src/extras/four-eyes/approve.ts";
import { request } from "../../src/extras/four-eyes/request.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { type Holder, office, signedPolicy } from "./approvals.ts";
import { given } from "./journal-file.ts";
import { runCommand } from "./run-command.ts";
import { type ServiceDesk, type ServiceDeskFacts, serviceDesk } from "./service-desk.ts";
import { type SettableClock, startTestSandbox } from "./start-sandbox.ts";

/**
 * Sets up a desk that sends under a policy, and an approver's desk that has neither the first desk's journal nor its
 * policy.
 */
export async function twoDesks(
  change: Partial<Policy> | ((people: Policy["people"]) => Partial<Policy>) = {},
  clock?: SettableClock,
  facts: ServiceDeskFacts = {},
) {
  const sandbox = await startTestSandbox();
  const [desk, other] = [serviceDesk(sandbox, clock ? { clock, sameClock: true } : {}), serviceDesk(sandbox, facts)];
  const people = await office();
  const own = typeof change === "function" ? change(people.policy().people) : change;
  const policy = people.policy({ business_profile: sandbox.businessProfileId, ...own });
  given(await desk.openedJournal.policies.set(signedPolicy(policy, people.owner), "amina"));
  const keyOf = (at: ServiceDesk, { name, pem }: Holder): string => {
    writeFileSync(join(at.folder, `${name}.key`), pem, { mode: 0o600 });
    return join(at.folder, `${name}.key`);
  };
  const requested = (words: string[], who: Holder = people.aisha, more = {}): Promise<Report> => {
    const own = { key: keyOf(desk, who), out: desk.folder, ...more };
    return runCommand(request, desk, words, own);
  };
  const approved = (file: string, who: Holder = people.omar, more = {}): Promise<Report> => {
    const own = { key: keyOf(other, who), out: other.folder, yes: true, ...more };
    return runCommand(approve, other, [file], own);
  };
  const both = async (file: string): Promise<string> => fileIn(await approved(fileIn(await requested([file]))));
  const send = (file: string, approval: string[], more = {}): Promise<Report> =>
    runCommand(createInvoice, desk, [file], { yes: true, approval, ...more });
  const sent = async (): Promise<number> => (await sandbox.call("GET", "/api/purchase-invoices")).body.total_elements;
  return { ...people, sandbox, desk, other, requested, approved, both, send, sent };
}

/** The file that a report says was written. */
export function fileIn(report: Report): string {
  const data = (report.view as { data?: { request?: { file: string }; decisions?: { file: string }[] } }).data;
  const file = data?.request?.file ?? data?.decisions?.[0]?.file;
  if (file === undefined) throw new Error(JSON.stringify(report.problems));
  return file;
}

/** The codes of the errors in a report and in its documents. */
export function codes(report: Report): string[] {
  const results = report.view.view === "submissions" ? report.view.results : [];
  const all = [...report.problems, ...results.flatMap(({ problems }) => problems)];
  return all.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

export const yaml = (
  desk: ServiceDesk,
  name: string,
  document: SelfBilledDocument,
  kind: "invoice" | "credit-note" = "invoice",
) => desk.file(name, writeYaml(document, kind));
