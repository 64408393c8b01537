import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { status } from "../../src/commands/status.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { makeStyle, renderReport } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote } from "./documents.ts";
import { type Given, runCommand } from "./run-command.ts";
import { type ServiceDesk, serviceDesk } from "./service-desk.ts";
import { SettableClock, startTestSandbox } from "./start-sandbox.ts";

export const plain = { sandbox: false, profile: undefined, businessProfile: undefined, serviceVersion: undefined };
const creating = { yes: true, sendAnyway: true, allowSimilar: true, acceptChangedSupplier: true };

export function ask(desk: ServiceDesk, words: string[], options: Given<typeof status> = {}): Promise<Report> {
  return runCommand(status, desk, words, options);
}

/** Starts a sandbox and opens a desk; waiting at the desk also moves the sandbox's clock. */
export async function shop(
  given: Parameters<typeof startTestSandbox>[0] = {},
  facts: { extras?: boolean; sameClock?: boolean } = {},
) {
  const clock = new SettableClock();
  const sandbox = await startTestSandbox({ ...given, clock });
  return { clock, sandbox, desk: serviceDesk(sandbox, { ...facts, clock }) };
}

export async function create(desk: ServiceDesk, document: SelfBilledDocument, version?: string): Promise<string> {
  const kind = document.credit_note_type_code === undefined ? "invoice" : "credit-note";
  const file = desk.file(`${document.document_number}.yaml`, writeYaml(document, kind));
  const options = { ...creating, serviceVersion: version };
  const report = await runCommand(kind === "invoice" ? createInvoice : createCreditNote, desk, [file], options);
  if (report.view.view !== "submissions") throw new Error(JSON.stringify(report));
  const id = report.view.results[0]?.id;
  if (id === undefined) throw new Error(JSON.stringify(report));
  return id;
}

export function from(tin: string): Partial<SelfBilledDocument> {
  const { accounting_supplier_party: supplier } = creditNote();
  const trn = { company_id: `${tin}00003`, tax_scheme: "VAT" };
  return { accounting_supplier_party: { ...supplier, tin, endpoint_id: tin, party_tax_scheme: trn } };
}

export const wrongTrn = (): Partial<SelfBilledDocument> => {
  const { accounting_supplier_party: supplier } = creditNote();
  return {
    accounting_supplier_party: { ...supplier, party_tax_scheme: { company_id: "100234567400001", tax_scheme: "VAT" } },
  };
};

export function resultsOf(report: Report) {
  if (report.view.view !== "statuses") throw new Error(JSON.stringify(report));
  return report.view.results;
}

export function screen(report: Report, columns: number | "pipe" = 100): string {
  const width = columns === "pipe" ? undefined : columns;
  const style = makeStyle({ isTerminal: width !== undefined, columns: width, environment: {}, noColor: true });
  const { data, talk } = renderReport(report, style, style);
  return data + talk;
}
