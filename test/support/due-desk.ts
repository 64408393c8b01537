import { due } from "../../src/commands/due.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import type { Intent } from "../../src/journal/index.ts";
import { makeStyle, renderJson, renderReport } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { invoice } from "./documents.ts";
import { createdResult, intent } from "./intents.ts";
import { attemptAt, given } from "./journal-file.ts";
import { type Given, runCommand } from "./run-command.ts";
import type { ServiceDesk } from "./service-desk.ts";
import { plain } from "./shop.ts";

export type DueOptions = Given<typeof due>;
export type DueRow = Record<string, unknown> & { due: string; todo: string[]; why: string[] };

export function run(desk: ServiceDesk, words: string[] = [], options: DueOptions = {}): Promise<Report> {
  return runCommand(due, desk, words, options);
}

export const rowsOf = (report: Report): DueRow[] => renderJson(report).due as DueRow[];
export const what = async (
  desk: ServiceDesk,
  options: DueOptions = {},
  words: string[] = [],
): Promise<[string, unknown][]> =>
  rowsOf(await run(desk, words, options)).map((each) => [each.due, each.document_number]);

export const numbered = (document_number: string, change: Partial<SelfBilledDocument> = {}): SelfBilledDocument =>
  invoice({ document_number, ...change });
export function shown(report: Report): string {
  const style = makeStyle({ isTerminal: true, columns: 100, environment: {}, noColor: true });
  return renderReport(report, style, style).data;
}

/** Records a created document in the journal, in addition to those of the shop. */
export async function known(
  desk: ServiceDesk,
  number: string,
  change: Partial<Intent>,
  gross = "10500",
): Promise<void> {
  const { openedJournal: journal } = desk;
  const account = (await desk.account(given(await desk.profile(plain)))) ?? "";
  const attempt = await attemptAt(journal, intent({ account, content: number, documentNumber: number, ...change }));
  await attempt.armed();
  const totals = { tax_inclusive_amount: gross, payable_amount: gross };
  await attempt.result(createdResult(`id of ${number}`, { documentNumber: number, totals }));
}
export const sees = async (
  { openedJournal, account, profile }: ServiceDesk,
  id: string,
  state: string,
): Promise<void> => given(await openedJournal.saw((await account(given(await profile(plain)))) ?? "", id, state));
export const credits = {
  kind: "credit-note",
  credits: { invoiceNumbers: ["SB-1"], reason: "DL8.61.1.A" },
} as const satisfies Partial<Intent>;
