import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { importSheet } from "../../src/commands/import.ts";
import { wizardFacts } from "../../src/commands/new/wizard-facts.ts";
import { validate } from "../../src/commands/validate.ts";
import type { Desk } from "../../src/desk/index.ts";
import type { DocumentKind, SelfBilledDocument } from "../../src/document/index.ts";
import { fail, ok, type Problem, problem } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import type { Supplier } from "../../src/suppliers/index.ts";
import { palmLedger } from "./documents.ts";
import { type OfflineDesk, offlineDesk } from "./offline-desk.ts";
import { type Given, runCommand } from "./run-command.ts";
import { temporaryFolder } from "./run-selfbill.ts";

/** The findings of one entry point, each as `severity code`, sorted, and the outcome. */
export interface Said {
  readonly findings: readonly (readonly string[])[];
  readonly outcome: string;
}

/** Exchange rate options given along with the documents. */
export type Rates = Pick<Given<typeof validate>, "exchangeRate" | "rateDate">;

/** Returns a desk that has a buyer, a supplier book and no documents sent, which is all that `validate` needs. */
function deskOf(suppliers: readonly Supplier[]): OfflineDesk {
  return offlineDesk({ buyer: palmLedger, suppliers });
}

function journalDesk(suppliers: readonly Supplier[]): Desk {
  const desk = deskOf(suppliers);
  return {
    ...desk,
    journalIsNew: async () => ok(true),
    journalPlace: async () => ok({ path: "", exists: false }) as never,
    connect: async () => fail(problem("no-token", "There is no token.", "selfbill login")),
    output: { ...desk.output, absolute: (path) => resolve(path) },
  };
}

const sorted = (problems: readonly Pick<Problem, "code" | "severity">[]): string[] =>
  problems.map(({ severity, code }) => `${severity} ${code}`).sort();

export async function byValidate(files: readonly string[], rates: Rates, book: readonly Supplier[]): Promise<Said> {
  const desk = deskOf(book);
  const options = { ...rates, format: "json", all: true };
  const report = await runCommand(validate, desk, [...files], options);
  const { results } = JSON.parse(desk.pieces.join(""));
  const findings = results.map((each: { findings: { id: string; flag: string }[] }) =>
    sorted(
      each.findings.map(({ id, flag }) => ({
        code: id as Problem["code"],
        severity: flag === "fatal" ? "error" : "warning",
      })),
    ),
  );
  return { findings, outcome: report.outcome };
}

/** The findings for each document of a run that would send. */
function ofResults(report: Report): Said {
  const results = report.view.view === "submissions" ? report.view.results : [];
  if (results.length > 0) return { findings: results.map(({ problems }) => sorted(problems)), outcome: report.outcome };
  return { findings: [sorted(report.problems)], outcome: report.outcome };
}

export async function byDryRun(
  kind: DocumentKind,
  files: readonly string[],
  rates: Rates,
  book: readonly Supplier[],
  map?: string,
): Promise<Said> {
  const command = kind === "invoice" ? createInvoice : createCreditNote;
  return ofResults(await runCommand(command, journalDesk(book), files, { ...rates, dryRun: true, all: true, map }));
}

/** The findings of the wizard's review of the finished document. */
export async function byWizard(
  kind: DocumentKind,
  document: SelfBilledDocument,
  rateDate: string | undefined,
  book: readonly Supplier[],
): Promise<Said> {
  const desk = journalDesk(book);
  const profile = await desk.profile({} as never);
  const words = { sandbox: false, profile: undefined, businessProfile: undefined, serviceVersion: undefined };
  const facts = await wizardFacts(words, profile.ok ? profile.value : undefined, desk);
  const problems = await facts.judge(document, kind, rateDate);
  const wrong = problems.some(({ severity }) => severity === "error");
  return { findings: [sorted(problems)], outcome: wrong ? "invalid" : "done" };
}

export async function byImport(
  file: string,
  map: string,
  kind: DocumentKind,
  book: readonly Supplier[],
): Promise<Said> {
  const options = {
    map,
    sheet: undefined,
    dateOrder: undefined,
    kind,
    out: undefined,
    force: false,
    skipInvalid: false,
    results: undefined,
    all: true,
    sandbox: false,
    profile: undefined,
    exchangeRate: [],
    rateDate: undefined,
  };
  const report = await runCommand(importSheet, journalDesk(book), [file], options);
  return { findings: [sorted(report.problems)], outcome: report.outcome };
}

/** Writes the documents into a folder of their own, without attachments. */
export function filesOf(kind: DocumentKind, documents: readonly SelfBilledDocument[]): string[] {
  const folder = temporaryFolder();
  return documents.map((each, at) => {
    const file = join(folder, `${at}.yaml`);
    writeFileSync(file, writeYaml(each, kind));
    return file;
  });
}

type Leaves = Readonly<Record<string, string>>;

function leavesOf(value: unknown, path = ""): Leaves {
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null) return { [path]: String(value) };
  const inner = Array.isArray(value)
    ? value.map((each, at) => leavesOf(each, `${path}[${at}]`))
    : Object.entries(value).map(([name, each]) => leavesOf(each, path === "" ? name : `${path}.${name}`));
  return Object.assign({}, ...inner);
}

/** Writes the documents to a sheet whose headings are field names; no two documents may have the same number. */
export function sheetOfDocuments(documents: readonly SelfBilledDocument[]): { file: string; map: string } {
  const rows = documents.flatMap(({ document_lines: lines = [], ...head }) =>
    lines.map((line) => ({ ...leavesOf(head), ...leavesOf(line, "document_lines") })),
  );
  const headings = [...new Set(rows.flatMap((each) => Object.keys(each)))];
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const text = [headings, ...rows.map((each) => headings.map((heading) => (each as Leaves)[heading] ?? ""))]
    .map((cells) => cells.map(quoted).join(","))
    .join("\r\n");
  const file = join(folder, "documents.csv");
  const map = join(folder, "map.yaml");
  writeFileSync(file, `${text}\r\n`);
  writeFileSync(
    map,
    `columns:\n${headings.map((each) => `  ${JSON.stringify(each)}: ${JSON.stringify(each)}`).join("\n")}\n`,
  );
  return { file, map };
}
