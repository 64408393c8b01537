import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Policy } from "../../src/approval/index.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { approvals } from "../../src/extras/four-eyes/approvals.ts";
import { approve } from "../../src/extras/four-eyes/approve.ts";
import { request } from "../../src/extras/four-eyes/request.ts";
import { ok } from "../../src/problem/index.ts";
import type { Report } from "../../src/report/index.ts";
import type { Holder } from "./approvals.ts";
import { firm } from "./firm.ts";
import { runCommand } from "./run-command.ts";
import { type ServiceDesk, serviceDesk } from "./service-desk.ts";
import { startTestSandbox } from "./start-sandbox.ts";

/**
 * Desks for Aisha, Omar and the owner, each with its own database user, sharing one journal on a server and one
 * service.
 */
export async function serverDesks(change: Partial<Policy> = {}, more: Parameters<typeof firm>[1] = {}) {
  const sandbox = await startTestSandbox();
  const here = await firm({ business_profile: sandbox.businessProfileId, ...change }, more);
  const deskOf = (user: string): ServiceDesk => {
    const desk = serviceDesk(sandbox);
    const journal = here.as(user);
    const journalPlace = async () => ok({ path: `postgres://${user}@test`, exists: true, onServer: true });
    return Object.assign(desk, { journalPlace, journal: async () => ok(journal), openedJournal: journal });
  };
  const desks = { aisha: deskOf(here.users.aisha), omar: deskOf(here.users.omar), boss: deskOf(here.users.boss) };
  const keyOf = (at: ServiceDesk, { name, pem }: Holder): string => {
    writeFileSync(join(at.folder, `${name}.key`), pem, { mode: 0o600 });
    return join(at.folder, `${name}.key`);
  };
  return {
    ...here,
    sandbox,
    desks,
    deskOf,
    keyOf,
    requested: (words: string[], more = {}): Promise<Report> =>
      runCommand(request, desks.aisha, words, { key: keyOf(desks.aisha, here.aisha), ...more }),
    approved: (words: string[], more = {}, at = desks.omar, who = here.omar): Promise<Report> =>
      runCommand(approve, at, words, { key: keyOf(at, who), yes: true, ...more }),
    listed: (at: ServiceDesk, more = {}): Promise<Report> => runCommand(approvals, at, [], more),
    send: (words: string[], more = {}, at = desks.aisha): Promise<Report> =>
      runCommand(createInvoice, at, words, { yes: true, ...more }),
    sent: async (): Promise<number> => (await sandbox.call("GET", "/api/purchase-invoices")).body.total_elements,
  };
}

export type ServerDesks = Awaited<ReturnType<typeof serverDesks>>;

/** The requests listed by `approvals`. */
export function requestsIn(report: Report): Queued[] {
  const { requests } = (report.view as { data?: { requests?: Queued[] } }).data ?? {};
  if (!requests) throw new Error(JSON.stringify(report.problems));
  return requests;
}

interface Queued {
  readonly request: string;
  readonly state: string;
  readonly waits_for_you: boolean;
  readonly waits_for_you_for: string | null;
  readonly yours: boolean;
  readonly handed_to: string | null;
  readonly can_approve: string[];
  readonly decisions: { readonly decision: string; readonly by: string; readonly reason: string | null }[];
  readonly documents: { readonly number: string; readonly sent: boolean }[];
}
