import { expect, test } from "vitest";
import { resubmit } from "../../src/commands/resubmit.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report, SubmissionResult } from "../../src/report/index.ts";
import { invoice } from "../support/documents.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { create, shop, wrongTrn } from "../support/shop.ts";

/** An invoice that failed validation, and another that exists at the service. */
async function failed() {
  const { desk, clock } = await shop();
  const id = await create(desk, invoice({ ...wrongTrn(), document_number: "SB-1", note: "the one that failed" }));
  const other = invoice({ document_number: "SB-2", issue_date: "2026-06-11", note: "another supply" });
  const existing = await create(desk, other);
  clock.advance(10);
  return { desk, id, other, existing };
}

async function again(
  desk: ServiceDesk,
  document: SelfBilledDocument,
  options: Given<typeof resubmit> = {},
): Promise<{ report: Report; codes: readonly string[]; result: SubmissionResult | undefined }> {
  const file = desk.file("corrected.yaml", writeYaml(document, "invoice"));
  const given = { invoice: true, yes: true, ...options };
  const report = await runCommand(resubmit, desk, ["SB-1", file], given);
  const results = report.view.view === "submissions" ? report.view.results : [];
  const all = [...report.problems, ...results.flatMap(({ problems }) => problems)];
  const [result] = results;
  return { report, result, codes: all.filter(({ severity }) => severity === "error").map(({ code }) => code) };
}

test("content that exists as another document takes the place of none", async () => {
  const { desk, other, existing, id } = await failed();
  const { report, codes, result } = await again(desk, other);
  expect([report.outcome, codes]).toEqual(["duplicate", ["content-exists"]]);
  expect(result?.problems.at(-1)?.message).toContain(existing);
  const right = await again(desk, invoice({ document_number: "SB-1", note: "the one that failed" }));
  expect([right.report.outcome, right.result?.id]).toEqual(["done", id]);
});

test("neither the number of another document nor one that looks like it passes; --allow-similar sends another supply", async () => {
  const { desk } = await failed();
  const taken = await again(desk, invoice({ document_number: "SB-2", note: "the one that failed" }));
  expect([taken.report.outcome, taken.codes]).toEqual(["duplicate", ["already-sent"]]);
  const twin = invoice({ document_number: "SB-1", issue_date: "2026-06-11", note: "the one that failed" });
  const alike = await again(desk, twin);
  expect([alike.report.outcome, alike.codes]).toEqual(["duplicate", ["looks-sent"]]);
  expect((await again(desk, twin, { allowSimilar: true })).report.outcome).toBe("done");
});

test("a file of another supplier is not sent by --yes; a corrected TRN or name alone is", async () => {
  const { desk } = await failed();
  const document = invoice({ document_number: "SB-1", note: "the one that failed" });
  const party = document.accounting_supplier_party ?? {};
  const other = {
    ...document,
    accounting_supplier_party: { ...party, party_name: "Coral Reef Logistics LLC", name: "Coral Reef Logistics LLC" },
  };
  const stopped = await again(desk, other);
  expect([stopped.report.outcome, stopped.codes]).toEqual(["usage", ["supplier-changed"]]);
  expect((await again(desk, document)).report.outcome).toBe("done");
});
