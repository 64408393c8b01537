import { expect, test } from "vitest";
import { warnings } from "../../src/commands/create/warnings/list.ts";
import { supplierHistory } from "../../src/commands/create/warnings/supplier-history.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { prepare } from "../../src/prepare/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { invoice, line } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

const noWords = { profile: undefined, sandbox: false, businessProfile: undefined, serviceVersion: undefined };
const { order_reference: _, buyer_reference: __, ...sent } = invoice();
const supplier = sent.accounting_supplier_party ?? {};
const named = (party_name: string, company_id: string): Partial<SelfBilledDocument> => ({
  accounting_supplier_party: {
    ...supplier,
    party_name,
    party_tax_scheme: { company_id, tax_scheme: "VAT" },
    tin: company_id.slice(0, 10),
  },
});
const other = { ...named("Gulf Paper LLC", "100888888800003"), document_lines: [line({ quantity: "7" })] };
const unlike = { document_number: "X-2", issue_date: "2026-06-18", document_lines: [line({ quantity: "9" })] };

/** What makes each warning remark, after `sent` was sent from first.yaml; `before` is the document before it in the run. */
const cases: Readonly<
  Record<
    string,
    { before?: Partial<SelfBilledDocument>; document: Partial<SelfBilledDocument>; file?: string; code: string }
  >
> = {
  "same-supply": {
    before: { receipt_document_reference: { id: "GRN-7" } },
    document: { ...unlike, receipt_document_reference: { id: "GRN-7" }, document_lines: sent.document_lines },
    code: "supply-billed",
  },
  "repeated-number": { before: { ...unlike }, document: { ...unlike, note: "Other." }, code: "number-taken" },
  "corrected-document": { document: { ...unlike, corrects: "NONE-1" } as object, code: "not-correctable" },
  "changed-supplier": {
    document: { ...unlike, ...named(supplier.party_name ?? "", "100999999900003") },
    code: "supplier-changed",
  },
  "edited-file": { document: unlike, file: "first.yaml", code: "file-edited" },
  "number-elsewhere": { document: { ...other, document_number: sent.document_number }, code: "number-elsewhere" },
  "repeated-amount": {
    document: { document_number: "X-3", issue_date: "2026-06-18", document_lines: sent.document_lines },
    code: "amount-repeated",
  },
  "look-alike": {
    document: { ...unlike, ...named("Desert Llme Trading LLC", "100888888800003") },
    code: "supplier-changed",
  },
};

test("every warning has a case, and its name once", () => {
  expect(Object.keys(cases)).toEqual(warnings.map(({ name }) => name));
});

test.each(warnings.map(({ name, begin }) => ({ name, begin })))(
  "$name remarks alone, by its own function",
  async ({ name, begin }) => {
    const { before, document, file = "second.yaml", code } = cases[name] ?? { document: {}, code: "" };
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox, { today: "2026-06-19T08:00:00Z" });
    const profile = await desk.profile(noWords);
    if (!profile.ok) throw new Error("no profile");
    const first = desk.file("first.yaml", writeYaml({ ...sent, issue_date: "2026-06-17" }, "invoice"));
    const report = await runCommand(createInvoice, desk, [first], { yes: true, sendAnyway: true });
    expect(report.outcome).toBe("done");
    const remarks = begin({ profile: profile.value, desk, partOf: [], history: supplierHistory(profile.value, desk) });
    const codesOf = async (path: string, content: Partial<SelfBilledDocument>) => {
      const at = desk.file(path, writeYaml({ ...sent, ...content }, "invoice"));
      const how = { kind: "invoice", version: "20260101", profile: profile.value, sendAnyway: true } as const;
      const prepared = await prepare(at, how, desk);
      return (await remarks(prepared)).map((each) => each.code);
    };
    if (before) expect(await codesOf("before.yaml", before)).toEqual([]);
    expect(await codesOf(file, document)).toEqual([code]);
  },
);
