import { expect } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { resolve } from "../../src/commands/resolve.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { changingService, type Passing } from "./changing-service.ts";
import { invoice } from "./documents.ts";
import { type Given, runCommand } from "./run-command.ts";
import { type ServiceDesk, type ServiceDeskFacts, serviceDesk } from "./service-desk.ts";
import { SettableClock, startTestSandbox, type TestSandbox } from "./start-sandbox.ts";

const { document_number: _, ...numberless } = invoice();
export const unnumbered: SelfBilledDocument = numberless;
/** Runs `selfbill resolve`. */
export function settle(desk: ServiceDesk, options: Given<typeof resolve> = {}, words: string[] = []): Promise<Report> {
  const none = { check: false, created: undefined, notCreated: false, undo: false, yes: false };
  return runCommand(resolve, desk, words, { ...none, ...options });
}

/**
 * For each desk, a function that moves its clock forward, but not the service's, for the lookup after a lost answer.
 */
const later = new WeakMap<ServiceDesk, () => void>();

/**
 * A desk at which `minutesLater` minutes pass after an answer is lost; its clock starts ten minutes before the
 * sandbox's.
 */
export async function shop(
  minutesLater = 5,
  facts: ServiceDeskFacts = {},
  change: ((passing: Passing) => void) | undefined = undefined,
) {
  return shopOf(change ? (behind) => changingService(behind, change) : async (behind) => behind, minutesLater, facts);
}

/** Like `shop`, for a service that `before` puts before the sandbox. */
export async function shopOf(
  before: (behind: TestSandbox) => Promise<TestSandbox>,
  minutesLater = 5,
  facts: ServiceDeskFacts = {},
) {
  const behind = await startTestSandbox();
  const sandbox = await before(behind);
  const clock = new SettableClock(Date.now() - 10 * 60_000);
  const desk = serviceDesk(sandbox, { ...facts, clock, sameClock: true });
  later.set(desk, () => clock.advance(minutesLater * 60));
  return { sandbox, behind, clock, desk };
}

/** Sends a document whose answer is lost; with `processed`, the service created the document anyway. */
export async function lose(desk: ServiceDesk, sandbox: TestSandbox, document: SelfBilledDocument, processed: boolean) {
  await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed }] });
  const report = await send(desk, document);
  expect(report.outcome).toBe("in_doubt");
  later.get(desk)?.();
  return report;
}

/** Runs `selfbill create-invoice` or `create-credit-note`. */
export async function send(desk: ServiceDesk, document: SelfBilledDocument, allowSimilar = false): Promise<Report> {
  const kind = document.credit_note_type_code === undefined ? "invoice" : "credit-note";
  const words = [desk.file(`${kind}.yaml`, writeYaml(document, kind))];
  return runCommand(kind === "invoice" ? createInvoice : createCreditNote, desk, words, { yes: true, allowSimilar });
}

/** Returns the JSON output of `resolve`. */
export function told(report: Report) {
  if (report.view.view !== "table") throw new Error(JSON.stringify(report));
  return report.view.data as { resolved: Record<string, unknown>[]; doubts: Record<string, unknown>[] };
}
