import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import {
  codes,
  type DocumentKind,
  hasFlag,
  isRecord,
  type SelfBilledDocument,
  scenarios,
} from "../../src/document/index.ts";
import { examine } from "../../src/prepare/index.ts";
import { readDocument } from "../../src/read/index.ts";
import { palmLedger } from "../support/documents.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { runCommand } from "../support/run-command.ts";
import { top } from "../support/run-selfbill.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { SettableClock, startTestSandbox } from "../support/start-sandbox.ts";

const folder = join(top, "templates");
const templates = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const read = readDocument(Buffer.from(text), name);
    if (!read.ok) throw new Error(`${name}: ${read.problems[0].message}`);
    return { name, text, kind: read.value.kind, document: read.value.document };
  });

const twins = templates.flatMap(({ name, kind }) => [
  { name, kind },
  { name: name.replace(/\.yaml$/, ".json"), kind },
]);

describe("every template", () => {
  test.each(twins)("$name passes every check, for a buyer that is known", async ({ name }) => {
    // Late enough that no template is dated in the future.
    const desk = { ...offlineDesk({ buyer: palmLedger }), now: () => new Date("2026-12-31T08:00:00Z") };
    const profile = await desk.profile({
      sandbox: false,
      profile: "mine",
      businessProfile: undefined,
      serviceVersion: undefined,
    });
    if (!profile.ok) throw new Error(profile.problems[0].message);
    const verdict = await examine(join(folder, name), { version: "20260101", profile: profile.value }, desk);
    // The service requires a reference for a volume discount although the network's rules do not, so each one gets this
    // remark.
    const remarked = name.includes("volume-discount") ? ["reference-not-needed"] : [];
    expect(verdict.problems.map(({ code }) => code)).toEqual(remarked);
    expect(verdict.notChecked).toEqual([]);
  });

  test.each(["yaml", "json"])("can be created from %s and is approved", async (ending) => {
    const clock = new SettableClock(Date.parse("2026-07-31T08:00:00Z")); // no template is dated later
    const sandbox = await startTestSandbox({ clock });
    const desk = serviceDesk(sandbox, { clock });
    for (const { name, kind } of twins.filter((each) => each.name.endsWith(ending))) {
      const { id, path } = await create(name, kind, desk);
      sandbox.clock.advance(10);
      const { body } = await sandbox.call("GET", `/api/${path}/${id}`);
      expect([name, body.meta_info.peppol_status]).toMatchObject([
        name,
        { overall_status: "APPROVED", validation_results: [] },
      ]);
    }
  });

  test.each(templates)("$name has no number of its own: the service gives it", ({ document }) => {
    expect(document.document_number).toBeUndefined();
  });

  test.each(templates)("$name names tax numbers with a right check digit only, and addresses of no one", ({ text }) => {
    for (const [number] of text.matchAll(/\b1\d{14}\b/g))
      expect(number.endsWith("00003") && luhn(number.slice(0, 10))).toBe(true);
    for (const [tin] of text.matchAll(/(?<=(?:tin|endpoint_id): ")\d{10}(?=")/g))
      expect([tin, luhn(tin)]).toEqual([tin, true]);
    for (const [, host] of text.matchAll(/@([a-z0-9.-]+)/g)) expect(host).toMatch(/\.example$/);
  });
});

describe("there is a template", () => {
  const documents = templates.map(({ document }) => document);
  const some = (wanted: (document: SelfBilledDocument) => unknown): boolean => documents.some(wanted);

  test.each(scenarios)("for the scenario: $name", ({ position }) => {
    expect(some((document) => hasFlag(document.profile_execution_id, position))).toBe(true);
  });

  test.each(Object.keys(codes.discrepancyReasons))("for a credit note of the reason %s", (reason) => {
    expect(some((document) => document.discrepancy_response === reason)).toBe(true);
  });

  test.each(Object.keys(codes.vatCategories).filter((id) => id !== "O"))("with a line of VAT category %s", (id) => {
    expect(some(({ document_lines: lines }) => lines?.some((line) => line.classified_tax_category?.id === id))).toBe(
      true,
    );
  });

  test("for foreign currency, services, attachments and charges on the whole document", () => {
    expect(some((document) => document.document_currency_code !== "AED")).toBe(true);
    expect(
      some(({ document_lines: lines }) =>
        lines?.every((line) => line.commodity_classification?.commodity_code !== "G"),
      ),
    ).toBe(true);
    expect(some(({ attachments }) => attachments?.every((entry) => isRecord(entry) && "file_path" in entry))).toBe(
      true,
    );
    expect(some(({ charges, allowances }) => charges && allowances)).toBe(true);
  });
});

/**
 * Returns the codes of the remarks that creating a template must cause: the invoices that credit notes refer to are not
 * in the journal, and a volume discount needs no reference by the network's rules.
 */
function remarksOf(name: string): string[] {
  if (name.includes("volume-discount")) return ["reference-not-needed", "credits-uncounted"];
  return name.startsWith("credit-note") ? ["credits-uncounted"] : []; // their invoices were not sent from here
}

async function create(name: string, kind: DocumentKind, desk: ReturnType<typeof serviceDesk>) {
  const command = kind === "invoice" ? createInvoice : createCreditNote;
  const report = await runCommand(command, desk, [join(folder, name)], { yes: true });
  const [result] = report.view.view === "submissions" ? report.view.results : [];
  expect([name, report.outcome, result?.problems.map(({ code }) => code)]).toEqual([name, "done", remarksOf(name)]);
  return { id: result?.id ?? "", path: kind === "invoice" ? "purchase-invoices" : "purchase-credit-notes" };
}

function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
